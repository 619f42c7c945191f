// Memory for C messages, by the tables of their types.
#include <gmock/gmock.h>

#include <cstdint>
#include <vector>

#include "micro_ros_utilities/string_utilities.h"
#include "micro_ros_utilities/type_utilities.h"
#include "ranvier_micro/ros/codec.h"
#include "rcl/graph.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "test_msgs/msg/multi_nested.h"
#include "test_msgs/msg/strings.h"
#include "test_msgs/msg/unbounded_sequences.h"
#include "test_msgs/msg/w_strings.h"

namespace {

using ::testing::HasSubstr;

const rosidl_message_type_support_t* unbounded() {
  return ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, UnboundedSequences);
}

TEST(MicroUtilities, TextsAndSequencesGetTheirUsualMemory) {
  test_msgs__msg__UnboundedSequences message;
  ASSERT_TRUE(micro_ros_utilities_create_message_memory(unbounded(), &message,
                                                        micro_ros_utilities_memory_conf_default));
  EXPECT_EQ(message.float64_values.capacity, 5u);
  EXPECT_EQ(message.float64_values.size, 0u);
  message.float64_values.data[4] = 1;  // the sanitizers see whether it is there
  EXPECT_EQ(message.string_values.capacity, 5u);
  EXPECT_EQ(message.string_values.data[4].capacity, 20u);
  EXPECT_TRUE(micro_ros_utilities_destroy_message_memory(unbounded(), &message,
                                                         micro_ros_utilities_memory_conf_default));
  EXPECT_EQ(message.string_values.data, nullptr);
}

TEST(MicroUtilities, ARuleGivesOneMemberItsOwnCapacity) {
  const micro_ros_utilities_memory_rule_t rules[] = {
      {"int32_values", 77}, {"string_values", 2}, {"string_values.data", 9}};
  micro_ros_utilities_memory_conf_t conf{};
  conf.rules = rules;
  conf.n_rules = 3;
  test_msgs__msg__UnboundedSequences message;
  ASSERT_TRUE(micro_ros_utilities_create_message_memory(unbounded(), &message, conf));
  EXPECT_EQ(message.int32_values.capacity, 77u);
  EXPECT_EQ(message.int64_values.capacity, 5u);
  EXPECT_EQ(message.string_values.capacity, 2u);
  EXPECT_EQ(message.string_values.data[1].capacity, 9u);
  micro_ros_utilities_destroy_message_memory(unbounded(), &message, conf);
}

TEST(MicroUtilities, ARuleThatNamesNoMemberIsSaid) {
  const micro_ros_utilities_memory_rule_t rule{"int33_values", 7};
  micro_ros_utilities_memory_conf_t conf{};
  conf.rules = &rule;
  conf.n_rules = 1;
  test_msgs__msg__UnboundedSequences message;
  EXPECT_FALSE(micro_ros_utilities_create_message_memory(unbounded(), &message, conf));
  EXPECT_THAT(rcl_get_error_string().str, HasSubstr("names no text or sequence"));
  EXPECT_EQ(micro_ros_utilities_get_dynamic_size(unbounded(), conf), 0u);
}

TEST(MicroUtilities, AStaticBufferOfTheCountedSizeIsJustEnough) {
  const auto* type = ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, MultiNested);
  const auto& conf = micro_ros_utilities_memory_conf_default;
  const std::size_t size = micro_ros_utilities_get_static_size(type, conf);
  ASSERT_GT(size, micro_ros_utilities_get_dynamic_size(type, conf));
  std::vector<std::uint8_t> memory(size);
  test_msgs__msg__MultiNested message;
  ASSERT_TRUE(micro_ros_utilities_create_static_message_memory(type, &message, conf, memory.data(),
                                                               memory.size()));
  EXPECT_EQ(message.unbounded_sequence_of_unbounded_sequences.capacity, 5u);
  auto& inner = message.unbounded_sequence_of_unbounded_sequences.data[4];
  EXPECT_EQ(inner.string_values.data[4].capacity, 20u);
  const auto* at = reinterpret_cast<std::uint8_t*>(inner.string_values.data[4].data);
  EXPECT_TRUE(at >= memory.data() && at + 20 <= memory.data() + size);
  EXPECT_NE(micro_size(static_cast<const micro_type*>(type->data), &message), 0u);
  EXPECT_FALSE(micro_ros_utilities_create_static_message_memory(type, &message, conf, memory.data(),
                                                                size - 16));
  EXPECT_THAT(rcl_get_error_string().str, HasSubstr("no memory"));
}

TEST(MicroUtilities, ABoundOfTheMessageLimitsItsMemory) {
  test_msgs__msg__Strings message;
  const auto* type = ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, Strings);
  micro_ros_utilities_memory_conf_t conf{};
  conf.max_string_capacity = 100;
  ASSERT_TRUE(micro_ros_utilities_create_message_memory(type, &message, conf));
  EXPECT_EQ(message.string_value.capacity, 100u);
  EXPECT_EQ(message.bounded_string_value.capacity, 23u) << "22 characters and the zero";
  micro_ros_utilities_destroy_message_memory(type, &message, conf);
}

TEST(MicroUtilities, MembersAreToldByName) {
  rosidl_runtime_c__String info =
      micro_ros_utilities_type_info(ROSIDL_GET_MSG_TYPE_SUPPORT(test_msgs, msg, MultiNested));
  ASSERT_NE(info.data, nullptr);
  EXPECT_THAT(info.data, HasSubstr("array_of_arrays: test_msgs::msg::dds_::Arrays_[array]\n"));
  EXPECT_THAT(info.data, HasSubstr("string_values: string[sequence]\n"));
  micro_ros_string_utilities_destroy(&info);
}

TEST(MicroUtilities, WithoutTheGraphTheNumberIsNamedThatBringsIt) {
  std::size_t count = 7;
  EXPECT_EQ(rcl_count_publishers(nullptr, "/a", &count), RCL_RET_UNSUPPORTED);
  EXPECT_EQ(count, 0u);
  EXPECT_THAT(rcl_get_error_string().str, HasSubstr("set XRCE_GRAPH_BYTES"));
  bool available = true;
  EXPECT_EQ(rcl_service_server_is_available(nullptr, nullptr, &available), RCL_RET_UNSUPPORTED);
  EXPECT_FALSE(available);
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rcl_names_and_types_t of = rcl_get_zero_initialized_names_and_types();
  EXPECT_EQ(rcl_get_topic_names_and_types(nullptr, &allocator, false, &of), RCL_RET_UNSUPPORTED);
  EXPECT_EQ(rcl_node_get_graph_guard_condition(nullptr), nullptr);
}

}  // namespace
