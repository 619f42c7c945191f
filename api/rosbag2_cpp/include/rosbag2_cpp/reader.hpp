// Reads bags: as messages, or as their bytes.
#ifndef ROSBAG2_CPP__READER_HPP_
#define ROSBAG2_CPP__READER_HPP_

#include <memory>
#include <string>
#include <vector>

#include "rclcpp/serialization.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rosbag2_cpp/readers/sequential_reader.hpp"

namespace rosbag2_cpp
{

/// A bag that is read.
/// Threads: one at a time.
class ROSBAG2_CPP_PUBLIC Reader
{
public:
  explicit Reader(
    std::unique_ptr<reader_interfaces::BaseReaderInterface> reader_impl =
    std::make_unique<readers::SequentialReader>());
  virtual ~Reader();

  // All that fails throws std::runtime_error with words that name the bag and the remedy.
  /// The folder of a bag, or one of its files.
  void open(const std::string & uri);
  void open(
    const rosbag2_storage::StorageOptions & storage_options,
    const ConverterOptions & converter_options = {});
  void close();

  /// Goes to the first message in that order. @return false for an order that there is not.
  bool set_read_order(const rosbag2_storage::ReadOrder & order);
  bool has_next();
  /// Throws at the end of the bag.
  std::shared_ptr<rosbag2_storage::SerializedBagMessage> read_next();
  /// The next message, decoded; its topic must be of that type.
  template<class MessageT>
  MessageT read_next()
  {
    const auto bytes = read_next();
    const rclcpp::SerializedMessage serialized(*bytes->serialized_data);
    MessageT message;
    rclcpp::Serialization<MessageT>().deserialize_message(&serialized, &message);
    return message;
  }

  const rosbag2_storage::BagMetadata & get_metadata() const;
  std::vector<rosbag2_storage::TopicMetadata> get_all_topics_and_types() const;
  void get_all_message_definitions(
    std::vector<rosbag2_storage::MessageDefinition> & definitions);

  /// Goes on behind the message that was read last.
  void set_filter(const rosbag2_storage::StorageFilter & storage_filter);
  void reset_filter();
  /// To the first message that was received then or later, ns since the epoch.
  void seek(const rcutils_time_point_value_t & timestamp);
  void add_event_callbacks(const bag_events::ReaderEventCallbacks & callbacks);

  reader_interfaces::BaseReaderInterface & get_implementation_handle() const
  {
    return *reader_impl_;
  }

private:
  std::unique_ptr<reader_interfaces::BaseReaderInterface> reader_impl_;
};

}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__READER_HPP_
