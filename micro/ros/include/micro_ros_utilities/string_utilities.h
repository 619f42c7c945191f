/* Texts of C messages: made and changed on the C heap. A program without a heap gives a text
 * its own memory instead: {buffer, 0, sizeof(buffer)}. */
#ifndef RANVIER_MICRO_ROS_UTILITIES_STRING_UTILITIES_H
#define RANVIER_MICRO_ROS_UTILITIES_STRING_UTILITIES_H

#include "rosidl_runtime_c/string.h"

#ifdef __cplusplus
extern "C" {
#endif

rosidl_runtime_c__String micro_ros_string_utilities_init(const char* data);
/* A text of zeros. */
rosidl_runtime_c__String micro_ros_string_utilities_init_with_size(size_t size);
/* These take a text over and give another one back; without memory it is the same one. */
rosidl_runtime_c__String micro_ros_string_utilities_set(const rosidl_runtime_c__String text,
                                                        const char* data);
rosidl_runtime_c__String micro_ros_string_utilities_append(const rosidl_runtime_c__String text,
                                                           const char* data);
rosidl_runtime_c__String micro_ros_string_utilities_remove_tail_chars(
    const rosidl_runtime_c__String text, size_t count);
const char* micro_ros_string_utilities_get_c_str(const rosidl_runtime_c__String text);
void micro_ros_string_utilities_destroy(rosidl_runtime_c__String* text);

#ifdef __cplusplus
}
#endif
#endif
