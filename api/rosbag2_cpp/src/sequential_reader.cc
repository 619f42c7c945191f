#include "rosbag2_cpp/readers/sequential_reader.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "bag/storage/bag_reader.h"
#include "rclcpp/logging.hpp"
#include "rosbag2_storage/detail/convert.hpp"
#include "rosbag2_storage/detail/filter.hpp"
#include "rosbag2_storage/ros_helper.hpp"

namespace rosbag2_cpp
{
namespace readers
{
namespace
{

namespace core = ranvier::bag;
using rosbag2_storage::ReadOrder;
using rosbag2_storage::StorageFilter;

template<class ResultT>
void check(const ResultT & result)
{
  if (!result) {throw std::runtime_error(result.error().what);}
}

}  // namespace

class SequentialReader::Impl
{
public:
  explicit Impl(std::unique_ptr<core::BagReader> opened)
  : bag_(std::move(opened)), metadata_(rosbag2_storage::detail::from_core(bag_->metadata()))
  {
    warn();
  }

  /// For what goes elsewhere: a message that was looked at is forgotten.
  core::BagReader & bag()
  {
    next_.reset();
    return *bag_;
  }
  void set_filter(std::function<bool(const core::Topic &)> wanted);
  bool has_next();
  std::shared_ptr<rosbag2_storage::SerializedBagMessage> read_next();
  /// Where the message that read_next() has given goes over to another file.
  void tell_split(bag_events::EventCallbackManager & callbacks);
  const rosbag2_storage::BagMetadata & metadata() const {return metadata_;}
  const std::vector<core::Definition> & definitions() const {return bag_->definitions();}
  const std::vector<core::TopicCount> & topics() const {return bag_->topics();}

private:
  void warn();

