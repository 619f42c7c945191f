#include <charconv>
#include <optional>
#include <system_error>

#include "bag/storage/metadata.h"
#include "bag/storage/yaml_writer.h"

namespace ranvier::bag {
namespace {

/// Reads members of maps; what is missing keeps its default, what is wrong is the first error.
/// Threads: one at a time.
class MetadataReader final {
 public:
  static const YamlNode* child(const YamlNode& node, std::string_view key) {
    for (const YamlNode::Entry& entry : node.entries) {
      if (entry.key == key) return &entry.value;
    }
    return nullptr;
  }

  template <class Number>
  void number(const YamlNode& node, std::string_view key, Number& to) {
    const YamlNode* found = child(node, key);
    if (!found) return;
    const std::string& text = found->text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
    if (error == std::errc{} && end == text.data() + text.size() && !text.empty()) return;
    if (failed_) return;
    failed_ = Error{Code::kInvalidArgument, found->where + ": '" + std::string(key) + "' is '" +
                                                text + "'. Give a whole number that fits."};
  }

  static void text(const YamlNode& node, std::string_view key, std::string& to) {
    const YamlNode* found = child(node, key);
    if (found && !(found->is_null() && !found->quoted)) to = found->text;
  }

  /// "starting_time: {nanoseconds_since_epoch: 5}", "duration: {nanoseconds: 5}".
  void times(const YamlNode& node, std::int64_t& start_ns, std::int64_t& duration_ns) {
    if (const YamlNode* start = child(node, "starting_time")) {
      number(*start, "nanoseconds_since_epoch", start_ns);
    }
    if (const YamlNode* duration = child(node, "duration")) {
      number(*duration, "nanoseconds", duration_ns);
    }
  }

  BagMetadata read(const YamlNode& root);
  [[nodiscard]] const std::optional<Error>& failed() const noexcept { return failed_; }

 private:
  TopicCount topic(const YamlNode& node);
  FileInfo file(const YamlNode& node);

  std::optional<Error> failed_;
};

/// Some tools write modes in small letters.
char to_upper(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

template <class Each>
void each_item(const YamlNode* list, Each each) {
  if (!list) return;
  for (const YamlNode& item : list->items) each(item);
}

TopicCount MetadataReader::topic(const YamlNode& node) {
  TopicCount counted;
  number(node, "message_count", counted.messages);
  const YamlNode* described = child(node, "topic_metadata");
  if (!described) described = child(node, "topic_and_type");  // of version 1
  if (!described) return counted;
  text(*described, "name", counted.topic.name);
  text(*described, "type", counted.topic.type);
  text(*described, "serialization_format", counted.topic.format);
  text(*described, "type_description_hash", counted.topic.type_hash);
  const YamlNode* qos = child(*described, "offered_qos_profiles");
  if (qos && qos->kind == YamlNode::Kind::kScalar) counted.topic.offered_qos = qos->text;
  if (qos && !qos->items.empty()) counted.topic.offered_qos = yaml_block(*qos, 0);
  return counted;
}

FileInfo MetadataReader::file(const YamlNode& node) {
  FileInfo info;
  text(node, "path", info.path);
  times(node, info.start_ns, info.duration_ns);
  number(node, "message_count", info.messages);
  return info;
}

BagMetadata MetadataReader::read(const YamlNode& root) {
  BagMetadata metadata;
  number(root, "version", metadata.version);
  text(root, "storage_identifier", metadata.storage_id);
  times(root, metadata.start_ns, metadata.duration_ns);
  number(root, "message_count", metadata.messages);
  text(root, "compression_format", metadata.compression_format);
  text(root, "compression_mode", metadata.compression_mode);
  for (char& letter : metadata.compression_mode) letter = to_upper(letter);
  text(root, "ros_distro", metadata.ros_distro);
  each_item(child(root, "topics_with_message_count"),
            [&](const YamlNode& item) { metadata.topics.push_back(topic(item)); });
  each_item(child(root, "relative_file_paths"),
            [&](const YamlNode& item) { metadata.paths.push_back(item.text); });
  each_item(child(root, "files"),
            [&](const YamlNode& item) { metadata.files.push_back(file(item)); });
  if (const YamlNode* data = child(root, "custom_data")) {
    for (const auto& entry : data->entries) metadata.custom_data[entry.key] = entry.value.text;
  }
  return metadata;
}

}  // namespace

Result<BagMetadata> parse_metadata(std::string_view yaml, const std::string& origin) {
  const auto root = parse_yaml(yaml, origin);
  if (!root) return root.error();
  const YamlNode* information = MetadataReader::child(*root, kInformation);
  if (!information && MetadataReader::child(*root, "version")) information = &*root;
  if (!information) {
    return Error{Code::kInvalidArgument, origin +
                                             ": there is no 'rosbag2_bagfile_information', so "
                                             "this is not the metadata of a bag."};
  }
  MetadataReader reader;
  BagMetadata metadata = reader.read(*information);
  if (reader.failed()) return *reader.failed();
  if (metadata.version < 1) {
    return Error{Code::kInvalidArgument, origin + ": there is no version " +
                                             std::to_string(metadata.version) + " of metadata."};
  }
  return metadata;
}

}  // namespace ranvier::bag
