// The file of options of `ros2 bag convert`.
#include <charconv>
#include <stdexcept>

#include "ranvier/node/yaml_tree.h"
#include "rosbag2_transport/bag_rewrite.hpp"

namespace rosbag2_transport
{
namespace
{

using ranvier::YamlNode;
using rosbag2_storage::StorageOptions;

[[noreturn]] void refuse(const std::string & where, const std::string & what)
{
  throw std::runtime_error(where + ": " + what);
}

[[noreturn]] void refuse_value(const YamlNode::Entry & entry, const std::string & expected)
{
  refuse(entry.where, "'" + entry.key + "' is '" + entry.value.text + "'. Give " + expected + ".");
}

void set(const YamlNode::Entry & from, std::string & to)
{
  if (from.value.kind != YamlNode::Kind::kScalar) {refuse_value(from, "a text");}
  to = from.value.text;
}

void set(const YamlNode::Entry & from, bool & to)
{
  if (from.value.text != "true" && from.value.text != "false") {
    refuse_value(from, "true or false");
  }
  to = from.value.text == "true";
}

template<class Number>
void set_number(const YamlNode::Entry & from, Number & to)
{
  const std::string & text = from.value.text;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), to);
  const bool whole = error == std::errc() && at == text.data() + text.size();
  if (from.value.kind != YamlNode::Kind::kScalar || !whole) {
    refuse_value(from, "a whole number that fits");
  }
}
void set(const YamlNode::Entry & from, uint64_t & to) {set_number(from, to);}
void set(const YamlNode::Entry & from, int64_t & to) {set_number(from, to);}
void set(const YamlNode::Entry & from, int32_t & to) {set_number(from, to);}

void set(const YamlNode::Entry & from, std::vector<std::string> & to)
{
  if (from.value.is_null()) {return;}
  if (from.value.kind != YamlNode::Kind::kList) {refuse_value(from, "a list of texts");}
  to.clear();
  for (const YamlNode & item : from.value.items) {
    if (item.kind != YamlNode::Kind::kScalar) {refuse_value(from, "a list of texts");}
    to.push_back(item.text);
  }
}

void set(const YamlNode::Entry & from, std::unordered_map<std::string, std::string> & to)
{
  if (from.value.is_null()) {return;}
  if (from.value.kind != YamlNode::Kind::kMap) {refuse_value(from, "a map of texts");}
  for (const YamlNode::Entry & entry : from.value.entries) {set(entry, to[entry.key]);}
}

void set_all(const YamlNode::Entry & from, RecordOptions & to)
{
  bool all = false;
  set(from, all);
  if (all) {to.all_topics = to.all_services = true;}
}

/// Sets a member of that name; what it is called in the file may differ.
template<class Struct>
struct Key
{
  const char * name;
  void (* set)(const YamlNode::Entry & from, Struct & to);
};

template<auto member, class Struct>
constexpr Key<Struct> key(const char * name)
{
  return {name, [](const YamlNode::Entry & from, Struct & to) {set(from, to.*member);}};
}

template<auto member>
constexpr Key<StorageOptions> storage(const char * name)
{
  return key<member, StorageOptions>(name);
}
template<auto member>
constexpr Key<RecordOptions> record(const char * name)
{
  return key<member, RecordOptions>(name);
}

constexpr Key<StorageOptions> kStorageKeys[] = {
  storage<&StorageOptions::uri>("uri"),
  storage<&StorageOptions::storage_id>("storage_id"),
  storage<&StorageOptions::max_bagfile_size>("max_bagfile_size"),
  storage<&StorageOptions::max_bagfile_duration>("max_bagfile_duration"),
  storage<&StorageOptions::max_cache_size>("max_cache_size"),
  storage<&StorageOptions::storage_preset_profile>("storage_preset_profile"),
  storage<&StorageOptions::storage_config_uri>("storage_config_uri"),
  storage<&StorageOptions::snapshot_mode>("snapshot_mode"),
  storage<&StorageOptions::start_time_ns>("start_time_ns"),
  storage<&StorageOptions::end_time_ns>("end_time_ns"),
  storage<&StorageOptions::custom_data>("custom_data"),
};

