// Code that walks the members of a message without knowing its type, as recorders, bridges
// and plotters do.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "geometry_msgs/msg/pose_array.hpp"
#include "rosidl_typesupport_introspection_cpp/field_types.hpp"
#include "rosidl_typesupport_introspection_cpp/identifier.hpp"
#include "rosidl_typesupport_introspection_cpp/message_introspection.hpp"
#include "rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp"
#include "rosidl_typesupport_introspection_cpp/service_introspection.hpp"
#include "rosidl_typesupport_introspection_cpp/service_type_support_decl.hpp"
#include "std_srvs/srv/set_bool.hpp"
#include "test_msgs/msg/arrays.hpp"
#include "test_msgs/msg/bounded_sequences.hpp"
#include "test_msgs/msg/defaults.hpp"
#include "test_msgs/msg/strings.hpp"
#include "test_msgs/msg/unbounded_sequences.hpp"
#include "test_msgs/msg/w_strings.hpp"

extern "C" const rosidl_message_type_support_t*
rosidl_typesupport_introspection_cpp__get_message_type_support_handle__test_msgs__msg__Arrays();
extern "C" const rosidl_service_type_support_t*
rosidl_typesupport_introspection_cpp__get_service_type_support_handle__std_srvs__srv__SetBool();

namespace {

namespace members = rosidl_typesupport_introspection_cpp;
using members::MessageMember;
using members::MessageMembers;
using members::ServiceMembers;

template <typename T>
const rosidl_message_type_support_t* ours() {
  return rosidl_typesupport_cpp::get_message_type_support_handle<T>();
}

template <typename T>
const MessageMembers& members_of() {
  const auto* handle = get_message_typesupport_handle(ours<T>(), members::typesupport_identifier);
  EXPECT_NE(handle, nullptr);
  return *static_cast<const MessageMembers*>(handle->data);
}

const MessageMember& member(const MessageMembers& of, std::string_view name) {
  for (std::uint32_t i = 0; i < of.member_count_; ++i) {
    if (of.members_[i].name_ == name) return of.members_[i];
  }
  throw std::out_of_range(std::string(name));
}

const void* at(const void* message, const MessageMember& one) {
  return static_cast<const char*>(message) + one.offset_;
}
void* at(void* message, const MessageMember& one) {
  return static_cast<char*>(message) + one.offset_;
}

TEST(IntrospectionTest, AHandleAnswersToTheIdentifierOfIntrospectionAndToItsOwnAlone) {
  const auto* handle = ours<test_msgs::msg::Arrays>();
  EXPECT_EQ(get_message_typesupport_handle(handle, handle->typesupport_identifier), handle);
  EXPECT_EQ(get_message_typesupport_handle(handle, "rosidl_typesupport_of_nobody"), nullptr);
  const auto* walked = get_message_typesupport_handle(handle, members::typesupport_identifier);
  ASSERT_NE(walked, nullptr);
  EXPECT_STREQ(walked->typesupport_identifier, "rosidl_typesupport_introspection_cpp");
  EXPECT_EQ(walked->func(walked, members::typesupport_identifier), walked);
  EXPECT_EQ(walked->func(walked, handle->typesupport_identifier), nullptr);
  EXPECT_EQ(get_message_typesupport_handle(handle, members::typesupport_identifier), walked);
}

TEST(IntrospectionTest, TheWaysToTheHandleAllGiveTheSame) {
  const auto* walked = members::get_message_type_support_handle<test_msgs::msg::Arrays>();
  const auto* by_name =
      rosidl_typesupport_introspection_cpp__get_message_type_support_handle__test_msgs__msg__Arrays();
  EXPECT_EQ(walked, by_name);
  EXPECT_EQ(std::string_view(static_cast<const MessageMembers*>(walked->data)->message_name_),
            "Arrays");
}

TEST(IntrospectionTest, TheHashOfAHandleIsThatOfTheType) {
  const auto* handle = ours<test_msgs::msg::Strings>();
  const auto* walked = members::get_message_type_support_handle<test_msgs::msg::Strings>();
  EXPECT_EQ(walked->get_type_hash_func(walked), handle->get_type_hash_func(handle));
}

TEST(IntrospectionTest, AMessageHasItsNamesAndItsSize) {
  const MessageMembers& of = members_of<geometry_msgs::msg::PoseArray>();
  EXPECT_STREQ(of.message_namespace_, "geometry_msgs::msg");
  EXPECT_STREQ(of.message_name_, "PoseArray");
  EXPECT_EQ(of.member_count_, 2u);
  EXPECT_EQ(of.size_of_, sizeof(geometry_msgs::msg::PoseArray));
  EXPECT_FALSE(of.has_any_key_member_);
}

TEST(IntrospectionTest, EveryScalarHasTheIdOfItsType) {
  const MessageMembers& of = members_of<test_msgs::msg::Arrays>();
  const std::pair<const char*, int> ids[] = {
      {"bool_values", members::ROS_TYPE_BOOLEAN},       {"byte_values", members::ROS_TYPE_OCTET},
      {"char_values", members::ROS_TYPE_UINT8},         {"float32_values", members::ROS_TYPE_FLOAT},
      {"float64_values", members::ROS_TYPE_DOUBLE},     {"int8_values", members::ROS_TYPE_INT8},
      {"uint8_values", members::ROS_TYPE_UINT8},        {"int16_values", members::ROS_TYPE_INT16},
      {"uint16_values", members::ROS_TYPE_UINT16},      {"int32_values", members::ROS_TYPE_INT32},
      {"uint32_values", members::ROS_TYPE_UINT32},      {"int64_values", members::ROS_TYPE_INT64},
      {"uint64_values", members::ROS_TYPE_UINT64},      {"string_values", members::ROS_TYPE_STRING},
      {"basic_types_values", members::ROS_TYPE_MESSAGE}};
  for (const auto& [name, id] : ids) {
    EXPECT_EQ(member(of, name).type_id_, id) << name;
    EXPECT_TRUE(member(of, name).is_array_) << name;
    EXPECT_EQ(member(of, name).array_size_, 3u) << name;
    EXPECT_FALSE(member(of, name).is_upper_bound_) << name;
    EXPECT_EQ(member(of, name).resize_function, nullptr) << name;
  }
  EXPECT_EQ(member(members_of<test_msgs::msg::WStrings>(), "wstring_value").type_id_,
            members::ROS_TYPE_WSTRING);
}

TEST(IntrospectionTest, BoundsOfStringsAndSequencesAreTold) {
  const MessageMember& text = member(members_of<test_msgs::msg::Strings>(), "bounded_string_value");
  EXPECT_EQ(text.string_upper_bound_, 22u);
  EXPECT_FALSE(text.is_array_);
  const auto& of = members_of<test_msgs::msg::BoundedSequences>();
  test_msgs::msg::BoundedSequences message;
  for (const char* name : {"bool_values", "float64_values", "basic_types_values"}) {
    const MessageMember& bounded = member(of, name);
    EXPECT_TRUE(bounded.is_upper_bound_) << name;
    EXPECT_EQ(bounded.array_size_, 3u) << name;
    bounded.resize_function(at(static_cast<void*>(&message), bounded), 2);
    EXPECT_EQ(bounded.size_function(at(&message, bounded)), 2u) << name;
    EXPECT_THROW(bounded.resize_function(at(static_cast<void*>(&message), bounded), 4),
                 std::length_error);
  }
  EXPECT_EQ(message.basic_types_values.size(), 2u);
}

/// Gives each element of a member the value, and reads it back in every way there is.
template <typename T>
void expect_elements(void* message, const MessageMember& of, const T& value) {
  void* where = at(message, of);
  if (of.resize_function) of.resize_function(where, 3);
  ASSERT_EQ(of.size_function(where), 3u) << of.name_;
  of.assign_function(where, 2, &value);
  T read{};
  of.fetch_function(where, 2, &read);
  EXPECT_EQ(read, value) << of.name_;
  if (of.get_function) {
    EXPECT_EQ(*static_cast<const T*>(of.get_const_function(where, 2)), value) << of.name_;
    *static_cast<T*>(of.get_function(where, 1)) = value;
    EXPECT_EQ(*static_cast<const T*>(of.get_const_function(where, 1)), value) << of.name_;
  }
}

template <typename Message>
void expect_all_elements() {
  const MessageMembers& of = members_of<Message>();
  Message message;
  expect_elements<bool>(&message, member(of, "bool_values"), true);
  expect_elements<unsigned char>(&message, member(of, "byte_values"), 200);
  expect_elements<std::uint8_t>(&message, member(of, "char_values"), 201);
  expect_elements<float>(&message, member(of, "float32_values"), 1.5F);
  expect_elements<double>(&message, member(of, "float64_values"), -2.5);
  expect_elements<std::int8_t>(&message, member(of, "int8_values"), -8);
  expect_elements<std::uint8_t>(&message, member(of, "uint8_values"), 8);
  expect_elements<std::int16_t>(&message, member(of, "int16_values"), -16);
  expect_elements<std::uint16_t>(&message, member(of, "uint16_values"), 16);
  expect_elements<std::int32_t>(&message, member(of, "int32_values"), -32);
  expect_elements<std::uint32_t>(&message, member(of, "uint32_values"), 32);
  expect_elements<std::int64_t>(&message, member(of, "int64_values"), -64);
  expect_elements<std::uint64_t>(&message, member(of, "uint64_values"), 64);
  expect_elements<std::string>(&message, member(of, "string_values"),
                               "longer than fits into a string by itself");
  test_msgs::msg::BasicTypes nested;
  nested.float64_value = 7.25;
  expect_elements(&message, member(of, "basic_types_values"), nested);
  EXPECT_TRUE(message.bool_values[2]);
  EXPECT_EQ(message.int64_values[2], -64);
  EXPECT_EQ(message.basic_types_values[2].float64_value, 7.25);
}

TEST(IntrospectionTest, ElementsOfArraysAreReadAndWritten) {
  expect_all_elements<test_msgs::msg::Arrays>();
}
TEST(IntrospectionTest, ElementsOfBoundedSequencesAreReadAndWritten) {
  expect_all_elements<test_msgs::msg::BoundedSequences>();
}
TEST(IntrospectionTest, ElementsOfSequencesAreReadAndWritten) {
  expect_all_elements<test_msgs::msg::UnboundedSequences>();
}

TEST(IntrospectionTest, ASequenceOfBoolHasNoElementToPointAt) {
  const auto& sequence = member(members_of<test_msgs::msg::UnboundedSequences>(), "bool_values");
  EXPECT_EQ(sequence.get_function, nullptr);
  EXPECT_EQ(sequence.get_const_function, nullptr);
  EXPECT_NE(member(members_of<test_msgs::msg::Arrays>(), "bool_values").get_function, nullptr);
}

TEST(IntrospectionTest, NestedMessagesAreWalkedDown) {
  geometry_msgs::msg::PoseArray message;
  message.header.frame_id = "map";
  message.poses.resize(2);
  message.poses[1].position.y = 4.5;
  const MessageMembers& of = members_of<geometry_msgs::msg::PoseArray>();
  const MessageMember& header = member(of, "header");
  EXPECT_FALSE(header.is_array_);
  const auto& of_header = *static_cast<const MessageMembers*>(header.members_->data);
  EXPECT_STREQ(of_header.message_namespace_, "std_msgs::msg");
  EXPECT_EQ(
      *static_cast<const std::string*>(at(at(&message, header), member(of_header, "frame_id"))),
      "map");
  const MessageMember& poses = member(of, "poses");
  const auto& of_pose = *static_cast<const MessageMembers*>(poses.members_->data);
  const MessageMember& position = member(of_pose, "position");
  const auto& of_point = *static_cast<const MessageMembers*>(position.members_->data);
  const void* pose = poses.get_const_function(at(&message, poses), 1);
  EXPECT_EQ(*static_cast<const double*>(at(at(pose, position), member(of_point, "y"))), 4.5);
}

TEST(IntrospectionTest, AMessageIsMadeInMemoryOfTheCallerAndEndedThere) {
  const MessageMembers& of = members_of<test_msgs::msg::Defaults>();
  const std::unique_ptr<void, decltype(&std::free)> memory(std::malloc(of.size_of_), &std::free);
  of.init_function(memory.get(), rosidl_runtime_cpp::MessageInitialization::ALL);
  const auto* made = static_cast<const test_msgs::msg::Defaults*>(memory.get());
  EXPECT_EQ(*made, test_msgs::msg::Defaults());
  of.fini_function(memory.get());
  of.init_function(memory.get(), rosidl_runtime_cpp::MessageInitialization::ZERO);
  EXPECT_EQ(made->int8_value, 0);
  of.fini_function(memory.get());
}

TEST(IntrospectionTest, AServiceGivesTheMembersOfItsMessages) {
  using std_srvs::srv::SetBool;
  const auto* handle = members::get_service_type_support_handle<SetBool>();
  ASSERT_NE(handle, nullptr);
  EXPECT_EQ(
      handle,
      rosidl_typesupport_introspection_cpp__get_service_type_support_handle__std_srvs__srv__SetBool());
  const auto& service = *static_cast<const ServiceMembers*>(handle->data);
  EXPECT_STREQ(service.service_namespace_, "std_srvs::srv");
  EXPECT_STREQ(service.service_name_, "SetBool");
  EXPECT_EQ(service.request_members_, &members_of<SetBool::Request>());
  EXPECT_EQ(service.response_members_, &members_of<SetBool::Response>());
  EXPECT_EQ(service.event_members_, &members_of<SetBool::Event>());
  EXPECT_EQ(handle->request_typesupport->data, service.request_members_);
  const auto* own = rosidl_typesupport_cpp::get_service_type_support_handle<SetBool>();
  EXPECT_EQ(handle->get_type_hash_func(handle), own->get_type_hash_func(own));
}

}  // namespace
