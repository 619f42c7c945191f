// What `ros2 bag info` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bag/inspect/usage.h"
#include "bag/storage/metadata.h"

namespace ranvier::bag {

/// By what topics and services are sorted; of equal ones, by their order in the bag.
enum class SortBy : std::uint8_t { kName, kType, kCount };

/// "name", "type", "count".
std::optional<SortBy> sort_by_of(std::string_view word) noexcept;
/// The words, for who offers them.
std::vector<std::string> sort_words();

struct InfoForm {
  SortBy sort = SortBy::kName;
  const Usage* usage = nullptr;  ///< with it, requests and responses of services are counted
  bool sizes = false;            ///< of topics and services too, from `usage`
};

/// The text, as rosbag2 prints it: an empty line, then a line for each fact. Without services it
/// ends within a line. Where a recorder lost messages, a block of ours says how many.
/// Times are those of the local time zone. Contract: any thread.
std::string info_text(const BagMetadata& metadata, const InfoForm& form);

/// Names of topics, without those that carry events of services. Contract: any thread.
std::vector<std::string> topic_names(const BagMetadata& metadata, SortBy sort);

/// "12.0 KiB". Contract: any thread.
std::string size_text(std::uint64_t bytes);
/// "May  1 2024 10:20:30.123456789 (1714558830.123456789)", by local time. Contract: any thread.
std::string time_text(std::int64_t ns);
/// "4.999999000". Contract: any thread.
std::string seconds_text(std::int64_t ns);

}  // namespace ranvier::bag
