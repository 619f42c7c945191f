/* A message as bytes is a growable array of bytes, under the names of this package. */
#ifndef RMW__SERIALIZED_MESSAGE_H_
#define RMW__SERIALIZED_MESSAGE_H_

#include "rcutils/allocator.h"
#include "rcutils/types/uint8_array.h"
#include "rmw/types.h"

/* Each has the contract of the function of rcutils that it names. */
#define rmw_get_zero_initialized_serialized_message rcutils_get_zero_initialized_uint8_array
#define rmw_serialized_message_init(serialized_message, message_capacity, allocator) \
  rcutils_uint8_array_init(serialized_message, message_capacity, allocator)
#define rmw_serialized_message_fini(serialized_message) \
  rcutils_uint8_array_fini(serialized_message)
#define rmw_serialized_message_resize(serialized_message, new_size) \
  rcutils_uint8_array_resize(serialized_message, new_size)

#endif /* RMW__SERIALIZED_MESSAGE_H_ */