  std::unique_ptr<core::BagReader> bag_;
  rosbag2_storage::BagMetadata metadata_;
  std::optional<std::shared_ptr<rosbag2_storage::SerializedBagMessage>> next_;
  core::TopicId next_topic_ = 0;
  size_t warned_ = 0;
  std::string file_;  // of the last message, while somebody asks
};

/// Says what is damaged, once.
void SequentialReader::Impl::warn()
{
  const auto & damage = bag_->damage();
  for (; warned_ < damage.size(); ++warned_) {
    RCLCPP_WARN(rclcpp::get_logger("rosbag2_cpp"), "%s", damage[warned_].c_str());
  }
}

bool SequentialReader::Impl::has_next()
{
  if (next_) {return true;}
  const auto message = bag_->next();
  warn();
  check(message);
  if (!*message) {return false;}
  const auto made = std::make_shared<rosbag2_storage::SerializedBagMessage>();
  next_topic_ = (*message)->topic;
  made->topic_name = bag_->topics()[next_topic_].topic.name;
  made->recv_timestamp = (*message)->received_ns;
  made->send_timestamp = (*message)->sent_ns;
  made->serialized_data =
    rosbag2_storage::make_serialized_message((*message)->data.data(), (*message)->data.size());
  next_ = made;
  return true;
}

/// A message that has_next() has looked at stays the next one, if it is wanted.
void SequentialReader::Impl::set_filter(std::function<bool(const core::Topic &)> wanted)
{
  if (next_ && wanted && !wanted(bag_->topics()[next_topic_].topic)) {next_.reset();}
  check(bag_->filter(std::move(wanted)));
}

std::shared_ptr<rosbag2_storage::SerializedBagMessage> SequentialReader::Impl::read_next()
{
  if (!has_next()) {
    throw std::runtime_error("Bag: it has no further message. Ask has_next() before.");
  }
  return *std::exchange(next_, std::nullopt);
}

void SequentialReader::Impl::tell_split(bag_events::EventCallbackManager & callbacks)
{
  std::string file = bag_->file();
  if (file == file_) {return;}
  const auto info = std::make_shared<bag_events::BagSplitInfo>();
  info->closed_file = std::exchange(file_, std::move(file));
  info->opened_file = file_;
  if (!info->closed_file.empty()) {
    callbacks.execute_callbacks(bag_events::BagEvent::READ_SPLIT, info);
  }
}

SequentialReader::SequentialReader() = default;
SequentialReader::~SequentialReader() = default;

void SequentialReader::open(
  const rosbag2_storage::StorageOptions & storage_options,
  const ConverterOptions & converter_options)
{
  const std::string & output = converter_options.output_serialization_format;
  auto opened = core::BagReader::open(rosbag2_storage::detail::read_options_of(storage_options));
  check(opened);
  for (const auto & each : (*opened)->topics()) {
    if (output.empty() || each.topic.format == output) {continue;}
    throw std::runtime_error(
      "Bag '" + storage_options.uri + "', topic '" + each.topic.name + "': its messages are '" +
      each.topic.format + "', and no converter to '" + output + "' is known.");
  }
  impl_ = std::make_unique<Impl>(*std::move(opened));
}

void SequentialReader::close() {impl_.reset();}

bool SequentialReader::set_read_order(const ReadOrder & order)
{
  const bool by_file = order.sort_by == ReadOrder::File;
  if (order.sort_by == ReadOrder::PublishedTimestamp || (by_file && order.reverse)) {
    RCLCPP_WARN(
      rclcpp::get_logger("rosbag2_cpp"),
      "Bag: there is no such order of reading. Messages can be sorted by ReceivedTimestamp, also in "
      "reverse, and as they lie in the file.");
    return false;
  }
  check(
    opened().bag().set_order(
      by_file ? core::ReadOrder::kFile :
      order.reverse ? core::ReadOrder::kReceivedReverse : core::ReadOrder::kReceived));
  return true;
}

bool SequentialReader::has_next() {return opened().has_next();}

std::shared_ptr<rosbag2_storage::SerializedBagMessage> SequentialReader::read_next()
{
  auto message = opened().read_next();
  if (callbacks_.has_callback_for_event(bag_events::BagEvent::READ_SPLIT)) {
    opened().tell_split(callbacks_);
  }
  return message;
}

const rosbag2_storage::BagMetadata & SequentialReader::get_metadata() const
{
  return opened().metadata();
}

std::vector<rosbag2_storage::TopicMetadata> SequentialReader::get_all_topics_and_types() const
{
  std::vector<rosbag2_storage::TopicMetadata> topics;
  for (const auto & each : opened().topics()) {
    topics.push_back(rosbag2_storage::detail::from_core(each.topic, opened().metadata().version));
  }
  return topics;
}

void SequentialReader::get_all_message_definitions(
  std::vector<rosbag2_storage::MessageDefinition> & definitions)
{
  definitions.clear();
  const auto & texts = opened().definitions();
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string & type = opened().topics()[i].topic.type;
    const bool known = std::any_of(
      definitions.begin(), definitions.end(),
      [&](const auto & each) {return each.topic_type == type;});
    if (!known) {definitions.push_back({type, texts[i].encoding, texts[i].text, ""});}
  }
}

void SequentialReader::set_filter(const StorageFilter & storage_filter)
{
  opened().set_filter(rosbag2_storage::detail::question_of(storage_filter));
}

void SequentialReader::reset_filter() {opened().set_filter(nullptr);}

void SequentialReader::seek(const rcutils_time_point_value_t & timestamp)
{
  check(opened().bag().seek(timestamp));
}

void SequentialReader::add_event_callbacks(const bag_events::ReaderEventCallbacks & callbacks)
{
  if (callbacks.read_split_callback) {
    callbacks_.add_event_callback(callbacks.read_split_callback, bag_events::BagEvent::READ_SPLIT);
  }
}

SequentialReader::Impl & SequentialReader::opened() const
{
  if (!impl_) {throw std::runtime_error("Bag is not open. Call open() before reading.");}
  return *impl_;
}

}  // namespace readers
}  // namespace rosbag2_cpp
