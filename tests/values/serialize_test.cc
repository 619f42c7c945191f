#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "covers.h"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/serialized_message.hpp"
#include "rcutils/error_handling.h"
#include "rmw/rmw.h"
#include "statistics_msgs/msg/metrics_message.hpp"
#include "type_description_interfaces/msg/individual_type_description.hpp"

namespace {

using rcl_interfaces::msg::ParameterEvent;

template <typename T>
const rosidl_message_type_support_t* handle() {
  return rosidl_typesupport_cpp::get_message_type_support_handle<T>();
}

class SerializeTest : public testing::Test {
 protected:
  SerializeTest() { rcutils_reset_error(); }
  ~SerializeTest() override {
    std::free(bytes_.buffer);
    rcutils_reset_error();
  }

  /// Whether an error is set; it is none afterwards.
  static bool error() {
    const bool was = rcutils_error_is_set();
    rcutils_reset_error();
    return was;
  }

  rmw_serialized_message_t bytes_{nullptr, 0, 0, rcutils_get_default_allocator()};
};

TEST_F(SerializeTest, AMessageComesBackFromItsBytes) {
  COVERS("rmw", "rmw_serialize", "rmw_deserialize");
  ParameterEvent event;
  event.node = "/talker";
  event.stamp.sec = 7;
  event.new_parameters.resize(2);
  event.new_parameters[1].name = "speed";
  ASSERT_EQ(rmw_serialize(&event, handle<ParameterEvent>(), &bytes_), RMW_RET_OK);
  ParameterEvent read;
  ASSERT_EQ(rmw_deserialize(&bytes_, handle<ParameterEvent>(), &read), RMW_RET_OK);
  EXPECT_EQ(read, event);
}

TEST_F(SerializeTest, TheBytesAreThoseOfRclcpp) {
  ParameterEvent event;
  event.node = "/talker";
  rclcpp::SerializedMessage theirs;
  rclcpp::Serialization<ParameterEvent>().serialize_message(&event, &theirs);
  ASSERT_EQ(rmw_serialize(&event, handle<ParameterEvent>(), &bytes_), RMW_RET_OK);
  const auto& expected = theirs.get_rcl_serialized_message();
  EXPECT_EQ(std::string(bytes_.buffer, bytes_.buffer + bytes_.buffer_length),
            std::string(expected.buffer, expected.buffer + expected.buffer_length));
}

TEST_F(SerializeTest, RoomThatIsLargeEnoughIsUsedAsItIs) {
  ParameterEvent event;
  event.node = "/a_talker_with_a_long_name";
  ASSERT_EQ(rmw_serialize(&event, handle<ParameterEvent>(), &bytes_), RMW_RET_OK);
  const auto* buffer = bytes_.buffer;
  const auto length = bytes_.buffer_length;
  event.node = "/t";
  ASSERT_EQ(rmw_serialize(&event, handle<ParameterEvent>(), &bytes_), RMW_RET_OK);
  EXPECT_EQ(bytes_.buffer, buffer);
  EXPECT_LT(bytes_.buffer_length, length);
}

TEST_F(SerializeTest, BytesThatAreCutOrOfNothingAreRefused) {
  ParameterEvent event;
  event.node = "/talker";
  ASSERT_EQ(rmw_serialize(&event, handle<ParameterEvent>(), &bytes_), RMW_RET_OK);
  ParameterEvent read;
  for (std::size_t length : {std::size_t{0}, std::size_t{3}, bytes_.buffer_length - 1}) {
    rmw_serialized_message_t cut = bytes_;
    cut.buffer_length = length;
    EXPECT_EQ(rmw_deserialize(&cut, handle<ParameterEvent>(), &read), RMW_RET_ERROR) << length;
    EXPECT_TRUE(error());
  }
}

TEST_F(SerializeTest, AStringBeyondItsBoundIsRefusedAndTheBytesStay) {
  using type_description_interfaces::msg::IndividualTypeDescription;
  IndividualTypeDescription type;
  ASSERT_EQ(rmw_serialize(&type, handle<IndividualTypeDescription>(), &bytes_), RMW_RET_OK);
  const auto length = bytes_.buffer_length;
  type.type_name = std::string(256, 'x');
  EXPECT_EQ(rmw_serialize(&type, handle<IndividualTypeDescription>(), &bytes_), RMW_RET_ERROR);
  EXPECT_TRUE(error());
  EXPECT_EQ(bytes_.buffer_length, length);
}

TEST_F(SerializeTest, WhatIsMissingIsRefused) {
  ParameterEvent event;
  const auto* type = handle<ParameterEvent>();
  EXPECT_EQ(rmw_serialize(nullptr, type, &bytes_), RMW_RET_ERROR);
  EXPECT_TRUE(error());
  EXPECT_EQ(rmw_serialize(&event, nullptr, &bytes_), RMW_RET_ERROR);
  EXPECT_TRUE(error());
  EXPECT_EQ(rmw_serialize(&event, type, nullptr), RMW_RET_ERROR);
  EXPECT_TRUE(error());
  EXPECT_EQ(rmw_deserialize(nullptr, type, &event), RMW_RET_ERROR);
  EXPECT_TRUE(error());
  rmw_serialized_message_t uninitialized{};
  EXPECT_EQ(rmw_serialize(&event, type, &uninitialized), RMW_RET_ERROR);
  EXPECT_TRUE(error());
}

TEST_F(SerializeTest, AnAllocatorWithoutMemoryIsTold) {
  bytes_.allocator.reallocate = [](void*, std::size_t, void*) -> void* { return nullptr; };
  const ParameterEvent event;
  EXPECT_EQ(rmw_serialize(&event, handle<ParameterEvent>(), &bytes_), RMW_RET_BAD_ALLOC);
  EXPECT_TRUE(error());
}

TEST_F(SerializeTest, AHandleWithoutACodecIsRefused) {
  rosidl_message_type_support_t foreign{};
  foreign.typesupport_identifier = "of_somebody";
  foreign.func = [](const rosidl_message_type_support_t*, const char*) {
    return static_cast<const rosidl_message_type_support_t*>(nullptr);
  };
  ParameterEvent event;
  EXPECT_EQ(rmw_serialize(&event, &foreign, &bytes_), RMW_RET_ERROR);
  EXPECT_TRUE(error());
  EXPECT_EQ(rmw_deserialize(&bytes_, &foreign, &event), RMW_RET_ERROR);
  EXPECT_TRUE(error());
}

}  // namespace
