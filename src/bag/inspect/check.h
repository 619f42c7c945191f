// Whether a bag is whole: what is damaged, what is missing, where its topics have gaps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bag/storage/progress.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// A time without a message of a topic.
struct Gap {
  std::int64_t begin_ns = 0;  ///< when the message before it was received
  std::int64_t length_ns = 0;
};

struct TopicCheck {
  std::string name;
  std::uint64_t messages = 0;  ///< that can be read
  std::int64_t period_ns = 0;  ///< between two messages, the median; 0: there are fewer than two
  std::vector<Gap> gaps;       ///< the longest that are a gap, by length
  std::uint64_t skipped = 0;   ///< numbers that are not there, if the writer has counted messages
  std::uint64_t lost = 0;      ///< that the recorder counted as lost
};

struct BagCheck {
  std::vector<std::string> faults;  ///< in words, with the remedy: damaged or missing
  std::vector<TopicCheck> topics;   ///< as the bag has them
};

struct CheckOptions {
  std::string uri;           ///< the folder of a bag, or one of its files
  std::string storage_id{};  ///< empty: as the bag says
  double gap_factor = 5;     ///< a gap is so many periods of its topic, or more
};

/// Reads all of a bag. Contract: blocks on the disk.
/// Fails naming the path, if nothing of it can be read.
Result<BagCheck> check_bag(const CheckOptions& options, const Progress& progress = nullptr);

/// As `ros2 bag check` prints it. Contract: any thread.
std::string check_text(const BagCheck& check);

}  // namespace ranvier::bag
