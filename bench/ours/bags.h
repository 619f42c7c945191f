// What the workers of bench bags share: topics, messages, and their place in an encoding.
#pragma once

#include <cstdint>
#include <cstring>
#include <std_msgs/msg/u_int8_multi_array.hpp>
#include <string>
#include <vector>

#include "bench/common/args.h"

namespace ranvier::bench {

using BagMessage = std_msgs::msg::UInt8MultiArray;

/// Where the data of a message without dimensions begins in its encoding.
inline constexpr std::size_t kBagData = 16;
inline constexpr const char* kBagType = "std_msgs/msg/UInt8MultiArray";

/// Topics of one size and rate.
struct BagLoad {
  std::string name;
  long topics;
  std::size_t bytes;
  long rate;  ///< Hz
};

/// Of the words large=N large_bytes=B large_rate=HZ, and the same of small.
inline std::vector<BagLoad> bag_loads(const Args& args) {
  std::vector<BagLoad> loads;
  for (const std::string name : {"large", "small"}) {
    loads.push_back({name, args.integer(name),
                     static_cast<std::size_t>(args.integer(name + "_bytes")),
                     args.integer(name + "_rate")});
  }
  return loads;
}

inline std::string bag_topic(const BagLoad& load, long number) {
  return "/bench/" + load.name + "_" + std::to_string(number);
}

/// A message whose first bytes are a time, ns.
inline BagMessage bag_message(std::size_t bytes) {
  BagMessage message;
  message.data.assign(bytes, 1);
  return message;
}
inline void set_time(BagMessage& message, std::int64_t time) {
  std::memcpy(message.data.data(), &time, sizeof time);
}

}  // namespace ranvier::bench