// What concerns a node alone is accepted and changes nothing.
void ignore(const YamlNode::Entry &, RecordOptions &) {}

constexpr Key<RecordOptions> kRecordKeys[] = {
  {"all", set_all},
  record<&RecordOptions::all_topics>("all_topics"),
  record<&RecordOptions::all_services>("all_services"),
  record<&RecordOptions::topics>("topics"),
  record<&RecordOptions::topic_types>("topic_types"),
  record<&RecordOptions::services>("services"),
  record<&RecordOptions::rmw_serialization_format>("rmw_serialization_format"),
  record<&RecordOptions::regex>("regex"),
  record<&RecordOptions::exclude_regex>("exclude"),
  record<&RecordOptions::exclude_regex>("exclude_regex"),
  record<&RecordOptions::exclude_topics>("exclude_topics"),
  record<&RecordOptions::exclude_topic_types>("exclude_topic_types"),
  record<&RecordOptions::exclude_service_events>("exclude_services"),
  record<&RecordOptions::exclude_service_events>("exclude_service_events"),
  record<&RecordOptions::compression_mode>("compression_mode"),
  record<&RecordOptions::compression_format>("compression_format"),
  record<&RecordOptions::compression_queue_size>("compression_queue_size"),
  record<&RecordOptions::compression_threads>("compression_threads"),
  record<&RecordOptions::compression_threads_priority>("compression_threads_priority"),
  record<&RecordOptions::include_hidden_topics>("include_hidden_topics"),
  {"include_unpublished_topics", ignore}, {"is_discovery_disabled", ignore},
  {"topic_polling_interval", ignore}, {"node_prefix", ignore},
  {"topic_qos_profile_overrides", ignore}, {"disable_keyboard_controls", ignore},
};

template<class Struct, size_t count>
bool set_by(const Key<Struct> (&keys)[count], const YamlNode::Entry & entry, Struct & to)
{
  for (const auto & each : keys) {
    if (entry.key != each.name) {continue;}
    each.set(entry, to);
    return true;
  }
  return false;
}

std::pair<StorageOptions, RecordOptions> output_bag(const YamlNode & node)
{
  std::pair<StorageOptions, RecordOptions> bag;
  if (node.kind != YamlNode::Kind::kMap) {refuse(node.where, "an output bag is no map of options");}
  for (const YamlNode::Entry & entry : node.entries) {
    if (set_by(kStorageKeys, entry, bag.first) || set_by(kRecordKeys, entry, bag.second)) {continue;}
    refuse(
      entry.where, "an output bag has no option '" + entry.key + "'. Those of StorageOptions and "
      "RecordOptions are known, as uri, storage_id, all_topics, topics, exclude_topics.");
  }
  if (bag.first.uri.empty()) {refuse(node.where, "an output bag needs 'uri', its folder");}
  return bag;
}

}  // namespace

OutputBags read_output_bags(const std::string & path)
{
  const auto root = ranvier::read_yaml("file of output bags", path);
  if (!root) {throw std::runtime_error(root.error().what);}
  const YamlNode * list = nullptr;
  for (const YamlNode::Entry & entry : root->entries) {
    if (entry.key == "output_bags") {list = &entry.value;}
  }
  if (list == nullptr) {
    refuse(root->where, "Output bag config YAML file must have top-level key 'output_bags'");
  }
  if (list->kind != YamlNode::Kind::kList || list->items.empty()) {
    refuse(
      list->where, "Top-level key 'output_bags' must contain a list of "
      "StorageOptions/RecordOptions dicts.");
  }
  OutputBags bags;
  for (const YamlNode & node : list->items) {bags.push_back(output_bag(node));}
  return bags;
}

}  // namespace rosbag2_transport
