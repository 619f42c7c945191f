#include "rosbag2_storage/ros_helper.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "rcutils/allocator.h"

namespace rosbag2_storage
{

std::shared_ptr<rcutils_uint8_array_t> make_empty_serialized_message(size_t size)
{
  auto made = std::make_unique<rcutils_uint8_array_t>(rcutils_get_zero_initialized_uint8_array());
  const rcutils_allocator_t allocator = rcutils_get_default_allocator();
  if (rcutils_uint8_array_init(made.get(), std::max<size_t>(size, 1), &allocator) != RCUTILS_RET_OK) {
    throw std::bad_alloc();
  }
  return {made.release(), [](rcutils_uint8_array_t * bytes) {
      static_cast<void>(rcutils_uint8_array_fini(bytes));
      delete bytes;
    }};
}

std::shared_ptr<rcutils_uint8_array_t> make_serialized_message(const void * data, size_t size)
{
  auto made = make_empty_serialized_message(size);
  if (size > 0) {std::memcpy(made->buffer, data, size);}
  made->buffer_length = size;
  return made;
}

}  // namespace rosbag2_storage
