/* What the codec knows of a C message: a table of its members. Written by
 * rosidl/ranvier_rosidl/micro.py. */
#ifndef RANVIER_MICRO_ROS_TYPE_H
#define RANVIER_MICRO_ROS_TYPE_H

#include <stddef.h>
#include <stdint.h>

#include "rosidl_runtime_c/action_type_support_struct.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

#define MICRO_IDENTIFIER "rosidl_typesupport_ranvier_micro"

enum { MICRO_NUMBER, MICRO_STRING, MICRO_WSTRING, MICRO_NESTED };
enum { MICRO_ONE, MICRO_ARRAY, MICRO_SEQUENCE };

struct micro_type;

typedef struct micro_member {
  uint32_t offset;
  uint8_t kind;
  uint8_t repeat;
  uint8_t width;         /* of a number, in bytes */
  uint32_t capacity;     /* length of an array, bound of a sequence; 0: none */
  uint32_t string_bound; /* 0: none */
  const struct micro_type* nested;
#ifdef RANVIER_MICRO_MEMBER_NAMES
  const char* name;
#endif
} micro_member;

/* Names of members are for the rules of micro_ros_utilities alone, and left out elsewhere. */
#ifdef RANVIER_MICRO_MEMBER_NAMES
#define MICRO_NAME(name) , name
#else
#define MICRO_NAME(name)
#endif

typedef struct micro_type {
  const char* dds_name;
  const micro_member* members;
  uint32_t size; /* of the struct */
  uint32_t count;
} micro_type;

typedef struct micro_service {
  const char* dds_name; /* without Request_ and Response_ */
  const micro_type* request;
  const micro_type* response;
} micro_service;

typedef struct micro_action {
  const micro_service* send_goal;
  const micro_service* get_result;
  const micro_type* feedback; /* with the goal's id */
} micro_action;

#endif
