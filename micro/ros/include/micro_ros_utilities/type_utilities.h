/* Memory for the texts and sequences of a C message, from the table of its type. */
#ifndef RANVIER_MICRO_ROS_UTILITIES_TYPE_UTILITIES_H
#define RANVIER_MICRO_ROS_UTILITIES_TYPE_UTILITIES_H

#include "rcl/rcl.h"
#include "rosidl_runtime_c/string.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The capacity of one member. `rule` is its path, without indices: "header.frame_id"; that of the
 * elements of a sequence of texts ends in ".data". `size` counts elements; of a text, bytes with
 * its zero. Rules ask for tables with names (RANVIER_MICRO_MEMBER_NAMES). */
typedef struct micro_ros_utilities_memory_rule_t {
  const char* rule;
  size_t size;
} micro_ros_utilities_memory_rule_t;

/* A number that is 0 stands for that of the default. A bound of the message limits it. */
typedef struct micro_ros_utilities_memory_conf_t {
  size_t max_string_capacity;
  size_t max_ros2_type_sequence_capacity; /* sequences of messages and of texts */
  size_t max_basic_type_sequence_capacity;
  const micro_ros_utilities_memory_rule_t* rules;
  size_t n_rules;
  const rcutils_allocator_t* allocator; /* null: the default one */
} micro_ros_utilities_memory_conf_t;
/* 20, 5, 5, no rules. */
extern const micro_ros_utilities_memory_conf_t micro_ros_utilities_memory_conf_default;

/* The members of a type, one a line, with the C heap's memory; empty without it. */
rosidl_runtime_c__String micro_ros_utilities_type_info(const rosidl_message_type_support_t* type);
/* Bytes that the next two functions need; 0, with the error noted, if a rule names no member. */
size_t micro_ros_utilities_get_dynamic_size(const rosidl_message_type_support_t* type,
                                            const micro_ros_utilities_memory_conf_t conf);
size_t micro_ros_utilities_get_static_size(const rosidl_message_type_support_t* type,
                                           const micro_ros_utilities_memory_conf_t conf);
/* Gives all texts and sequences their memory; the message is empty then. @return false without
 * memory, with the error noted; what was allocated is freed. */
bool micro_ros_utilities_create_message_memory(const rosidl_message_type_support_t* type,
                                               void* message,
                                               const micro_ros_utilities_memory_conf_t conf);
/* The same, of a buffer of the program. */
bool micro_ros_utilities_create_static_message_memory(const rosidl_message_type_support_t* type,
                                                      void* message,
                                                      const micro_ros_utilities_memory_conf_t conf,
                                                      uint8_t* buffer, size_t size);
bool micro_ros_utilities_destroy_message_memory(const rosidl_message_type_support_t* type,
                                                void* message,
                                                const micro_ros_utilities_memory_conf_t conf);

#ifdef __cplusplus
}
#endif
#endif
