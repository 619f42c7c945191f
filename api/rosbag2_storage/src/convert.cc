#include "rosbag2_storage/detail/convert.hpp"

#include <algorithm>
#include <cstdlib>

#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_writer.h"
#include "bag/storage/metadata.h"
#include "rosbag2_storage/default_storage_id.hpp"
#include "rosbag2_storage/detail/storage_plugins.hpp"
#include "rosbag2_storage/qos.hpp"

namespace rosbag2_storage
{
namespace detail
{
namespace
{

using Clock = std::chrono::high_resolution_clock;

Clock::time_point time_of(int64_t ns) {return Clock::time_point(std::chrono::nanoseconds(ns));}

int64_t ns_of(Clock::time_point time)
{
  return std::chrono::nanoseconds(time.time_since_epoch()).count();
}

}  // namespace

TopicMetadata from_core(const ranvier::bag::Topic & topic, int version)
{
  TopicMetadata made;
  made.name = topic.name;
  made.type = topic.type;
  made.serialization_format = topic.format;
  made.type_description_hash = topic.type_hash;
  if (topic.offered_qos.empty()) {return made;}
  try {
    made.offered_qos_profiles = to_rclcpp_qos_vector(topic.offered_qos, version);
  } catch (const std::exception &) {
    made.offered_qos_profiles.clear();  // a damaged text must not keep the messages from their reader
  }
  return made;
}

BagMetadata from_core(const ranvier::bag::BagMetadata & metadata)
{
  BagMetadata made;
  made.version = metadata.version;
  made.bag_size = metadata.size;
  made.storage_identifier = metadata.storage_id;
  made.relative_file_paths = metadata.paths;
  for (const auto & file : metadata.files) {
    made.files.push_back(
      {file.path, time_of(file.start_ns), std::chrono::nanoseconds(file.duration_ns),
        file.messages});
  }
  made.duration = std::chrono::nanoseconds(metadata.duration_ns);
  made.starting_time = time_of(metadata.start_ns);
  made.message_count = metadata.messages;
  for (const auto & counted : metadata.topics) {
    made.topics_with_message_count.push_back(
      {from_core(counted.topic, metadata.version), counted.messages});
  }
  made.compression_format = metadata.compression_format;
  made.compression_mode = metadata.compression_mode;
  made.custom_data.insert(metadata.custom_data.begin(), metadata.custom_data.end());
  made.ros_distro = metadata.ros_distro;
  return made;
}

ranvier::bag::Topic to_core(const TopicMetadata & topic)
{
  std::string qos;
  if (!topic.offered_qos_profiles.empty()) {
    qos = serialize_rclcpp_qos_vector(topic.offered_qos_profiles);
  }
  const bool named = !topic.serialization_format.empty();
  return {topic.name, topic.type, named ? topic.serialization_format : "cdr",
    topic.type_description_hash, qos};
}

ranvier::bag::BagMetadata to_core(const BagMetadata & metadata)
{
  ranvier::bag::BagMetadata made;
  made.version = metadata.version;
  made.size = metadata.bag_size;
  made.storage_id = metadata.storage_identifier;
  made.paths = metadata.relative_file_paths;
  for (const auto & file : metadata.files) {
    made.files.push_back(
      {file.path, ns_of(file.starting_time), file.duration.count(), file.message_count});
  }
  made.duration_ns = metadata.duration.count();
  made.start_ns = ns_of(metadata.starting_time);
  made.messages = metadata.message_count;
  for (const auto & counted : metadata.topics_with_message_count) {
    made.topics.push_back({to_core(counted.topic_metadata), counted.message_count});
  }
  made.compression_format = metadata.compression_format;
  made.compression_mode = metadata.compression_mode;
  made.custom_data.insert(metadata.custom_data.begin(), metadata.custom_data.end());
  made.ros_distro = metadata.ros_distro;
  return made;
}

ranvier::bag::ReadOptions read_options_of(const StorageOptions & options)
{
  use_storage_plugins();
  ranvier::bag::ReadOptions made;
  made.uri = options.uri;
  made.storage_id = options.storage_id;
  made.config = options.storage_config_uri;
  return made;
}

ranvier::bag::WriteOptions write_options_of(const StorageOptions & options)
{
  use_storage_plugins();
  ranvier::bag::WriteOptions made;
  made.uri = options.uri;
  made.storage_id = options.storage_id.empty() ? get_default_storage_id() : options.storage_id;
  made.max_file_size = options.max_bagfile_size;
  constexpr uint64_t kSecond = 1'000'000'000;
  const uint64_t seconds = std::min<uint64_t>(options.max_bagfile_duration, INT64_MAX / kSecond);
  made.max_file_duration_ns = static_cast<int64_t>(seconds * kSecond);
  made.settings.preset = options.storage_preset_profile;
  made.settings.config = options.storage_config_uri;
  made.custom_data.insert(options.custom_data.begin(), options.custom_data.end());
  const char * distro = std::getenv("ROS_DISTRO");
  made.ros_distro = distro ? distro : "jazzy";
  return made;
}

}  // namespace detail
}  // namespace rosbag2_storage
