// The messages that tests of packages take from test_msgs.
#include <gtest/gtest.h>

#include "test_msgs/message_fixtures.hpp"
#include "test_msgs/msg/detail/arrays__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/basic_types__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/bounded_plain_sequences__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/bounded_sequences__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/builtins__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/constants__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/defaults__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/empty__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/multi_nested__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/nested__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/strings__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/unbounded_sequences__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/msg/detail/w_strings__rosidl_typesupport_ranvier.hpp"
#include "test_msgs/service_fixtures.hpp"

namespace {

// So many messages, and each comes out of its bytes as it went in.
template <typename Messages>
void expect_travel(std::size_t count, const Messages& messages) {
  using Message = typename Messages::value_type::element_type;
  using Codec = ranvier::codec::Codec<Message>;
  EXPECT_EQ(messages.size(), count);
  for (const auto& message : messages) {
    std::vector<unsigned char> bytes(Codec::size(*message, 0));
    ranvier::codec::Encoder to(bytes.data(), bytes.size());
    Codec::encode(*message, to);
    EXPECT_TRUE(to.ok());
    Message back;
    ranvier::codec::Decoder from(bytes.data(), bytes.size());
    EXPECT_TRUE(Codec::decode(back, from));
    EXPECT_EQ(back, *message);
  }
}

TEST(FixturesTest, EveryMessageTravels) {
  expect_travel(1, get_messages_empty());
  expect_travel(4, get_messages_basic_types());
  expect_travel(1, get_messages_constants());
  expect_travel(1, get_messages_defaults());
  expect_travel(4, get_messages_strings());
  expect_travel(1, get_messages_arrays());
  expect_travel(5, get_messages_unbounded_sequences());
  expect_travel(2, get_messages_bounded_plain_sequences());
  expect_travel(2, get_messages_bounded_sequences());
  expect_travel(1, get_messages_multi_nested());
  expect_travel(4, get_messages_nested());
  expect_travel(1, get_messages_builtins());
  expect_travel(4, get_messages_wstrings());
}

TEST(FixturesTest, MessagesOfAKindDiffer) {
  const auto basic = get_messages_basic_types();
  EXPECT_EQ(basic[1]->int64_value, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(basic[2]->int8_value, std::numeric_limits<std::int8_t>::min());
  EXPECT_EQ(basic[3]->float64_value, 1);
  EXPECT_EQ(get_messages_strings()[3]->string_value.size(), 20000u);
  EXPECT_EQ(get_messages_strings()[3]->bounded_string_value.size(), 22u);
  EXPECT_EQ(get_messages_unbounded_sequences()[3]->basic_types_values.size(), 1000u);
  EXPECT_EQ(get_messages_bounded_sequences()[0]->string_values.size(), 3u);
}

TEST(FixturesTest, ServicesHaveRequestsAndResponsesThatDiffer) {
  EXPECT_EQ(get_services_empty().size(), 1u);
  const auto basic = get_services_basic_types();
  ASSERT_EQ(basic.size(), 2u);
  EXPECT_EQ(basic[0].first->string_value, "request");
  EXPECT_NE(basic[1].first->int32_value, basic[1].second->int32_value);
  const auto arrays = get_services_arrays();
  ASSERT_EQ(arrays.size(), 1u);
  EXPECT_EQ(arrays[0].first->int32_values[1], std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(arrays[0].second->int32_values[0], std::numeric_limits<std::int32_t>::max());
}

}  // namespace
