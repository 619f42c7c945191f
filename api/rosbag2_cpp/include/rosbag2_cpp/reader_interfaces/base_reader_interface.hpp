// What a reader of bags does; rosbag2_cpp::Reader calls it.
#ifndef ROSBAG2_CPP__READER_INTERFACES__BASE_READER_INTERFACE_HPP_
#define ROSBAG2_CPP__READER_INTERFACES__BASE_READER_INTERFACE_HPP_

#include <memory>
#include <vector>

#include "rosbag2_cpp/bag_events.hpp"
#include "rosbag2_cpp/converter_options.hpp"
#include "rosbag2_cpp/visibility_control.hpp"
#include "rosbag2_storage/bag_metadata.hpp"
#include "rosbag2_storage/message_definition.hpp"
#include "rosbag2_storage/read_order.hpp"
#include "rosbag2_storage/serialized_bag_message.hpp"
#include "rosbag2_storage/storage_filter.hpp"
#include "rosbag2_storage/storage_options.hpp"

namespace rosbag2_cpp
{
namespace reader_interfaces
{

/// Threads: as the class that implements it says.
class ROSBAG2_CPP_PUBLIC BaseReaderInterface
{
public:
  virtual ~BaseReaderInterface() = default;

  virtual void open(
    const rosbag2_storage::StorageOptions & storage_options,
    const ConverterOptions & converter_options) = 0;
  virtual void close() = 0;
  virtual bool set_read_order(const rosbag2_storage::ReadOrder & order) = 0;
  virtual bool has_next() = 0;
  virtual std::shared_ptr<rosbag2_storage::SerializedBagMessage> read_next() = 0;
  virtual const rosbag2_storage::BagMetadata & get_metadata() const = 0;
  virtual std::vector<rosbag2_storage::TopicMetadata> get_all_topics_and_types() const = 0;
  virtual void get_all_message_definitions(
    std::vector<rosbag2_storage::MessageDefinition> & definitions) = 0;
  virtual void set_filter(const rosbag2_storage::StorageFilter & storage_filter) = 0;
  virtual void reset_filter() = 0;
  virtual void seek(const rcutils_time_point_value_t & timestamp) = 0;
  virtual void add_event_callbacks(const bag_events::ReaderEventCallbacks & callbacks) = 0;
};

}  // namespace reader_interfaces
}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__READER_INTERFACES__BASE_READER_INTERFACE_HPP_
