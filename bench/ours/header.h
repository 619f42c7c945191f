// The stamped header between its ROS type and the one that both sides share.
#pragma once

#include <bench_interfaces/msg/performance_header.hpp>

#include "bench/common/stamped.h"

namespace ranvier::bench {

inline void put_header(bench_interfaces::msg::PerformanceHeader& to, const WireHeader& from) {
  to.stamp.sec = from.seconds;
  to.stamp.nanosec = from.nanoseconds;
  to.tracking_number = from.tracking_number;
  to.frequency = from.frequency;
  to.size = from.size;
}

inline WireHeader get_header(const bench_interfaces::msg::PerformanceHeader& from) {
  return {from.stamp.sec, from.stamp.nanosec, from.tracking_number, from.frequency, from.size};
}

}  // namespace ranvier::bench
