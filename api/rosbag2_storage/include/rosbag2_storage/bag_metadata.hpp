// What a bag says of itself.
#ifndef ROSBAG2_STORAGE__BAG_METADATA_HPP_
#define ROSBAG2_STORAGE__BAG_METADATA_HPP_

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "rosbag2_storage/topic_metadata.hpp"

namespace rosbag2_storage
{

/// A topic and how many messages of it a bag has.
struct TopicInformation
{
  TopicMetadata topic_metadata;
  size_t message_count = 0;
};

/// One file of a bag.
struct FileInformation
{
  std::string path;  ///< Relative to the folder of the bag.
  std::chrono::time_point<std::chrono::high_resolution_clock> starting_time;
  std::chrono::nanoseconds duration{0};
  size_t message_count = 0;
};

/// Threads: as a struct.
struct BagMetadata
{
  int version = 9;
  uint64_t bag_size = 0;  ///< Bytes of all files; metadata.yaml does not have it.
  std::string storage_identifier;
  std::vector<std::string> relative_file_paths;
  std::vector<FileInformation> files;
  std::chrono::nanoseconds duration{0};
  std::chrono::time_point<std::chrono::high_resolution_clock> starting_time;
  uint64_t message_count = 0;
  std::vector<TopicInformation> topics_with_message_count;
  std::string compression_format;
  std::string compression_mode;
  std::unordered_map<std::string, std::string> custom_data;
  std::string ros_distro;
};

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__BAG_METADATA_HPP_
