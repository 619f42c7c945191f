#include <stdlib.h>
#include <string.h>

#include "micro_ros_utilities/string_utilities.h"

/* The text with room for `size` bytes and a zero. */
static rosidl_runtime_c__String with_room(rosidl_runtime_c__String text, size_t size) {
  if (text.capacity > size) return text;
  char* data = (char*)realloc(text.data, size + 1);
  if (data == NULL) return text;
  text.data = data;
  text.capacity = size + 1;
  return text;
}

static rosidl_runtime_c__String put_at(rosidl_runtime_c__String text, size_t at, const char* data) {
  const size_t size = strlen(data);
  text = with_room(text, at + size);
  if (text.capacity <= at + size) return text;
  memcpy(text.data + at, data, size + 1);
  text.size = at + size;
  return text;
}

rosidl_runtime_c__String micro_ros_string_utilities_init_with_size(size_t size) {
  rosidl_runtime_c__String text = {NULL, 0, 0};
  text = with_room(text, size);
  if (text.data != NULL) {
    memset(text.data, 0, size + 1);
    text.size = size;
  }
  return text;
}
rosidl_runtime_c__String micro_ros_string_utilities_init(const char* data) {
  const rosidl_runtime_c__String none = {NULL, 0, 0};
  return put_at(none, 0, data);
}
rosidl_runtime_c__String micro_ros_string_utilities_set(const rosidl_runtime_c__String text,
                                                        const char* data) {
  return put_at(text, 0, data);
}
rosidl_runtime_c__String micro_ros_string_utilities_append(const rosidl_runtime_c__String text,
                                                           const char* data) {
  return put_at(text, text.size, data);
}
rosidl_runtime_c__String micro_ros_string_utilities_remove_tail_chars(
    const rosidl_runtime_c__String text, size_t count) {
  rosidl_runtime_c__String shorter = text;
  shorter.size = count < text.size ? text.size - count : 0;
  if (shorter.data != NULL) shorter.data[shorter.size] = 0;
  return shorter;
}
const char* micro_ros_string_utilities_get_c_str(const rosidl_runtime_c__String text) {
  return text.data;
}
void micro_ros_string_utilities_destroy(rosidl_runtime_c__String* text) {
  free(text->data);
  memset(text, 0, sizeof(*text));
}
