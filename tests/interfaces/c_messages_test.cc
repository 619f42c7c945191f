// The C structs of messages: their layout, and the functions beside them.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

#include "c_messages.h"
#include "example_interfaces/action/fibonacci.h"
#include "geometry_msgs/msg/pose_array.hpp"
#include "std_srvs/srv/set_bool.h"
#include "test_msgs/msg/arrays.h"
#include "test_msgs/msg/arrays.hpp"
#include "test_msgs/msg/bounded_sequences.h"
#include "test_msgs/msg/bounded_sequences.hpp"
#include "test_msgs/msg/constants.hpp"
#include "test_msgs/msg/defaults.h"
#include "test_msgs/msg/defaults.hpp"
#include "test_msgs/msg/strings.h"
#include "test_msgs/msg/strings.hpp"
#include "test_msgs/msg/w_strings.h"
#include "test_msgs/msg/w_strings.hpp"

namespace {

// The functions of one C message type, and a message that ends with its owner.
#define C_MESSAGE(name)                                                                            \
  struct Owned_##name {                                                                            \
    Owned_##name() { EXPECT_TRUE(test_msgs__msg__##name##__init(&it)); }                           \
    ~Owned_##name() { test_msgs__msg__##name##__fini(&it); }                                       \
    test_msgs__msg__##name it;                                                                     \
  }
C_MESSAGE(Arrays);
C_MESSAGE(BoundedSequences);
C_MESSAGE(Defaults);
C_MESSAGE(Strings);
C_MESSAGE(WStrings);

std::string text(const rosidl_runtime_c__String& of) { return {of.data, of.size}; }

TEST(CMessagesTest, CodeInC11FillsAMessage) {
  geometry_msgs__msg__PoseArray message;
  ASSERT_TRUE(fill_in_c(&message));
  EXPECT_EQ(text(message.header.frame_id), "map");
  EXPECT_EQ(message.header.stamp.sec, 7);
  ASSERT_EQ(message.poses.size, 2u);
  EXPECT_EQ(message.poses.data[1].position.y, 4.5);
  EXPECT_EQ(message.poses.data[0].orientation.w, 1.0) << "its default";
  geometry_msgs__msg__PoseArray__fini(&message);
  EXPECT_EQ(message.poses.data, nullptr);
}

TEST(CMessagesTest, TheLayoutIsThatOfRosidl) {
  struct Text {
    char* data;
    std::size_t size, capacity;
  };
  static_assert(sizeof(rosidl_runtime_c__String) == sizeof(Text));
  static_assert(offsetof(rosidl_runtime_c__String, size) == offsetof(Text, size));
  static_assert(offsetof(rosidl_runtime_c__String, capacity) == offsetof(Text, capacity));
  using Sequences = test_msgs__msg__BoundedSequences;
  static_assert(std::is_same_v<decltype(Sequences::bool_values.data), bool*>);
  static_assert(
      std::is_same_v<decltype(Sequences::byte_values), rosidl_runtime_c__octet__Sequence>);
  static_assert(
      std::is_same_v<decltype(Sequences::char_values), rosidl_runtime_c__uint8__Sequence>);
  static_assert(
      std::is_same_v<decltype(Sequences::float32_values), rosidl_runtime_c__float__Sequence>);
  static_assert(
      std::is_same_v<decltype(Sequences::string_values), rosidl_runtime_c__String__Sequence>);
  static_assert(std::is_same_v<decltype(Sequences::basic_types_values),
                               test_msgs__msg__BasicTypes__Sequence>);
  static_assert(sizeof(test_msgs__msg__BasicTypes) == sizeof(test_msgs::msg::BasicTypes));
  static_assert(std::is_same_v<decltype(test_msgs__msg__Arrays::float64_values), double[3]>);
  static_assert(std::is_same_v<decltype(test_msgs__msg__WStrings::wstring_value),
                               rosidl_runtime_c__U16String>);
  static_assert(test_msgs__msg__BoundedSequences__bool_values__MAX_SIZE == 3);
  static_assert(test_msgs__msg__Strings__bounded_string_value__MAX_STRING_SIZE == 22);
}

TEST(CMessagesTest, ConstantsAreThoseOfCpp) {
  using test_msgs::msg::Constants;
  EXPECT_EQ(test_msgs__msg__Constants__INT64_CONST, Constants::INT64_CONST);
  EXPECT_EQ(test_msgs__msg__Constants__FLOAT32_CONST, Constants::FLOAT32_CONST);
  EXPECT_EQ(test_msgs__msg__Constants__BYTE_CONST, Constants::BYTE_CONST);
  EXPECT_EQ(sum_of_constants_in_c(), Constants::INT8_CONST + Constants::BOOL_CONST);
}

