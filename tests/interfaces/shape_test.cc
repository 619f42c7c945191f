// The shape of generated C++: what packages of the field rely on.
#include <gtest/gtest.h>

#include <locale>
#include <sstream>
#include <string>
#include <type_traits>

#include "example_interfaces/action/fibonacci.hpp"
#include "std_srvs/srv/set_bool.hpp"
#include "test_msgs/msg/arrays.hpp"
#include "test_msgs/msg/basic_types.hpp"
#include "test_msgs/msg/bounded_sequences.hpp"
#include "test_msgs/msg/constants.hpp"
#include "test_msgs/msg/defaults.hpp"
#include "test_msgs/msg/empty.hpp"
#include "test_msgs/msg/nested.hpp"
#include "test_msgs/msg/strings.hpp"
#include "test_msgs/msg/w_strings.hpp"

namespace {

using rosidl_runtime_cpp::MessageInitialization;
using test_msgs::msg::Defaults;

TEST(MessageShapeTest, DefaultsAreSetUnlessZerosAreAskedFor) {
  for (const Defaults& message : {Defaults(), Defaults(MessageInitialization::DEFAULTS_ONLY),
                                  Defaults(MessageInitialization::ALL_BUT_BULK)}) {
    EXPECT_TRUE(message.bool_value);
    EXPECT_EQ(message.byte_value, 50);
    EXPECT_EQ(message.float32_value, 1.125f);
    EXPECT_EQ(message.int8_value, -50);
    EXPECT_EQ(message.uint64_value, 50000000u);
  }
  const Defaults zero(MessageInitialization::ZERO);
  EXPECT_FALSE(zero.bool_value);
  EXPECT_EQ(zero.byte_value, 0);
  EXPECT_EQ(zero.float64_value, 0.0);
}

TEST(MessageShapeTest, StringDefaultsKeepTheirQuotes) {
  const test_msgs::msg::Strings message;
  EXPECT_EQ(message.string_value, "");
  EXPECT_EQ(message.string_value_default3, "Hello\"world!");
  EXPECT_EQ(message.string_value_default4, "Hello'world!");
  EXPECT_EQ(test_msgs::msg::WStrings().wstring_value_default3,
            u"\u30CF\u30ED\u30FC\u30EF\u30FC\u30EB\u30C9");
}

TEST(MessageShapeTest, ArraysAndSequencesHaveDefaultsToo) {
  const test_msgs::msg::Arrays arrays;
  EXPECT_EQ(arrays.int8_values_default, (std::array<int8_t, 3>{0, 127, -128}));
  EXPECT_EQ(arrays.int64_values_default[2], std::numeric_limits<int64_t>::min());
  EXPECT_EQ(arrays.string_values_default[1], "max value");
  EXPECT_EQ(arrays.int32_values, (std::array<int32_t, 3>{}));
  const test_msgs::msg::BoundedSequences sequences;
  EXPECT_EQ(sequences.uint8_values_default.size(), 3u);
  EXPECT_EQ(sequences.uint8_values_default[2], 255);
}

TEST(MessageShapeTest, ConstantsAreMembersOfTheType) {
  using test_msgs::msg::Constants;
  static_assert(Constants::UINT64_CONST == 50000000 && Constants::INT8_CONST == -50);
  static_assert(std::is_same_v<decltype(Constants::FLOAT32_CONST), const float>);
  const int8_t& odr_used = Constants::INT8_CONST;
  EXPECT_EQ(odr_used, -50);
  EXPECT_EQ(test_msgs::msg::Strings::STRING_CONST, "Hello world!");
}

TEST(MessageShapeTest, SettersChainAndBuildersTakeMembersInOrder) {
  const auto built = test_msgs::build<test_msgs::msg::Nested>().basic_types_value(
      test_msgs::msg::BasicTypes().set__int8_value(3).set__bool_value(true));
  EXPECT_EQ(built.basic_types_value.int8_value, 3);
  EXPECT_TRUE(built.basic_types_value.bool_value);
  EXPECT_NE(built, test_msgs::msg::Nested());
  const auto empty = test_msgs::build<test_msgs::msg::Empty>();
  EXPECT_EQ(empty.structure_needs_at_least_one_member, 0);
}

TEST(MessageShapeTest, PointerNamesAndAllocatorFormAreThere) {
  using T = test_msgs::msg::Strings;
  static_assert(std::is_same_v<T, test_msgs::msg::Strings_<std::allocator<void>>>);
  static_assert(std::is_same_v<T::SharedPtr, std::shared_ptr<T>>);
  static_assert(std::is_same_v<T::ConstSharedPtr, std::shared_ptr<const T>>);
  static_assert(std::is_same_v<T::UniquePtr, std::unique_ptr<T>>);
  static_assert(std::is_same_v<T::ConstWeakPtr, std::weak_ptr<const T>>);
  const T by_allocator{std::allocator<void>()};
  EXPECT_EQ(by_allocator, T());
}

TEST(TraitsTest, SayWhatATypeIs) {
  namespace traits = rosidl_generator_traits;
  using std_srvs::srv::SetBool;
  EXPECT_STREQ(traits::name<Defaults>(), "test_msgs/msg/Defaults");
  EXPECT_STREQ(traits::data_type<SetBool::Request>(), "std_srvs::srv::SetBool_Request");
  static_assert(traits::is_message<Defaults>::value && !traits::is_message<int>::value);
  static_assert(traits::has_fixed_size<Defaults>::value);
  static_assert(!traits::has_bounded_size<test_msgs::msg::Strings>::value);
  static_assert(traits::is_service<SetBool>::value && !traits::is_service<Defaults>::value);
  static_assert(traits::is_service_request<SetBool::Request>::value);
  using Fibonacci = example_interfaces::action::Fibonacci;
  static_assert(traits::is_action<Fibonacci>::value);
  static_assert(traits::is_action_goal<Fibonacci::Goal>::value);
  static_assert(
      std::is_same_v<decltype(Fibonacci::Impl::FeedbackMessage().feedback), Fibonacci::Feedback>);
}

TEST(YamlTest, IsThatOfRos2InBothStyles) {
  test_msgs::msg::Nested message;
  message.basic_types_value.set__byte_value(0xAB).set__float32_value(1.5f).set__char_value(65);
  const std::string flow = to_yaml(message, true);
  EXPECT_EQ(flow.substr(0, 88),
            "{basic_types_value: {bool_value: false, byte_value: 0xab, char_value: 65, "
            "float32_value:");
  EXPECT_NE(flow.find("float32_value: 1.50000, float64_value: 0.00000,"), flow.npos);
  std::ostringstream block;
  to_block_style_yaml(message, block, 2);
  EXPECT_EQ(block.str().substr(0, 44), "  basic_types_value:\n    bool_value: false\n ");
  EXPECT_EQ(rosidl_generator_traits::to_yaml(message), to_yaml(message));
  EXPECT_EQ(to_yaml(test_msgs::msg::Empty()), "null\n");
}

// What std::locale::global() gives a program of half of Europe.
struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(YamlTest, NumbersAreThoseOfYamlInEveryLocale) {
  test_msgs::msg::BasicTypes message(MessageInitialization::ZERO);
  message.set__float64_value(1234.5).set__int32_value(-1234567);
  std::ostringstream out;
  out.imbue(std::locale(out.getloc(), new Comma));
  to_flow_style_yaml(message, out);
  EXPECT_NE(out.str().find("float64_value: 1234.50"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("int32_value: -1234567,"), std::string::npos) << out.str();
  out.str("");
  to_block_style_yaml(message, out);
  EXPECT_NE(out.str().find("int32_value: -1234567\n"), std::string::npos) << out.str();
  out.str("");
  out << 1234.5;
  EXPECT_EQ(out.str(), "1.234,5") << "the stream is its user's again";
}

TEST(YamlTest, QuotesStringsAndListsSequences) {
  test_msgs::msg::BoundedSequences message(MessageInitialization::ZERO);
  message.bool_values = {true, false};
  message.string_values = {"a\"b\\c"};
  const std::string text = to_yaml(message);
  EXPECT_EQ(text.substr(0, 29), "bool_values:\n- true\n- false\nb");
  EXPECT_NE(text.find("string_values:\n- \"a\\\"b\\\\c\"\n"), text.npos);
  EXPECT_NE(text.find("byte_values: []\n"), text.npos);
}

}  // namespace
