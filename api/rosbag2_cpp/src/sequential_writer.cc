#include "rosbag2_cpp/writers/sequential_writer.hpp"

#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "bag/storage/bag_writer.h"
#include "rclcpp/logging.hpp"
#include "rosbag2_cpp/message_definitions/local_message_definition_source.hpp"
#include "rosbag2_storage/detail/convert.hpp"

namespace rosbag2_cpp
{
namespace writers
{
namespace
{

namespace core = ranvier::bag;
using Message = std::shared_ptr<const rosbag2_storage::SerializedBagMessage>;

const rclcpp::Logger & logger()
{
  static const rclcpp::Logger made = rclcpp::get_logger("rosbag2_cpp");
  return made;
}

template<class ResultT>
void check(const ResultT & result)
{
  if (!result) {throw std::runtime_error(result.error().what);}
}

void check_formats(const ConverterOptions & options)
{
  if (options.input_serialization_format == options.output_serialization_format) {return;}
  throw std::runtime_error(
    "Bag: messages cannot be converted from '" + options.input_serialization_format + "' to '" +
    options.output_serialization_format + "': no converter is known. Give both the same format.");
}

}  // namespace

class SequentialWriter::Impl
{
public:
  void open(
    const rosbag2_storage::StorageOptions & options, const core::WriteCompression & compression);
  void close();
  void create_topic(
    const rosbag2_storage::TopicMetadata & topic, const core::Definition & definition);
  bool has_topic(const std::string & name) const {return topics_.count(name) != 0;}
  void remove_topic(const std::string & name) {topics_.erase(name);}
  void write(Message message);
  bool take_snapshot();
  void split();
  /// Whoever calls it holds it: a callback of a split may close this writer.
  std::shared_ptr<core::BagWriter> bag() const;
  /// From the installed package; looked for once, and so said once if there is none.
  const rosbag2_storage::MessageDefinition & definition_of(const std::string & type);
  bag_events::EventCallbackManager callbacks_;

private:
  core::TopicId topic_of(const std::string & name) const;
  void keep(Message message);
  void write_now(const rosbag2_storage::SerializedBagMessage & message);
  void tell_split(const core::BagWriter::Split & split);
  void wait_for_splits(core::BagWriter & bag);

