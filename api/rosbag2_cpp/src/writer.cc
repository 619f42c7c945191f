#include "rosbag2_cpp/writer.hpp"

#include <stdexcept>
#include <utility>

#include "rosbag2_storage/default_storage_id.hpp"

namespace rosbag2_cpp
{

using rosbag2_storage::SerializedBagMessage;

Writer::Writer(std::unique_ptr<writer_interfaces::BaseWriterInterface> writer_impl)
: writer_impl_(std::move(writer_impl)) {}

Writer::~Writer() = default;

void Writer::open(const std::string & uri)
{
  rosbag2_storage::StorageOptions options;
  options.uri = uri;
  options.storage_id = rosbag2_storage::get_default_storage_id();
  open(options, {});
}

void Writer::open(
  const rosbag2_storage::StorageOptions & storage_options,
  const ConverterOptions & converter_options)
{
  const std::lock_guard lock(mutex_);
  writer_impl_->open(storage_options, converter_options);
}

void Writer::close()
{
  const std::lock_guard lock(mutex_);
  writer_impl_->close();
}

void Writer::create_topic(const rosbag2_storage::TopicMetadata & topic_with_type)
{
  const std::lock_guard lock(mutex_);
  writer_impl_->create_topic(topic_with_type);
}

void Writer::create_topic(
  const rosbag2_storage::TopicMetadata & topic_with_type,
  const rosbag2_storage::MessageDefinition & message_definition)
{
  const std::lock_guard lock(mutex_);
  writer_impl_->create_topic(topic_with_type, message_definition);
}

void Writer::remove_topic(const rosbag2_storage::TopicMetadata & topic_with_type)
{
  const std::lock_guard lock(mutex_);
  writer_impl_->remove_topic(topic_with_type);
}

bool Writer::take_snapshot()
{
  const std::lock_guard lock(mutex_);
  return writer_impl_->take_snapshot();
}

void Writer::split_bagfile()
{
  const std::lock_guard lock(mutex_);
  writer_impl_->split_bagfile();
}

void Writer::write(std::shared_ptr<const SerializedBagMessage> message)
{
  const std::lock_guard lock(mutex_);
  writer_impl_->write(std::move(message));
}

void Writer::write(
  std::shared_ptr<const SerializedBagMessage> message, const std::string & topic_name,
  const std::string & type_name, const std::string & serialization_format)
{
  if (message->topic_name != topic_name) {
    throw std::runtime_error(
            "A message of topic '" + message->topic_name + "' cannot be written as one of '" + topic_name +
            "'. Give the same name, or change the message's.");
  }
  rosbag2_storage::TopicMetadata topic;
  topic.name = topic_name;
  topic.type = type_name;
  topic.serialization_format = serialization_format;
  const std::lock_guard lock(mutex_);
  writer_impl_->create_topic(topic);
  writer_impl_->write(std::move(message));
}

void Writer::write(
  std::shared_ptr<const rclcpp::SerializedMessage> message, const std::string & topic_name,
  const std::string & type_name, const rclcpp::Time & time)
{
  const auto bytes = std::make_shared<SerializedBagMessage>();
  bytes->topic_name = topic_name;
  bytes->recv_timestamp = bytes->send_timestamp = time.nanoseconds();
  // Bytes of the message, which lives as long as they do. The writer does not change them.
  auto & owned = const_cast<rclcpp::SerializedMessage &>(*message).get_rcl_serialized_message();
  bytes->serialized_data = std::shared_ptr<rcutils_uint8_array_t>(message, &owned);
  write(bytes, topic_name, type_name, "cdr");
}

void Writer::write(
  const rclcpp::SerializedMessage & message, const std::string & topic_name,
  const std::string & type_name, const rclcpp::Time & time)
{
  write(std::make_shared<const rclcpp::SerializedMessage>(message), topic_name, type_name, time);
}

void Writer::add_event_callbacks(const bag_events::WriterEventCallbacks & callbacks)
{
  const std::lock_guard lock(mutex_);
  writer_impl_->add_event_callbacks(callbacks);
}

}  // namespace rosbag2_cpp
