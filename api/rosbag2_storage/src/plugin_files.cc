#include "plugin_files.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "rosbag2_storage/detail/convert.hpp"
#include "rosbag2_storage/metadata_io.hpp"
#include "rosbag2_storage/ros_helper.hpp"

namespace rosbag2_storage
{
namespace
{

namespace core = ranvier::bag;
using ranvier::Code;
using ranvier::Error;
using ranvier::Result;

Error failed(const std::string & path, const std::string & why)
{
  return {Code::kWorld, "Bag file '" + path + "', by the plugin of its storage: " + why};
}

/// Calls `work`; what it throws becomes an error.
template<class Work>
Result<void> guarded(const std::string & path, Work work)
{
  try {
    work();
    return {};
  } catch (const std::exception & error) {
    return failed(path, error.what());
  } catch (...) {
    return failed(path, "something is thrown that says nothing");
  }
}

std::shared_ptr<const SerializedBagMessage> message_of(
  const core::BagMessage & from, const std::string & topic)
{
  size_t size = 0;
  for (const core::Bytes part : from.parts) {size += part.size();}
  auto made = std::make_shared<SerializedBagMessage>();
  made->topic_name = topic;
  made->recv_timestamp = from.received_ns;
  made->send_timestamp = from.sent_ns;
  made->serialized_data = make_empty_serialized_message(size);
  uint8_t * to = made->serialized_data->buffer;
  for (const core::Bytes part : from.parts) {
    if (!part.empty()) {std::memcpy(to, part.data(), part.size());}
    to += part.size();
  }
  made->serialized_data->buffer_length = size;
  return made;
}

}  // namespace

Result<std::unique_ptr<core::FileWriter>> PluginWriter::create(
  std::shared_ptr<Plugin> plugin, const StorageOptions & options)
{
  const auto opened = guarded(
    options.uri, [&] {plugin->open(options, storage_interfaces::IOFlag::READ_WRITE);});
  if (!opened) {return opened.error();}
  return std::unique_ptr<core::FileWriter>(new PluginWriter(std::move(plugin), options.uri));
}

Result<void> PluginWriter::add_topic(
  const core::Topic & topic, const core::Definition & definition)
{
  const int version = BagMetadata().version;
  topics_.push_back(topic.name);
  return guarded(
    path_, [&] {
      plugin_->create_topic(
        detail::from_core(topic, version),
        {topic.type, definition.encoding, definition.text, topic.type_hash});
    });
}

Result<void> PluginWriter::write(std::span<const core::BagMessage> messages)
{
  return guarded(
    path_, [&] {
      std::vector<std::shared_ptr<const SerializedBagMessage>> batch;
      for (const core::BagMessage & each : messages) {
        batch.push_back(message_of(each, topics_.at(each.topic)));
      }
      if (!batch.empty()) {plugin_->write(batch);}
    });
}

uint64_t PluginWriter::size() const
{
  uint64_t size = 0;
  static_cast<void>(guarded(path_, [&] {size = plugin_ ? plugin_->get_bagfile_size() : 0;}));
  return size;
}

std::string PluginWriter::extension() const
{
  std::string whole;
  static_cast<void>(
    guarded(path_, [&] {whole = plugin_ ? plugin_->get_relative_file_path() : path_;}));
  return whole.compare(0, path_.size(), path_) == 0 ? whole.substr(path_.size()) : "";
}

Result<void> PluginWriter::note(const std::string & yaml)
{
  return guarded(
    path_, [&] {plugin_->update_metadata(MetadataIo().deserialize_metadata(yaml));});
}

Result<void> PluginWriter::finish()
{
  return guarded(path_, [&] {plugin_.reset();});
}

Result<std::unique_ptr<core::FileReader>> PluginReader::open(
  std::shared_ptr<Plugin> plugin, const StorageOptions & options)
{
  std::unique_ptr<PluginReader> reader(new PluginReader(std::move(plugin), options.uri));
  const auto opened = guarded(
    options.uri, [&] {
      reader->plugin_->open(options, storage_interfaces::IOFlag::READ_ONLY);
      reader->read_contents();
    });
  if (!opened) {return opened.error();}
  return std::unique_ptr<core::FileReader>(std::move(reader));
}

void PluginReader::read_contents()
{
  const core::BagMetadata metadata = detail::to_core(plugin_->get_metadata());
  contents_.start_ns = metadata.start_ns;
  contents_.end_ns = metadata.start_ns + metadata.duration_ns;
  contents_.messages = metadata.messages;
  contents_.note = core::to_yaml(metadata);
  std::vector<MessageDefinition> definitions;
  plugin_->get_all_message_definitions(definitions);
  for (const TopicMetadata & topic : plugin_->get_all_topics_and_types()) {
    topics_[topic.name] = static_cast<core::TopicId>(contents_.topics.size());
    const auto counted = std::find_if(
      metadata.topics.begin(), metadata.topics.end(),
      [&](const core::TopicCount & each) {return each.topic.name == topic.name;});
    contents_.topics.push_back(
      {detail::to_core(topic), counted == metadata.topics.end() ? 0 : counted->messages});
    const auto text = std::find_if(
      definitions.begin(), definitions.end(),
      [&](const MessageDefinition & each) {return each.topic_type == topic.type;});
    contents_.definitions.push_back(
      text == definitions.end() ? core::Definition{} :
      core::Definition{text->encoding, text->encoded_message_definition});
  }
}

/// @return whether there is such an order.
bool PluginReader::start(const core::Selection & selection)
{
  const bool reverse = selection.order == core::ReadOrder::kReceivedReverse;
  ReadOrder order;
  order.sort_by =
    selection.order == core::ReadOrder::kFile ? ReadOrder::File : ReadOrder::ReceivedTimestamp;
  order.reverse = reverse;
  if (!plugin_->set_read_order(order)) {return false;}
  plugin_->reset_filter();
  StorageFilter filter;
  for (const auto & [name, topic] : topics_) {
    if (selection.wants(topic)) {filter.topics.push_back(name);}
  }
  if (filter.topics.size() < topics_.size()) {plugin_->set_filter(filter);}
  const int64_t first = reverse ? contents_.end_ns : contents_.start_ns;
  plugin_->seek(selection.from_ns.value_or(first));
  return true;
}

Result<void> PluginReader::select(core::Selection selection)
{
  if (selection.order == core::ReadOrder::kFile && selection.from_ns) {
    return Error{Code::kUnsupported, "Bag file '" + path_ + "': seek() needs an order by time. Set "
      "that order first."};
  }
  bool is_known = false;
  const auto done = guarded(path_, [&] {is_known = start(selection);});
  if (!done) {return done;}
  if (!is_known) {
    return Error{Code::kUnsupported, "Bag file '" + path_ + "': the plugin of its storage has no "
      "such order of reading."};
  }
  selection_ = std::move(selection);
  started_ = true;
  return {};
}

/// A plugin may give what lies before the time that was sought.
bool PluginReader::is_in_time(int64_t received_ns) const
{
  if (!selection_.from_ns) {return true;}
  const bool reverse = selection_.order == core::ReadOrder::kReceivedReverse;
  return reverse ? received_ns <= *selection_.from_ns : received_ns >= *selection_.from_ns;
}

Result<std::optional<core::MessageView>> PluginReader::next()
{
  if (!started_) {
    if (const auto set = select({}); !set) {return set.error();}
  }
  std::optional<core::MessageView> view;
  const auto done = guarded(
    path_, [&] {
      while (!view && plugin_->has_next()) {
        message_ = plugin_->read_next();
        const auto topic = topics_.find(message_->topic_name);
        const bool wanted = topic != topics_.end() && selection_.wants(topic->second);
        if (!wanted || !is_in_time(message_->recv_timestamp)) {continue;}
        const auto & bytes = *message_->serialized_data;
        view = core::MessageView{
          topic->second, message_->recv_timestamp, message_->send_timestamp,
          core::Bytes(reinterpret_cast<const std::byte *>(bytes.buffer), bytes.buffer_length)};
      }
    });
  if (!done) {return done.error();}
  return view;
}

}  // namespace rosbag2_storage
