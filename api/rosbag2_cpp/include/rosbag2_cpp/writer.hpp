// Writes bags: from messages, or from their bytes.
#ifndef ROSBAG2_CPP__WRITER_HPP_
#define ROSBAG2_CPP__WRITER_HPP_

#include <memory>
#include <mutex>
#include <string>

#include "rclcpp/serialization.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rclcpp/time.hpp"
#include "rosbag2_cpp/writers/sequential_writer.hpp"
#include "rosidl_runtime_cpp/traits.hpp"

namespace rosbag2_cpp
{

/// A bag that is written. It is closed at the end of its life.
/// Threads: all functions from any thread.
class ROSBAG2_CPP_PUBLIC Writer
{
public:
  explicit Writer(
    std::unique_ptr<writer_interfaces::BaseWriterInterface> writer_impl =
    std::make_unique<writers::SequentialWriter>());
  virtual ~Writer();

  /// Makes a bag of the default storage in the folder `uri`, which must not exist.
  /// @throws std::runtime_error naming the folder and the remedy.
  virtual void open(const std::string & uri);
  /// @throws std::runtime_error naming the folder or the option, and the remedy.
  virtual void open(
    const rosbag2_storage::StorageOptions & storage_options,
    const ConverterOptions & converter_options = {});
  /// @throws std::runtime_error if the bag could not be ended; it can be read all the same.
  virtual void close();

  /// @throws std::runtime_error if no bag is open.
  virtual void create_topic(const rosbag2_storage::TopicMetadata & topic_with_type);
  virtual void create_topic(
    const rosbag2_storage::TopicMetadata & topic_with_type,
    const rosbag2_storage::MessageDefinition & message_definition);
  virtual void remove_topic(const rosbag2_storage::TopicMetadata & topic_with_type);

  /// Writes the messages that snapshot mode keeps. @return false if not in that mode.
  bool take_snapshot();
  /// Goes on in a new file.
  void split_bagfile();

  /// @throws std::runtime_error for a topic that was not created, and if the disk refuses.
  void write(std::shared_ptr<const rosbag2_storage::SerializedBagMessage> message);
  /// Creates the topic, if it is not there.
  /// @throws std::runtime_error for a message of another topic, and if the disk refuses.
  void write(
    std::shared_ptr<const rosbag2_storage::SerializedBagMessage> message,
    const std::string & topic_name, const std::string & type_name,
    const std::string & serialization_format = "cdr");
  /// The same for bytes as a subscription gives them. They are borrowed, not copied.
  /// @param time  of receiving and of sending.
  void write(
    std::shared_ptr<const rclcpp::SerializedMessage> message, const std::string & topic_name,
    const std::string & type_name, const rclcpp::Time & time);
  void write(
    const rclcpp::SerializedMessage & message, const std::string & topic_name,
    const std::string & type_name, const rclcpp::Time & time);

  /// Encodes a message, and creates its topic, if it is not there.
  /// @throws rclcpp::exceptions::RCLError if it cannot be encoded.
  template<class MessageT>
  void write(const MessageT & message, const std::string & topic_name, const rclcpp::Time & time)
  {
    const auto bytes = std::make_shared<rclcpp::SerializedMessage>();
    rclcpp::Serialization<MessageT>().serialize_message(&message, bytes.get());
    write(
      std::shared_ptr<const rclcpp::SerializedMessage>(bytes), topic_name,
      rosidl_generator_traits::name<MessageT>(), time);
  }

  writer_interfaces::BaseWriterInterface & get_implementation_handle() const
  {
    return *writer_impl_;
  }
  void add_event_callbacks(const bag_events::WriterEventCallbacks & callbacks);

private:
  std::mutex mutex_;
  std::unique_ptr<writer_interfaces::BaseWriterInterface> writer_impl_;
};

}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__WRITER_HPP_
