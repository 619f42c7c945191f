// How messages of a file are written.
#ifndef ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_WRITE_INTERFACE_HPP_
#define ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_WRITE_INTERFACE_HPP_

#include <memory>
#include <vector>

#include "rosbag2_storage/bag_metadata.hpp"
#include "rosbag2_storage/message_definition.hpp"
#include "rosbag2_storage/serialized_bag_message.hpp"
#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage
{
namespace storage_interfaces
{

/// Threads: one at a time.
class ROSBAG2_STORAGE_PUBLIC BaseWriteInterface
{
public:
  virtual ~BaseWriteInterface() = default;

  virtual void write(std::shared_ptr<const SerializedBagMessage> msg) = 0;
  virtual void write(const std::vector<std::shared_ptr<const SerializedBagMessage>> & msgs) = 0;
  virtual void update_metadata(const BagMetadata & metadata) = 0;  ///< The last one counts.
  virtual void create_topic(
    const TopicMetadata & topic, const MessageDefinition & message_definition) = 0;
  virtual void remove_topic(const TopicMetadata & topic) = 0;
};

}  // namespace storage_interfaces
}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_WRITE_INTERFACE_HPP_
