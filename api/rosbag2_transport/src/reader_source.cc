#include "reader_source.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include "bag/storage/service_events.h"
#include "rosbag2_storage/detail/convert.hpp"

namespace rosbag2_transport
{
using ranvier::bag::has_event_name;


ReaderSource::ReaderSource(
  std::unique_ptr<rosbag2_cpp::Reader> reader, const rosbag2_storage::StorageOptions & options)
: reader_(std::move(reader))
{
  rosbag2_cpp::bag_events::ReaderEventCallbacks callbacks;
  callbacks.read_split_callback = [this](const rosbag2_cpp::bag_events::BagSplitInfo & info) {
      split_ = Split{info.closed_file, info.opened_file};
    };
  reader_->add_event_callbacks(callbacks);
  reader_->open(options, {"", "cdr"});
  start_ns_ = std::chrono::duration_cast<std::chrono::nanoseconds>(
    reader_->get_metadata().starting_time.time_since_epoch()).count();
  learn_topics();
}

void ReaderSource::learn_topics()
{
  std::vector<rosbag2_storage::MessageDefinition> texts;
  reader_->get_all_message_definitions(texts);
  for (const auto & topic : reader_->get_all_topics_and_types()) {
    ids_.emplace(topic.name, static_cast<ranvier::bag::TopicId>(topics_.size()));
    topics_.push_back(rosbag2_storage::detail::to_core(topic));
    topics_.back().format = "cdr";  // what the reader was asked for
    definitions_.emplace_back();
    for (const auto & text : texts) {
      if (text.topic_type != topic.type) {continue;}
      definitions_.back() = {text.encoding, text.encoded_message_definition};
    }
  }
  wanted_.assign(topics_.size(), true);
}

ranvier::Result<void> ReaderSource::filter(
  const std::function<bool(const ranvier::bag::Topic &)> & wanted)
{
  rosbag2_storage::StorageFilter names;
  for (size_t i = 0; i < topics_.size(); ++i) {
    wanted_[i] = wanted(topics_[i]);
    if (!wanted_[i]) {continue;}
    const bool event = has_event_name(topics_[i].name);  // a filter does not look at types
    (event ? names.services_events : names.topics).push_back(topics_[i].name);
  }
  try {
    reader_->set_filter(names);  // a filter without names wants all: next() looks again
  } catch (const std::exception & error) {
    return ranvier::Error{ranvier::Code::kWorld, error.what()};
  }
  return {};
}

ranvier::Result<void> ReaderSource::seek(int64_t received_ns)
{
  try {
    reader_->seek(received_ns);
  } catch (const std::exception & error) {
    return ranvier::Error{ranvier::Code::kWorld, error.what()};
  }
  return {};
}

ranvier::Result<std::optional<ranvier::bag::MessageView>> ReaderSource::next()
{
  try {
    while (reader_->has_next()) {
      given_ = reader_->read_next();
      const auto id = ids_.find(given_->topic_name);
      if (id == ids_.end() || !wanted_[id->second]) {continue;}
      const auto & bytes = *given_->serialized_data;
      const ranvier::bag::Bytes data(
        reinterpret_cast<const std::byte *>(bytes.buffer), bytes.buffer_length);
      return std::optional<ranvier::bag::MessageView>(
        {id->second, given_->recv_timestamp, given_->send_timestamp, data});
    }
  } catch (const std::exception & error) {
    return ranvier::Error{ranvier::Code::kWorld, error.what()};
  }
  return std::optional<ranvier::bag::MessageView>();
}

std::optional<ranvier::bag::PlaySource::Split> ReaderSource::take_split()
{
  return std::exchange(split_, std::nullopt);
}

}  // namespace rosbag2_transport
