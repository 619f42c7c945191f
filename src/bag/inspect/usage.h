// What the messages of a bag are, together: only reading all of them tells.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "bag/storage/bag_reader.h"
#include "bag/storage/progress.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// Of a topic.
struct TopicUsage {
  std::uint64_t bytes = 0;      ///< of its messages, without what a storage adds
  std::uint64_t requests = 0;   ///< of a service's events: each request once, whoever reported it
  std::uint64_t responses = 0;  ///< the same
};

/// By name of the topic.
using Usage = std::map<std::string, TopicUsage>;

/// Reads the topics that carry events of services, and all others too if their bytes are asked for.
/// Contract: blocks on the disk. Fails as the reader does.
Result<Usage> read_usage(BagReader& bag, bool with_bytes, const Progress& progress = nullptr);

}  // namespace ranvier::bag
