// Bytes of messages that free themselves.
#ifndef ROSBAG2_STORAGE__ROS_HELPER_HPP_
#define ROSBAG2_STORAGE__ROS_HELPER_HPP_

#include <cstddef>
#include <memory>

#include "rcutils/types/uint8_array.h"
#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage
{

/// A copy of the bytes. Throws std::bad_alloc.
ROSBAG2_STORAGE_PUBLIC std::shared_ptr<rcutils_uint8_array_t> make_serialized_message(
  const void * data, size_t size);
/// No bytes, and room for `size`. Throws std::bad_alloc.
ROSBAG2_STORAGE_PUBLIC std::shared_ptr<rcutils_uint8_array_t> make_empty_serialized_message(
  size_t size);

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__ROS_HELPER_HPP_
