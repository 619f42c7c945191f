// How messages of a file are read.
#ifndef ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_READ_INTERFACE_HPP_
#define ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_READ_INTERFACE_HPP_

#include <memory>
#include <vector>

#include "rosbag2_storage/message_definition.hpp"
#include "rosbag2_storage/read_order.hpp"
#include "rosbag2_storage/serialized_bag_message.hpp"
#include "rosbag2_storage/topic_metadata.hpp"
#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage
{
namespace storage_interfaces
{

/// Threads: one at a time.
class ROSBAG2_STORAGE_PUBLIC BaseReadInterface
{
public:
  virtual ~BaseReadInterface() = default;

  virtual bool set_read_order(const ReadOrder & read_order) = 0;  ///< False for one that it has not.
  virtual bool has_next() = 0;
  virtual std::shared_ptr<SerializedBagMessage> read_next() = 0;
  virtual std::vector<TopicMetadata> get_all_topics_and_types() = 0;
  virtual void get_all_message_definitions(std::vector<MessageDefinition> & definitions) = 0;
};

}  // namespace storage_interfaces
}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_READ_INTERFACE_HPP_
