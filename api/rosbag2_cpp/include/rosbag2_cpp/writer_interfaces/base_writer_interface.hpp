// What a writer of bags does; rosbag2_cpp::Writer calls it.
#ifndef ROSBAG2_CPP__WRITER_INTERFACES__BASE_WRITER_INTERFACE_HPP_
#define ROSBAG2_CPP__WRITER_INTERFACES__BASE_WRITER_INTERFACE_HPP_

#include <memory>

#include "rosbag2_cpp/bag_events.hpp"
#include "rosbag2_cpp/converter_options.hpp"
#include "rosbag2_cpp/visibility_control.hpp"
#include "rosbag2_storage/message_definition.hpp"
#include "rosbag2_storage/serialized_bag_message.hpp"
#include "rosbag2_storage/storage_options.hpp"
#include "rosbag2_storage/topic_metadata.hpp"

namespace rosbag2_cpp
{
namespace writer_interfaces
{

/// Threads: as the class that implements it says.
class ROSBAG2_CPP_PUBLIC BaseWriterInterface
{
public:
  virtual ~BaseWriterInterface() = default;

  virtual void open(
    const rosbag2_storage::StorageOptions & storage_options,
    const ConverterOptions & converter_options) = 0;
  virtual void close() = 0;
  virtual void create_topic(const rosbag2_storage::TopicMetadata & topic_with_type) = 0;
  virtual void create_topic(
    const rosbag2_storage::TopicMetadata & topic_with_type,
    const rosbag2_storage::MessageDefinition & message_definition) = 0;
  virtual void remove_topic(const rosbag2_storage::TopicMetadata & topic_with_type) = 0;
  virtual void write(std::shared_ptr<const rosbag2_storage::SerializedBagMessage> message) = 0;
  virtual bool take_snapshot() = 0;
  virtual void split_bagfile() = 0;
  virtual void add_event_callbacks(const bag_events::WriterEventCallbacks & callbacks) = 0;
};

}  // namespace writer_interfaces
}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__WRITER_INTERFACES__BASE_WRITER_INTERFACE_HPP_
