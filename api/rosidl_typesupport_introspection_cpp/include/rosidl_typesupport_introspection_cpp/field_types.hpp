// What a member is, in MessageMember::type_id_.
#ifndef ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__FIELD_TYPES_HPP_
#define ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__FIELD_TYPES_HPP_

#include <cstdint>

namespace rosidl_typesupport_introspection_cpp
{

constexpr uint8_t ROS_TYPE_FLOAT = 1;
constexpr uint8_t ROS_TYPE_DOUBLE = 2;
constexpr uint8_t ROS_TYPE_LONG_DOUBLE = 3;
constexpr uint8_t ROS_TYPE_CHAR = 4;
constexpr uint8_t ROS_TYPE_WCHAR = 5;
constexpr uint8_t ROS_TYPE_BOOLEAN = 6;
constexpr uint8_t ROS_TYPE_OCTET = 7;  // `byte` of .msg files; their `char` is UINT8
constexpr uint8_t ROS_TYPE_UINT8 = 8;
constexpr uint8_t ROS_TYPE_INT8 = 9;
constexpr uint8_t ROS_TYPE_UINT16 = 10;
constexpr uint8_t ROS_TYPE_INT16 = 11;
constexpr uint8_t ROS_TYPE_UINT32 = 12;
constexpr uint8_t ROS_TYPE_INT32 = 13;
constexpr uint8_t ROS_TYPE_UINT64 = 14;
constexpr uint8_t ROS_TYPE_INT64 = 15;
constexpr uint8_t ROS_TYPE_STRING = 16;   // std::string
constexpr uint8_t ROS_TYPE_WSTRING = 17;  // std::u16string
constexpr uint8_t ROS_TYPE_MESSAGE = 18;

// Older names.
constexpr uint8_t ROS_TYPE_FLOAT32 = ROS_TYPE_FLOAT;
constexpr uint8_t ROS_TYPE_FLOAT64 = ROS_TYPE_DOUBLE;
constexpr uint8_t ROS_TYPE_BOOL = ROS_TYPE_BOOLEAN;
constexpr uint8_t ROS_TYPE_BYTE = ROS_TYPE_OCTET;

}  // namespace rosidl_typesupport_introspection_cpp

#endif  // ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__FIELD_TYPES_HPP_
