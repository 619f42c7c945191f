/* C11 code that uses messages, for c_messages_test.cc. */
#include "c_messages.h"

bool fill_in_c(geometry_msgs__msg__PoseArray* message) {
  if (!geometry_msgs__msg__PoseArray__init(message)) return false;
  if (!rosidl_runtime_c__String__assign(&message->header.frame_id, "map")) return false;
  message->header.stamp.sec = 7;
  if (!geometry_msgs__msg__Pose__Sequence__init(&message->poses, 2)) return false;
  message->poses.data[1].position.y = 4.5;
  return true;
}

int sum_of_constants_in_c(void) {
  return test_msgs__msg__Constants__INT8_CONST + test_msgs__msg__Constants__BOOL_CONST;
}
