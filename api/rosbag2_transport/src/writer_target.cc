#include "writer_target.hpp"

#include <cstring>
#include <exception>
#include <utility>

#include "bag/storage/metadata.h"
#include "bag_target.hpp"
#include "rosbag2_storage/detail/convert.hpp"
#include "rosbag2_storage/ros_helper.hpp"

namespace rosbag2_transport
{
namespace
{

using rosbag2_storage::SerializedBagMessage;

std::shared_ptr<const SerializedBagMessage> copy_of(
  const ranvier::bag::BagMessage & message, const std::string & topic)
{
  size_t size = 0;
  for (const auto & part : message.parts) {size += part.size();}
  const auto copy = std::make_shared<SerializedBagMessage>();
  copy->topic_name = topic;
  copy->recv_timestamp = message.received_ns;
  copy->send_timestamp = message.sent_ns;
  copy->serialized_data = rosbag2_storage::make_empty_serialized_message(size);
  uint8_t * to = copy->serialized_data->buffer;
  for (const auto & part : message.parts) {
    if (part.empty()) {continue;}
    std::memcpy(to, part.data(), part.size());
    to += part.size();
  }
  copy->serialized_data->buffer_length = size;
  return copy;
}

template<typename Function>
ranvier::Result<void> in_words(const Function & function)
{
  try {
    function();
  } catch (const std::exception & error) {
    return ranvier::Error{ranvier::Code::kWorld, error.what()};
  }
  return {};
}

}  // namespace

void tell_splits_of(
  rosbag2_cpp::Writer & writer,
  std::function<void(const rosbag2_cpp::bag_events::BagSplitInfo &)> call)
{
  rosbag2_cpp::bag_events::WriterEventCallbacks callbacks;
  callbacks.write_split_callback = std::move(call);
  writer.add_event_callbacks(callbacks);
}

std::unique_ptr<WriterTarget> WriterTarget::open(
  std::shared_ptr<rosbag2_cpp::Writer> writer, const rosbag2_storage::StorageOptions & options,
  const std::string & format)
{
  rosbag2_storage::StorageOptions named = options;
  if (named.uri.empty()) {named.uri = bag_name_by_time();}
  const std::string of_bag = format.empty() ? "cdr" : format;
  writer->open(named, {"cdr", of_bag});
  return std::unique_ptr<WriterTarget>(new WriterTarget(std::move(writer), of_bag));
}

ranvier::Result<ranvier::bag::TopicId> WriterTarget::add_topic(
  const ranvier::bag::Topic & topic, const ranvier::bag::Definition & definition)
{
  const auto done = in_words(
    [&] {
      auto named = rosbag2_storage::detail::from_core(topic, ranvier::bag::kMetadataVersion);
      named.serialization_format = format_;
      writer_->create_topic(
        named, {topic.type, definition.encoding, definition.text, topic.type_hash});
    });
  if (!done) {return done.error();}
  names_.push_back(topic.name);
  return static_cast<ranvier::bag::TopicId>(names_.size() - 1);
}

ranvier::bag::RecordTarget::Written WriterTarget::write(
  std::span<const ranvier::bag::BagMessage> messages)
{
  for (size_t i = 0; i < messages.size(); ++i) {
    const auto done = in_words(
      [&] {writer_->write(copy_of(messages[i], names_[messages[i].topic]));});
    if (!done) {return {i, done.error()};}
  }
  return {messages.size(), {}};
}

ranvier::Result<void> WriterTarget::split() {return in_words([&] {writer_->split_bagfile();});}

ranvier::Result<void> WriterTarget::close(const std::map<ranvier::bag::TopicId, uint64_t> &)
{
  return in_words([&] {writer_->close();});
}

}  // namespace rosbag2_transport
