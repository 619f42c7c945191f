#include "bag/storage/metadata.h"

#include <algorithm>
#include <charconv>

#include "bag/storage/yaml_writer.h"
#include "ranvier/base/saturating.h"

namespace ranvier::bag {
namespace {

void put_time(YamlWriter& to, std::int64_t start_ns, std::int64_t duration_ns,
              bool duration_first) {
  const auto duration = [&] { to.begin("duration").number("nanoseconds", duration_ns).end(); };
  if (duration_first) duration();
  to.begin("starting_time").number("nanoseconds_since_epoch", start_ns).end();
  if (!duration_first) duration();
}

/// What publishers offered, as nodes; as a text where it is no YAML.
void put_qos(YamlWriter& to, const std::string& offered) {
  constexpr std::string_view kKey = "offered_qos_profiles";
  const auto read = parse_yaml(offered, "QoS");
  if (offered.empty()) {
    to.key(kKey, "[]");
  } else if (read && read->kind == YamlNode::Kind::kList) {
    to.node(kKey, *read);
  } else {
    to.text(kKey, offered);
  }
}

void put_topic(YamlWriter& to, const TopicCount& counted) {
  to.item().begin("topic_metadata");
  to.text("name", counted.topic.name).text("type", counted.topic.type);
  to.text("serialization_format", counted.topic.format);
  put_qos(to, counted.topic.offered_qos);
  to.text("type_description_hash", counted.topic.type_hash).end();
  to.number("message_count", counted.messages).end_item();
}

void put_topics(YamlWriter& to, const std::vector<TopicCount>& topics) {
  if (topics.empty()) {
    to.key("topics_with_message_count", "[]");
    return;
  }
  to.begin("topics_with_message_count");
  for (const TopicCount& topic : topics) put_topic(to, topic);
  to.end();
}

void put_files(YamlWriter& to, const BagMetadata& metadata) {
  if (metadata.paths.empty()) {
    to.key("relative_file_paths", "[]");
  } else {
    to.begin("relative_file_paths");
    for (const std::string& path : metadata.paths) to.scalar_item(path);
    to.end();
  }
  if (metadata.files.empty()) {
    to.key("files", "[]");
    return;
  }
  to.begin("files");
  for (const FileInfo& file : metadata.files) {
    to.item().text("path", file.path);
    put_time(to, file.start_ns, file.duration_ns, false);
    to.number("message_count", file.messages).end_item();
  }
  to.end();
}

void put_custom_data(YamlWriter& to, const std::map<std::string, std::string>& data) {
  if (data.empty()) {
    to.key("custom_data", "~");
    return;
  }
  to.begin("custom_data");
  for (const auto& [key, value] : data) to.text(yaml_scalar(key), value);
  to.end();
}

void put_information(YamlWriter& to, const BagMetadata& metadata) {
  to.number("version", kMetadataVersion).text("storage_identifier", metadata.storage_id);
  put_time(to, metadata.start_ns, metadata.duration_ns, true);
  to.number("message_count", metadata.messages);
  put_topics(to, metadata.topics);
  to.text("compression_format", metadata.compression_format);
  to.text("compression_mode", metadata.compression_mode);
  put_files(to, metadata);
  put_custom_data(to, metadata.custom_data);
  to.text("ros_distro", metadata.ros_distro);
}

}  // namespace

std::string to_yaml(const BagMetadata& metadata) {
  YamlWriter to;
  to.begin(kInformation);
  put_information(to, metadata);
  return to.written();
}

std::string to_note(const BagMetadata& metadata) {
  YamlWriter to;
  put_information(to, metadata);
  return to.written();
}

void add_file(BagMetadata& metadata, const FileInfo& file) {
  metadata.paths.push_back(file.path);
  metadata.files.push_back(file);
  if (file.messages == 0) return;
  const bool first = metadata.messages == 0;
  const std::int64_t end = add_saturating(file.start_ns, file.duration_ns);
  const std::int64_t end_before =
      first ? end : add_saturating(metadata.start_ns, metadata.duration_ns);
  metadata.start_ns = first ? file.start_ns : std::min(metadata.start_ns, file.start_ns);
  metadata.duration_ns = subtract_saturating(std::max(end, end_before), metadata.start_ns);
  metadata.messages += file.messages;
}

std::uint64_t lost_count(const std::string& value) noexcept {
  std::uint64_t count = 0;
  std::from_chars(value.data(), value.data() + value.size(), count);
  return count;
}

}  // namespace ranvier::bag
