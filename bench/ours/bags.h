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

/// A message whose first bytes are a time, ns, and its number in its topic, from 1.
inline BagMessage bag_message(std::size_t bytes) {
  BagMessage message;
  message.data.assign(bytes, 1);
  return message;
}
struct BagStamp {
  std::int64_t time;
  std::int64_t number;
};
inline void set_stamp(BagMessage& message, const BagStamp& stamp) {
  std::memcpy(message.data.data(), &stamp, sizeof stamp);
}

/// Where messages of a topic are missing: before the first that came, or between two.
class Missing {
 public:
  /// @return how many are missing since the last one
  std::int64_t add(std::int64_t number) {
    const std::int64_t missing = number - last_ - 1;
    (last_ == 0 ? before_ : between_) += missing;
    last_ = number;
    return missing;
  }
  std::int64_t before() const { return before_; }
  std::int64_t between() const { return between_; }

 private:
  std::int64_t last_ = 0;
  std::int64_t before_ = 0;
  std::int64_t between_ = 0;
};

}  // namespace ranvier::bench
