// What a bag says of itself: metadata.yaml, and its copy in each file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bag/storage/types.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

inline constexpr int kMetadataVersion = 9;
inline constexpr std::string_view kMetadataFile = "metadata.yaml";
/// The only key of metadata.yaml; all else is below it.
inline constexpr std::string_view kInformation = "rosbag2_bagfile_information";

struct TopicCount {
  Topic topic;
  std::uint64_t messages = 0;

  bool operator==(const TopicCount&) const = default;
};

struct FileInfo {
  std::string path;  ///< relative to the bag's folder
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::uint64_t messages = 0;

  bool operator==(const FileInfo&) const = default;
};

/// The metadata of a bag.
struct BagMetadata {
  int version = kMetadataVersion;
  std::string storage_id;
  std::int64_t start_ns = 0;  ///< since the epoch
  std::int64_t duration_ns = 0;
  std::uint64_t messages = 0;
  std::vector<TopicCount> topics;
  std::string compression_format;  ///< "zstd", or empty
  std::string compression_mode;    ///< "FILE", "MESSAGE", or empty
  std::vector<std::string> paths;  ///< relative to the bag's folder
  std::vector<FileInfo> files;
  std::map<std::string, std::string> custom_data;
  std::string ros_distro;
  std::uint64_t size = 0;  ///< bytes of all files in the folder; not in the YAML

  bool operator==(const BagMetadata&) const = default;
};

/// Messages that a recorder could not keep stand in custom_data under this key and the topic's
/// name, and their sum under the key alone.
inline constexpr std::string_view kLostKey = "lost_messages";
/// A count of custom_data; 0 for what is none. Contract: any thread.
std::uint64_t lost_count(const std::string& value) noexcept;

/// As metadata.yaml of version 9. Contract: any thread.
std::string to_yaml(const BagMetadata& metadata);
/// As a file of the bag has it: of the whole bag in its last one, else of that file. It has no key
/// above it: rosbag2 opens no file of SQLite that has one there. Contract: any thread.
std::string to_note(const BagMetadata& metadata);
/// Reads metadata.yaml and the copy in a file, every version from 1 on; of one younger than 9 what
/// is known.
/// @param origin  begins errors, as "metadata of 'bag'".
Result<BagMetadata> parse_metadata(std::string_view yaml, const std::string& origin);

/// Adds a file to the times and counts of the whole.
void add_file(BagMetadata& metadata, const FileInfo& file);

}  // namespace ranvier::bag