TEST(CMessagesTest, DefaultsAreThoseOfCpp) {
  const Owned_Defaults defaults;
  const test_msgs::msg::Defaults expected;
  EXPECT_EQ(defaults.it.bool_value, expected.bool_value);
  EXPECT_EQ(defaults.it.float64_value, expected.float64_value);
  EXPECT_EQ(defaults.it.int64_value, expected.int64_value);
  const Owned_Strings strings;
  EXPECT_EQ(text(strings.it.string_value_default3),
            test_msgs::msg::Strings().string_value_default3);
  EXPECT_EQ(text(strings.it.string_value), "");
  const Owned_WStrings wide;
  const auto& units = wide.it.wstring_value_default3;
  const std::u16string wide_expected = test_msgs::msg::WStrings().wstring_value_default3;
  ASSERT_EQ(units.size, wide_expected.size());
  EXPECT_EQ(std::memcmp(units.data, wide_expected.data(), 2 * units.size), 0);
}

TEST(CMessagesTest, DefaultsOfArraysAndSequencesAreThoseOfCpp) {
  const Owned_Arrays arrays;
  const Owned_BoundedSequences sequences;
  const test_msgs::msg::Arrays expected;
  ASSERT_EQ(sequences.it.int64_values_default.size, 3u);
  ASSERT_EQ(sequences.it.string_values_default.size, 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(arrays.it.int64_values_default[i], expected.int64_values_default[i]);
    EXPECT_EQ(arrays.it.float32_values_default[i], expected.float32_values_default[i]);
    EXPECT_EQ(text(arrays.it.string_values_default[i]), expected.string_values_default[i]);
    EXPECT_EQ(sequences.it.int64_values_default.data[i], expected.int64_values_default[i]);
    EXPECT_EQ(text(sequences.it.string_values_default.data[i]), expected.string_values_default[i]);
  }
  EXPECT_EQ(sequences.it.int32_values.size, 0u);
  EXPECT_EQ(sequences.it.int32_values.data, nullptr);
}

TEST(CMessagesTest, ACopyIsEqualUntilOneOfThemChanges) {
  Owned_BoundedSequences from;
  Owned_BoundedSequences to;
  ASSERT_TRUE(rosidl_runtime_c__double__Sequence__init(&from.it.float64_values, 2));
  from.it.float64_values.data[1] = 2.5;
  ASSERT_TRUE(test_msgs__msg__BasicTypes__Sequence__init(&from.it.basic_types_values, 1));
  EXPECT_FALSE(test_msgs__msg__BoundedSequences__are_equal(&from.it, &to.it));
  ASSERT_TRUE(test_msgs__msg__BoundedSequences__copy(&from.it, &to.it));
  EXPECT_TRUE(test_msgs__msg__BoundedSequences__are_equal(&from.it, &to.it));
  EXPECT_NE(from.it.float64_values.data, to.it.float64_values.data);
  to.it.basic_types_values.data[0].int8_value = 1;
  EXPECT_FALSE(test_msgs__msg__BoundedSequences__are_equal(&from.it, &to.it));
  ASSERT_TRUE(test_msgs__msg__BoundedSequences__copy(&to.it, &to.it)) << "to itself";
}

TEST(CMessagesTest, ArraysAreComparedElementByElement) {
  Owned_Arrays one;
  Owned_Arrays other;
  EXPECT_TRUE(test_msgs__msg__Arrays__are_equal(&one.it, &other.it));
  ASSERT_TRUE(rosidl_runtime_c__String__assign(&one.it.string_values[2], "x"));
  EXPECT_FALSE(test_msgs__msg__Arrays__are_equal(&one.it, &other.it));
  ASSERT_TRUE(test_msgs__msg__Arrays__copy(&one.it, &other.it));
  EXPECT_EQ(text(other.it.string_values[2]), "x");
  other.it.float64_values[1] = 1;
  EXPECT_FALSE(test_msgs__msg__Arrays__are_equal(&one.it, &other.it));
}

TEST(CMessagesTest, MessagesAndSequencesAreMadeOnTheHeap) {
  test_msgs__msg__Defaults* one = test_msgs__msg__Defaults__create();
  ASSERT_NE(one, nullptr);
  EXPECT_EQ(one->int8_value, -50);
  test_msgs__msg__Defaults__destroy(one);
  test_msgs__msg__Defaults__Sequence* many = test_msgs__msg__Defaults__Sequence__create(3);
  ASSERT_NE(many, nullptr);
  EXPECT_EQ(many->capacity, 3u);
  EXPECT_EQ(many->data[2].int8_value, -50);
  test_msgs__msg__Defaults__Sequence more{};
  ASSERT_TRUE(test_msgs__msg__Defaults__Sequence__copy(many, &more));
  EXPECT_TRUE(test_msgs__msg__Defaults__Sequence__are_equal(many, &more));
  test_msgs__msg__Defaults__Sequence__fini(&more);
  test_msgs__msg__Defaults__Sequence__destroy(many);
  test_msgs__msg__Defaults__destroy(nullptr);
}

