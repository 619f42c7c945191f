#include "rosbag2_storage/detail/core_storage.hpp"

#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "bag/storage/bag_folder.h"
#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_writer.h"
#include "bag/storage/storages.h"
#include "rosbag2_storage/detail/convert.hpp"
#include "rosbag2_storage/detail/filter.hpp"
#include "rosbag2_storage/metadata_io.hpp"
#include "rosbag2_storage/ros_helper.hpp"

namespace rosbag2_storage
{
namespace detail
{
namespace
{

namespace core = ranvier::bag;
using storage_interfaces::IOFlag;

template<class ResultT>
void check(const ResultT & result)
{
  if (!result) {throw std::runtime_error(result.error().what);}
}

}  // namespace

struct CoreStorage::Impl
{
  explicit Impl(const std::string & id)
  {
    const auto found = core::find_storage(id);
    check(found);
    storage = *found;
  }

  core::BagReader & reading()
  {
    if (!bag) {throw std::runtime_error("Bag file '" + path + "' is not open to be read.");}
    next.reset();
    return *bag;
  }
  core::FileWriter & writing()
  {
    if (!file) {throw std::runtime_error("Bag file '" + path + "' is not open to be written.");}
    return *file;
  }
  void create(const StorageOptions & options);
  bool look();

  const core::Storage * storage = nullptr;
  std::string path;
  std::unique_ptr<core::BagReader> bag;
  std::shared_ptr<SerializedBagMessage> next;  // has_next() has read it
  std::unique_ptr<core::FileWriter> file;
  core::BagMetadata written;
  std::map<std::string, core::TopicId> topics;  // that can be written
  core::TopicId topic_count = 0;
};

void CoreStorage::Impl::create(const StorageOptions & options)
{
  const core::WriteOptions wanted = write_options_of(options);
  core::StorageSettings settings = wanted.settings;
  settings.ros_distro = wanted.ros_distro;
  const auto create = storage->writer(settings);
  check(create);
  path = options.uri + storage->extension;
  auto made = (*create)(path);
  check(made);
  file = std::move(*made);
  written.storage_id = storage->id;
  written.ros_distro = wanted.ros_distro;
}

bool CoreStorage::Impl::look()
{
  if (next) {return true;}
  const auto message = reading().next();
  check(message);
  if (!*message) {return false;}
  next = std::make_shared<SerializedBagMessage>();
  next->topic_name = bag->topics()[(*message)->topic].topic.name;
  next->recv_timestamp = (*message)->received_ns;
  next->send_timestamp = (*message)->sent_ns;
  next->serialized_data = make_serialized_message((*message)->data.data(), (*message)->data.size());
  return true;
}

CoreStorage::CoreStorage(const std::string & id)
: impl_(std::make_unique<Impl>(id)) {}

CoreStorage::~CoreStorage()
{
  if (impl_->file) {static_cast<void>(impl_->file->finish());}
}

void CoreStorage::open(const StorageOptions & storage_options, IOFlag io_flag)
{
  if (io_flag == IOFlag::READ_WRITE) {
    impl_->create(storage_options);
    return;
  }
  if (io_flag == IOFlag::APPEND) {
    throw std::runtime_error(
      "Bag file '" + storage_options.uri + "': a file that was ended takes no more messages. Write "
      "another one.");
  }
  StorageOptions options = storage_options;
  options.storage_id = impl_->storage->id;
  auto opened = core::BagReader::open(read_options_of(options));
  check(opened);
  impl_->bag = std::move(*opened);
  impl_->path = storage_options.uri;
}

BagMetadata CoreStorage::get_metadata()
{
  if (impl_->bag) {return from_core(impl_->bag->metadata());}
  impl_->written.size = get_bagfile_size();
  impl_->written.paths = {get_relative_file_path()};
  return from_core(impl_->written);
}

std::string CoreStorage::get_relative_file_path() const {return impl_->path;}

uint64_t CoreStorage::get_bagfile_size() const
{
  return impl_->file ? impl_->file->size() : core::file_size(impl_->path);
}

std::string CoreStorage::get_storage_identifier() const {return impl_->storage->id;}

uint64_t CoreStorage::get_minimum_split_file_size() const {return impl_->storage->smallest_file;}

bool CoreStorage::set_read_order(const ReadOrder & read_order)
{
  const bool by_file = read_order.sort_by == ReadOrder::File;
  const bool is_none = read_order.sort_by == ReadOrder::PublishedTimestamp;
  if (is_none || (by_file && read_order.reverse)) {return false;}
  check(
    impl_->reading().set_order(
      by_file ? core::ReadOrder::kFile :
      read_order.reverse ? core::ReadOrder::kReceivedReverse : core::ReadOrder::kReceived));
  return true;
}

bool CoreStorage::has_next() {return impl_->look();}

std::shared_ptr<SerializedBagMessage> CoreStorage::read_next()
{
  if (!impl_->look()) {
    throw std::runtime_error(
      "Bag file '" + impl_->path + "' has no further message. Ask has_next() before.");
  }
  return std::exchange(impl_->next, nullptr);
}

std::vector<TopicMetadata> CoreStorage::get_all_topics_and_types()
{
  std::vector<TopicMetadata> topics;
  if (!impl_->bag) {return topics;}
  const core::BagMetadata & metadata = impl_->bag->metadata();
  for (const core::TopicCount & each : metadata.topics) {
    topics.push_back(from_core(each.topic, metadata.version));
  }
  return topics;
}

void CoreStorage::get_all_message_definitions(std::vector<MessageDefinition> & definitions)
{
  definitions.clear();
  if (!impl_->bag) {return;}
  std::map<std::string, bool> known;
  for (size_t i = 0; i < impl_->bag->topics().size(); ++i) {
    const std::string & type = impl_->bag->topics()[i].topic.type;
    const core::Definition & text = impl_->bag->definitions()[i];
    if (known.emplace(type, true).second) {
      definitions.push_back({type, text.encoding, text.text, ""});
    }
  }
}

void CoreStorage::set_filter(const StorageFilter & storage_filter)
{
  check(impl_->reading().filter(question_of(storage_filter)));
}

void CoreStorage::reset_filter() {check(impl_->reading().filter(nullptr));}

void CoreStorage::seek(const rcutils_time_point_value_t & timestamp)
{
  check(impl_->reading().seek(timestamp));
}

void CoreStorage::write(std::shared_ptr<const SerializedBagMessage> msg)
{
  write(std::vector<std::shared_ptr<const SerializedBagMessage>>{std::move(msg)});
}

void CoreStorage::write(const std::vector<std::shared_ptr<const SerializedBagMessage>> & msgs)
{
  std::vector<core::Bytes> parts;
  std::vector<core::BagMessage> messages;
  parts.reserve(msgs.size());
  for (const auto & each : msgs) {
    const auto topic = impl_->topics.find(each->topic_name);
    if (topic == impl_->topics.end()) {
      throw std::runtime_error(
        "Bag file '" + impl_->path + "' has no topic '" + each->topic_name + "'. Call "
        "create_topic() before writing.");
    }
    const auto & bytes = *each->serialized_data;
    parts.emplace_back(reinterpret_cast<const std::byte *>(bytes.buffer), bytes.buffer_length);
    const int64_t sent = each->send_timestamp == 0 ? each->recv_timestamp : each->send_timestamp;
    messages.push_back({topic->second, each->recv_timestamp, sent, {&parts.back(), 1}});
  }
  check(impl_->writing().write(messages));
}

void CoreStorage::update_metadata(const BagMetadata & metadata)
{
  impl_->written = to_core(metadata);
  check(impl_->writing().note(core::to_note(impl_->written)));
}

void CoreStorage::create_topic(
  const TopicMetadata & topic, const MessageDefinition & message_definition)
{
  if (impl_->topics.count(topic.name) != 0) {return;}
  check(
    impl_->writing().add_topic(
      to_core(topic), {message_definition.encoding, message_definition.encoded_message_definition}));
  impl_->topics[topic.name] = impl_->topic_count++;
}

void CoreStorage::remove_topic(const TopicMetadata & topic) {impl_->topics.erase(topic.name);}

}  // namespace detail
}  // namespace rosbag2_storage
