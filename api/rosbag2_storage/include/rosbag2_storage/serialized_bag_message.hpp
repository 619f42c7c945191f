// A message of a bag, as bytes.
#ifndef ROSBAG2_STORAGE__SERIALIZED_BAG_MESSAGE_HPP_
#define ROSBAG2_STORAGE__SERIALIZED_BAG_MESSAGE_HPP_

#include <memory>
#include <string>

#include "rcutils/time.h"
#include "rcutils/types/uint8_array.h"

namespace rosbag2_storage
{

/// Threads: as a struct.
struct SerializedBagMessage
{
  std::shared_ptr<rcutils_uint8_array_t> serialized_data;
  rcutils_time_point_value_t recv_timestamp = 0;  ///< ns since the epoch
  rcutils_time_point_value_t send_timestamp = 0;  ///< ns since the epoch; 0: as recv_timestamp
  std::string topic_name;
};

using SerializedBagMessageSharedPtr = std::shared_ptr<SerializedBagMessage>;
using SerializedBagMessageConstSharedPtr = std::shared_ptr<const SerializedBagMessage>;

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__SERIALIZED_BAG_MESSAGE_HPP_