  std::shared_ptr<core::BagWriter> bag_;
  rosbag2_storage::StorageOptions options_;
  std::map<std::string, core::TopicId> topics_;
  std::map<std::string, rosbag2_storage::MessageDefinition> definitions_;  // by type
  std::deque<Message> kept_;  // in snapshot mode
  uint64_t kept_bytes_ = 0;
  bool compresses_files_ = false;
};

std::shared_ptr<core::BagWriter> SequentialWriter::Impl::bag() const
{
  if (!bag_) {throw std::runtime_error("Bag is not open. Call open() before writing.");}
  return bag_;
}

void SequentialWriter::Impl::open(
  const rosbag2_storage::StorageOptions & options, const core::WriteCompression & compression)
{
  if (bag_) {throw std::runtime_error("Bag '" + options_.uri + "' is open. Close it first.");}
  if (options.snapshot_mode && options.max_cache_size == 0) {
    throw std::runtime_error(
      "Bag '" + options.uri + "': snapshot mode keeps messages of max_cache_size bytes, and that is "
      "0. Give a size.");
  }
  core::WriteOptions wanted = rosbag2_storage::detail::write_options_of(options);
  wanted.compression = compression;
  compresses_files_ = compression.mode == core::WriteCompression::Mode::kFile;
  auto opened = core::BagWriter::open(std::move(wanted));
  check(opened);
  bag_ = *std::move(opened);
  options_ = options;
  topics_.clear();
  bag_->on_split([this](const core::BagWriter::Split & split) {tell_split(split);});
}

void SequentialWriter::Impl::close()
{
  if (!bag_) {return;}
  const auto bag = std::exchange(bag_, nullptr);
  kept_.clear();
  kept_bytes_ = 0;
  check(bag->close());
}

void SequentialWriter::Impl::tell_split(const core::BagWriter::Split & split)
{
  const auto info = std::make_shared<bag_events::BagSplitInfo>();
  info->closed_file = split.closed;
  info->opened_file = split.opened;
  callbacks_.execute_callbacks(bag_events::BagEvent::WRITE_SPLIT, info);
}

void SequentialWriter::Impl::create_topic(
  const rosbag2_storage::TopicMetadata & topic, const core::Definition & definition)
{
  const auto added = bag()->add_topic(rosbag2_storage::detail::to_core(topic), definition);
  check(added);
  topics_[topic.name] = *added;
}

const rosbag2_storage::MessageDefinition & SequentialWriter::Impl::definition_of(
  const std::string & type)
{
  const auto found = definitions_.find(type);
  if (found != definitions_.end()) {return found->second;}
  return definitions_[type] = LocalMessageDefinitionSource().get_full_text(type);
}

core::TopicId SequentialWriter::Impl::topic_of(const std::string & name) const
{
  const auto found = topics_.find(name);
  if (found != topics_.end()) {return found->second;}
  throw std::runtime_error(
    "Bag '" + options_.uri + "' has no topic '" + name + "'. Call create_topic() before writing.");
}

void SequentialWriter::Impl::write_now(const rosbag2_storage::SerializedBagMessage & message)
{
  const auto & bytes = *message.serialized_data;
  const core::Bytes parts[] = {
    core::Bytes(reinterpret_cast<const std::byte *>(bytes.buffer), bytes.buffer_length)};
  const int64_t sent =
    message.send_timestamp == 0 ? message.recv_timestamp : message.send_timestamp;
  const core::BagMessage one{topic_of(message.topic_name), message.recv_timestamp, sent, parts};
  const auto bag = this->bag();
  check(bag->write({&one, 1}));
  wait_for_splits(*bag);
}

/// Callbacks of a split are called before the call that made it returns; where files are compressed,
/// later.
void SequentialWriter::Impl::wait_for_splits(core::BagWriter & bag)
{
  if (!compresses_files_ && callbacks_.has_callback_for_event(bag_events::BagEvent::WRITE_SPLIT)) {
    bag.wait_for_splits();
  }
}

void SequentialWriter::Impl::split()
{
  const auto bag = this->bag();
  check(bag->split());
  wait_for_splits(*bag);
}

/// The oldest messages go where there are too many bytes.
void SequentialWriter::Impl::keep(Message message)
{
  kept_bytes_ += message->serialized_data->buffer_length;
  kept_.push_back(std::move(message));
  while (kept_bytes_ > options_.max_cache_size && kept_.size() > 1) {
    kept_bytes_ -= kept_.front()->serialized_data->buffer_length;
    kept_.pop_front();
  }
}

void SequentialWriter::Impl::write(Message message)
{
  bag();
  topic_of(message->topic_name);
  if (!message->serialized_data) {
    throw std::runtime_error("Bag '" + options_.uri + "': a message without bytes.");
  }
  const int64_t time = message->recv_timestamp;
  if (options_.start_time_ns >= 0 && time < options_.start_time_ns) {return;}
  if (options_.end_time_ns >= 0 && time > options_.end_time_ns) {return;}
  if (options_.snapshot_mode) {
    keep(std::move(message));
  } else {
    write_now(*message);
  }
}

bool SequentialWriter::Impl::take_snapshot()
{
  if (!options_.snapshot_mode) {
    RCLCPP_WARN(logger(), "Bag '%s' is not in snapshot mode.", options_.uri.c_str());
    return false;
  }
  kept_bytes_ = 0;
  for (const Message & message : std::exchange(kept_, {})) {
    if (has_topic(message->topic_name)) {write_now(*message);}
  }
  return true;
}

SequentialWriter::SequentialWriter()
: impl_(std::make_unique<Impl>()) {}

SequentialWriter::~SequentialWriter()
{
  impl_->callbacks_.delete_all_callbacks();  // what they use may be gone
  try {
    impl_->close();
  } catch (const std::exception & error) {
    RCLCPP_ERROR(logger(), "%s", error.what());
  }
}

void SequentialWriter::open(
  const rosbag2_storage::StorageOptions & storage_options,
  const ConverterOptions & converter_options)
{
  open_compressed(storage_options, converter_options, {});
}

void SequentialWriter::open_compressed(
  const rosbag2_storage::StorageOptions & storage_options,
  const ConverterOptions & converter_options, const core::WriteCompression & compression)
{
  check_formats(converter_options);
  impl_->open(storage_options, compression);
}

void SequentialWriter::close() {impl_->close();}

void SequentialWriter::create_topic(const rosbag2_storage::TopicMetadata & topic_with_type)
{
  impl_->bag();
  if (impl_->has_topic(topic_with_type.name)) {return;}
  create_topic(topic_with_type, impl_->definition_of(topic_with_type.type));
}

void SequentialWriter::create_topic(
  const rosbag2_storage::TopicMetadata & topic_with_type,
  const rosbag2_storage::MessageDefinition & message_definition)
{
  impl_->bag();
  if (impl_->has_topic(topic_with_type.name)) {return;}
  const bool known = !message_definition.encoded_message_definition.empty();
  impl_->create_topic(
    topic_with_type,
    {known ? message_definition.encoding : "", message_definition.encoded_message_definition});
}

void SequentialWriter::remove_topic(const rosbag2_storage::TopicMetadata & topic_with_type)
{
  impl_->remove_topic(topic_with_type.name);
}

void SequentialWriter::write(
  std::shared_ptr<const rosbag2_storage::SerializedBagMessage> message)
{
  impl_->write(std::move(message));
}

bool SequentialWriter::take_snapshot() {return impl_->take_snapshot();}

void SequentialWriter::split_bagfile() {impl_->split();}

void SequentialWriter::add_event_callbacks(const bag_events::WriterEventCallbacks & callbacks)
{
  if (callbacks.write_split_callback) {
    impl_->callbacks_.add_event_callback(
      callbacks.write_split_callback, bag_events::BagEvent::WRITE_SPLIT);
  }
}

}  // namespace writers
}  // namespace rosbag2_cpp
