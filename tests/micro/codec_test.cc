// C messages to CDR and back, by the tables of their types.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "ranvier_micro/ros/codec.h"
#include "test_msgs/msg/arrays.h"
#include "test_msgs/msg/bounded_sequences.h"
#include "test_msgs/msg/nested.h"
#include "test_msgs/msg/strings.h"
#include "test_msgs/msg/unbounded_sequences.h"
#include "test_msgs/msg/w_strings.h"

namespace {

template <class Message>
const micro_type& type_of(const rosidl_message_type_support_t* handle) {
  return *static_cast<const micro_type*>(handle->data);
}

std::vector<std::uint8_t> encoded(const micro_type& type, const void* message, bool little = true) {
  const std::size_t size = micro_size(&type, message);
  std::vector<std::uint8_t> bytes(size);
  xrce_cdr cdr;
  xrce_cdr_init(&cdr, bytes.data(), size, little);
  micro_put(&type, message, &cdr);
  EXPECT_FALSE(cdr.failed);
  EXPECT_EQ(cdr.at, cdr.end) << "the size is what was counted";
  return bytes;
}

bool decodes(const micro_type& type, void* message, std::vector<std::uint8_t> bytes,
             bool little = true) {
  xrce_cdr cdr;
  xrce_cdr_init(&cdr, bytes.data(), bytes.size(), little);
  micro_get(&type, message, &cdr);
  return !cdr.failed;
}

// Writes `name`, reads it into another one that has room, in both byte orders, and compares.
#define EXPECT_SAME_AGAIN(Name, fill)                                                              \
  for (const bool little : {true, false}) {                                                        \
    test_msgs__msg__##Name from, to;                                                               \
    ASSERT_TRUE(test_msgs__msg__##Name##__init(&from) && test_msgs__msg__##Name##__init(&to));     \
    fill(from);                                                                                    \
    fill(to);                                                                                      \
    const micro_type& type =                                                                       \
        type_of<test_msgs__msg__##Name>(ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, Name));        \
    const auto bytes = encoded(type, &from, little);                                               \
    std::vector<std::uint8_t> none(bytes.size());                                                  \
    EXPECT_TRUE(decodes(type, &to, bytes, little));                                                \
    EXPECT_TRUE(test_msgs__msg__##Name##__are_equal(&from, &to));                                  \
    for (std::size_t size = 0; size < bytes.size(); ++size) {                                      \
      EXPECT_FALSE(decodes(type, &to, {bytes.begin(), bytes.begin() + long(size)}, little))        \
          << size;                                                                                 \
    }                                                                                              \
    test_msgs__msg__##Name##__fini(&from);                                                         \
    test_msgs__msg__##Name##__fini(&to);                                                           \
  }

void nothing(test_msgs__msg__Nested&) {}
TEST(MicroCodecTest, NestedMessagesComeBack) { EXPECT_SAME_AGAIN(Nested, nothing); }

void texts(test_msgs__msg__Strings& to) {
  rosidl_runtime_c__String__assign(&to.string_value, "a text");
  rosidl_runtime_c__String__assign(&to.bounded_string_value, "b");
}
TEST(MicroCodecTest, TextsComeBack) { EXPECT_SAME_AGAIN(Strings, texts); }

void arrays(test_msgs__msg__Arrays& to) {
  for (auto& text : to.string_values) rosidl_runtime_c__String__assign(&text, "one of three");
}
TEST(MicroCodecTest, ArraysOfMessagesAndTextsComeBack) { EXPECT_SAME_AGAIN(Arrays, arrays); }

void sequences(test_msgs__msg__UnboundedSequences& to) {
  rosidl_runtime_c__double__Sequence__fini(&to.float64_values);
  rosidl_runtime_c__double__Sequence__init(&to.float64_values, 5);
  test_msgs__msg__BasicTypes__Sequence__init(&to.basic_types_values, 3);
  for (std::size_t i = 0; i < 5; ++i) to.float64_values.data[i] = 1.5 * static_cast<double>(i);
}
TEST(MicroCodecTest, SequencesOfNumbersAndMessagesComeBack) {
  EXPECT_SAME_AGAIN(UnboundedSequences, sequences);
}

void wide(test_msgs__msg__WStrings&) {}
TEST(MicroCodecTest, WideTextsComeBack) { EXPECT_SAME_AGAIN(WStrings, wide); }

TEST(MicroCodecTest, WhatHasNoRoomIsRefusedAndNothingIsAllocated) {
  test_msgs__msg__Strings from, to;
  ASSERT_TRUE(test_msgs__msg__Strings__init(&from) && test_msgs__msg__Strings__init(&to));
  rosidl_runtime_c__String__assign(&from.string_value, "longer than there is room");
  const micro_type& type =
      type_of<test_msgs__msg__Strings>(ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, Strings));
  char* const memory = to.string_value.data;
  EXPECT_FALSE(decodes(type, &to, encoded(type, &from)));
  EXPECT_EQ(to.string_value.data, memory);
  test_msgs__msg__Strings__fini(&from);
  test_msgs__msg__Strings__fini(&to);
}

TEST(MicroCodecTest, ABoundThatIsPassedIsSaidBeforeAnythingIsSent) {
  test_msgs__msg__Strings from;
  ASSERT_TRUE(test_msgs__msg__Strings__init(&from));
  const std::string long_text(23, 'x');  // the bound is 22
  rosidl_runtime_c__String__assign(&from.bounded_string_value, long_text.c_str());
  const micro_type& type =
      type_of<test_msgs__msg__Strings>(ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, Strings));
  EXPECT_EQ(micro_size(&type, &from), 0u);
  test_msgs__msg__Strings__fini(&from);
}

TEST(MicroCodecTest, ALengthThat32BitsDoNotHoldIsSaidToo) {
  if (sizeof(std::size_t) == 4) GTEST_SKIP() << "no length of this machine has more";
  test_msgs__msg__Strings from;
  ASSERT_TRUE(test_msgs__msg__Strings__init(&from));
  const micro_type& type =
      type_of<test_msgs__msg__Strings>(ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, Strings));
  ASSERT_GT(micro_size(&type, &from), 0u);
  const std::size_t before = from.string_value.size;
  from.string_value.size = static_cast<std::size_t>((std::uint64_t{1} << 32) + 3);
  EXPECT_EQ(micro_size(&type, &from), 0u);
  from.string_value.size = before;
  test_msgs__msg__Strings__fini(&from);
}

}  // namespace
