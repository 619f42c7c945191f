// Numbers of a trace: as JSON for the page of a report, and as rows for a terminal.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "analysis/trace_model/histogram.h"
#include "analysis/trace_model/statistics.h"

namespace ranvier::apps {

using Json = nlohmann::ordered_json;

[[nodiscard]] inline Json json_of(const trace_model::Statistics& of) {
  return {{"count", of.count}, {"min_ns", of.least}, {"p50_ns", of.p50},
          {"p99_ns", of.p99},  {"max_ns", of.most},  {"mean_ns", of.mean}};
}

[[nodiscard]] inline Json json_of(const trace_model::Histogram& of) {
  return {{"from", of.from},
          {"width", of.width},
          {"counts", of.counts},
          {"below", of.below},
          {"above", of.above}};
}

inline void print_head(const std::string& what) {
  std::printf("  %-28s %12s %12s %12s\n", what.c_str(), "p50 us", "p99 us", "max us");
}
/// Nothing if there are none.
inline void print_row(const char* indent, const char* what, const trace_model::Statistics& of) {
  if (of.count == 0) return;
  const auto us = [](trace_model::Nanoseconds ns) { return static_cast<double>(ns) / 1e3; };
  std::printf("%s%-28s %12.1f %12.1f %12.1f\n", indent, what, us(of.p50), us(of.p99), us(of.most));
}

}  // namespace ranvier::apps
