// Messages with the fixed memory of a profile (capacities.txt).
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "builtin_interfaces/msg/time.h"
#include "ranvier_micro/ros/codec.h"
#include "test_msgs/msg/arrays.h"
#include "test_msgs/msg/multi_nested.h"
#include "test_msgs/msg/strings.h"
#include "test_msgs/msg/unbounded_sequences.h"
#include "test_msgs/msg/w_strings.h"

namespace {

const micro_type& type_of(const rosidl_message_type_support_t* handle) {
  return *static_cast<const micro_type*>(handle->data);
}
void fill(rosidl_runtime_c__String& text) {
  text.size = text.capacity - 1;
  std::memset(text.data, 'x', text.size);
}
void fill(test_msgs__msg__UnboundedSequences& message) {
  // All sequences have one layout.
  const auto& type = type_of(ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, UnboundedSequences));
  for (std::uint32_t i = 0; i < type.count; ++i) {
    if (type.members[i].repeat != MICRO_SEQUENCE) continue;
    auto* list = reinterpret_cast<rosidl_runtime_c__octet__Sequence*>(
        reinterpret_cast<char*>(&message) + type.members[i].offset);
    list->size = list->capacity;
  }
  for (std::size_t i = 0; i < message.string_values.size; ++i) {
    fill(message.string_values.data[i]);
  }
}

TEST(MicroProfile, CapacitiesAreThoseOfTheFile) {
  static test_msgs__msg__UnboundedSequences message;
  static test_msgs__msg__UnboundedSequences__memory memory;
  test_msgs__msg__UnboundedSequences__give_memory(&message, &memory);
  EXPECT_EQ(message.int32_values.capacity, 40u);
  EXPECT_EQ(message.int64_values.capacity, 3u);
  EXPECT_EQ(message.string_values.capacity, 4u);
  EXPECT_EQ(message.string_values.data[3].capacity, 13u);
  EXPECT_EQ(message.int32_values.size, 0u);
}

TEST(MicroProfile, ABoundOfTheMessageLimitsACapacity) {
  static test_msgs__msg__Strings message;
  static test_msgs__msg__Strings__memory memory;
  test_msgs__msg__Strings__give_memory(&message, &memory);
  EXPECT_EQ(message.string_value.capacity, 101u);
  EXPECT_EQ(message.bounded_string_value.capacity, 23u) << "22 characters and the zero";
}

TEST(MicroProfile, NoMessageIsLongerThanItsWorstCase) {
  static test_msgs__msg__UnboundedSequences message;
  static test_msgs__msg__UnboundedSequences__memory memory;
  test_msgs__msg__UnboundedSequences__give_memory(&message, &memory);
  const auto& type = type_of(ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, UnboundedSequences));
  constexpr std::size_t kMost = test_msgs__msg__UnboundedSequences__MAX_SERIALIZED_SIZE;
  EXPECT_LE(micro_size(&type, &message), kMost);
  fill(message);
  const std::size_t full = micro_size(&type, &message);
  EXPECT_LE(full, kMost);
  EXPECT_LT(kMost, full + 8 * type.count + 4 * 8) << "only padding is counted besides";
  message.string_values.data[0].size = 1;
  message.string_values.size = 1;
  EXPECT_LE(micro_size(&type, &message), kMost);
}

TEST(MicroProfile, MessagesInMessagesHaveMemoryToo) {
  static test_msgs__msg__MultiNested message;
  static test_msgs__msg__MultiNested__memory memory;
  test_msgs__msg__MultiNested__give_memory(&message, &memory);
  message.unbounded_sequence_of_unbounded_sequences.size =
      message.unbounded_sequence_of_unbounded_sequences.capacity;
  ASSERT_EQ(message.unbounded_sequence_of_unbounded_sequences.size, 3u);
  fill(message.unbounded_sequence_of_unbounded_sequences.data[2]);
  fill(message.array_of_unbounded_sequences[2]);
  fill(message.array_of_arrays[1].string_values[2]);
  const auto& type = type_of(ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, MultiNested));
  const std::size_t size = micro_size(&type, &message);
  ASSERT_NE(size, 0u);
  EXPECT_LE(size, std::size_t{test_msgs__msg__MultiNested__MAX_SERIALIZED_SIZE});
}

TEST(MicroProfile, AMessageWithoutTextsHasAnExactSize) {
  EXPECT_EQ(int{builtin_interfaces__msg__Time__MAX_SERIALIZED_SIZE}, 8);
}

}  // namespace