TEST(CMessagesTest, NullIsRefused) {
  EXPECT_FALSE(test_msgs__msg__Strings__init(nullptr));
  EXPECT_FALSE(test_msgs__msg__Strings__are_equal(nullptr, nullptr));
  EXPECT_FALSE(test_msgs__msg__Strings__copy(nullptr, nullptr));
  EXPECT_FALSE(rosidl_runtime_c__String__assign(nullptr, "x"));
  EXPECT_FALSE(rosidl_runtime_c__uint8__Sequence__init(nullptr, 1));
}

// Of each kind: numbers, texts, messages. Their bytes would be more than a size_t counts.
TEST(CMessagesTest, WhatIsTooLongIsRefusedAndNothingIsChanged) {
  const std::size_t all = static_cast<std::size_t>(-1);
  for (const std::size_t size : {all, all / 2 + 2, all / 4 + 2}) {
    rosidl_runtime_c__int64__Sequence numbers{};
    EXPECT_FALSE(rosidl_runtime_c__int64__Sequence__init(&numbers, size));
    EXPECT_EQ(numbers.data, nullptr);
    rosidl_runtime_c__String__Sequence texts{};
    EXPECT_FALSE(rosidl_runtime_c__String__Sequence__init(&texts, size));
    EXPECT_EQ(texts.size, 0u);
    EXPECT_EQ(test_msgs__msg__Defaults__Sequence__create(size), nullptr);
    std::int64_t one = 7;
    const rosidl_runtime_c__int64__Sequence claims{&one, size, size};
    EXPECT_FALSE(rosidl_runtime_c__int64__Sequence__copy(&claims, &numbers));
    EXPECT_EQ(numbers.capacity, 0u);
  }
  rosidl_runtime_c__U16String wide;
  ASSERT_TRUE(rosidl_runtime_c__U16String__init(&wide));
  EXPECT_FALSE(rosidl_runtime_c__U16String__resize(&wide, all));
  EXPECT_FALSE(rosidl_runtime_c__U16String__resize(&wide, all / 2));
  EXPECT_EQ(wide.size, 0u);
  rosidl_runtime_c__U16String__fini(&wide);
  rosidl_runtime_c__String text{};
  EXPECT_FALSE(rosidl_runtime_c__String__assignn(&text, "x", all));
  EXPECT_EQ(text.data, nullptr);
}

TEST(CMessagesTest, WideTextsAreAssignedFromUnitsAndFromBytes) {
  rosidl_runtime_c__U16String wide;
  ASSERT_TRUE(rosidl_runtime_c__U16String__init(&wide));
  const std::uint16_t units[] = {'a', 0x20ac, 0};
  ASSERT_TRUE(rosidl_runtime_c__U16String__assign(&wide, units));
  EXPECT_EQ(wide.size, 2u);
  EXPECT_EQ(wide.data[2], 0);
  const char* bytes = reinterpret_cast<const char*>(units);
  EXPECT_FALSE(rosidl_runtime_c__U16String__assignn_from_char(&wide, bytes, 3)) << "odd";
  ASSERT_TRUE(rosidl_runtime_c__U16String__assignn_from_char(&wide, bytes, 2));
  EXPECT_EQ(wide.size, 1u);
  EXPECT_EQ(wide.data[0], 'a');
  ASSERT_TRUE(rosidl_runtime_c__U16String__resize(&wide, 5));
  EXPECT_EQ(wide.size, 5u);
  EXPECT_EQ(wide.data[5], 0);
  rosidl_runtime_c__U16String__fini(&wide);
}

TEST(CMessagesTest, ServicesAndActionsHaveTheStructsOfTheirMessages) {
  std_srvs__srv__SetBool_Event event;
  ASSERT_TRUE(std_srvs__srv__SetBool_Event__init(&event));
  ASSERT_TRUE(std_srvs__srv__SetBool_Request__Sequence__init(&event.request, 1));
  event.request.data[0].data = true;
  std_srvs__srv__SetBool_Event__fini(&event);
  example_interfaces__action__Fibonacci_FeedbackMessage feedback;
  ASSERT_TRUE(example_interfaces__action__Fibonacci_FeedbackMessage__init(&feedback));
  EXPECT_EQ(sizeof(feedback.goal_id.uuid), 16u);
  EXPECT_EQ(feedback.feedback.sequence.size, 0u);
  example_interfaces__action__Fibonacci_FeedbackMessage__fini(&feedback);
}

}  // namespace
