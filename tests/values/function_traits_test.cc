// What callables and callbacks take and give, at compile time.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>

#include "covers.h"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/subscription_traits.hpp"

namespace {

int function(const std::string&, double) { return 0; }
struct Method {
  int of(char) { return 0; }
  int constant(char) const { return 0; }
};

TEST(FunctionTraitsTest, TellArgumentsAndReturnOfEveryCallable) {
  COVERS("rclcpp::function_traits::function_traits", "argument_type", "arguments", "return_type");
  using rclcpp::function_traits::function_traits;
  using Function = function_traits<decltype(&function)>;
  EXPECT_TRUE((std::is_same_v<Function::arguments, std::tuple<const std::string&, double>>));
  EXPECT_TRUE((std::is_same_v<Function::argument_type<0>, const std::string&>));
  EXPECT_TRUE((std::is_same_v<Function::return_type, int>));
  EXPECT_EQ(Function::arity, 2u);
  const auto lambda = [](int, bool) { return 'c'; };
  using Lambda = function_traits<decltype(lambda)&>;
  EXPECT_TRUE((std::is_same_v<Lambda::arguments, std::tuple<int, bool>>));
  EXPECT_TRUE((std::is_same_v<Lambda::return_type, char>));
  auto changing = [count = 0](int) mutable { ++count; };
  EXPECT_TRUE((std::is_same_v<function_traits<decltype(changing)>::argument_type<0>, int>));
  EXPECT_EQ(function_traits<std::function<void()>>::arity, 0u);
  EXPECT_TRUE((std::is_same_v<function_traits<decltype(&Method::of)>::arguments,
                              std::tuple<Method&, char>>));
  EXPECT_TRUE((std::is_same_v<function_traits<decltype(&Method::constant)>::arguments,
                              std::tuple<const Method&, char>>));
}

TEST(FunctionTraitsTest, CompareCallables) {
  COVERS("rclcpp::function_traits::arity_comparator");
  COVERS("rclcpp::function_traits::check_arguments");
  COVERS("rclcpp::function_traits::same_arguments");
  using namespace rclcpp::function_traits;  // NOLINT
  const auto one = [](int) {};
  const auto other = [](int) { return 1; };
  using One = decltype(one);
  EXPECT_TRUE((arity_comparator<1, One>::value));
  EXPECT_FALSE((arity_comparator<2, One>::value));
  EXPECT_TRUE((check_arguments<One, int>::value));
  EXPECT_FALSE((check_arguments<One, long>::value));
  EXPECT_FALSE((check_arguments<One, int, int>::value));
  EXPECT_TRUE((same_arguments<One, decltype(other)>::value));
  EXPECT_FALSE((same_arguments<One, decltype(&function)>::value));
}

TEST(FunctionTraitsTest, MakeOtherTypesOfThem) {
  COVERS("rclcpp::function_traits::as_std_function", "type");
  COVERS("rclcpp::function_traits::tuple_tail", "type");
  const auto lambda = [](int number) { return number + 0.5; };
  rclcpp::function_traits::as_std_function<decltype(lambda)>::type held = lambda;
  EXPECT_TRUE((std::is_same_v<decltype(held), std::function<double(int)>>));
  EXPECT_EQ(held(1), 1.5);
  EXPECT_TRUE((std::is_same_v<rclcpp::function_traits::tuple_tail<std::tuple<int, char>>::type,
                              std::tuple<char>>));
}

struct Message {};

TEST(SubscriptionTraitsTest, FindTheMessageOfACallback) {
  COVERS("rclcpp::subscription_traits::extract_message_type", "type");
  COVERS("rclcpp::subscription_traits::has_message_type");
  using namespace rclcpp::subscription_traits;  // NOLINT
  const auto by_reference = [](const Message&) {};
  const auto unique = [](std::unique_ptr<Message>) {};
  const auto shared = [](std::shared_ptr<const Message>) {};
  const auto shared_by_reference = [](const std::shared_ptr<const Message>&) {};
  EXPECT_TRUE((std::is_same_v<has_message_type<decltype(by_reference)>::type, Message>));
  EXPECT_TRUE((std::is_same_v<has_message_type<decltype(unique)>::type, Message>));
  EXPECT_TRUE((std::is_same_v<has_message_type<decltype(shared)>::type, Message>));
  EXPECT_TRUE((std::is_same_v<has_message_type<decltype(shared_by_reference)>::type, Message>));
  EXPECT_TRUE((std::is_same_v<extract_message_type<const Message&>::type, Message>));
  EXPECT_TRUE((std::is_same_v<extract_message_type<std::shared_ptr<Message>>::type, Message>));
}

TEST(SubscriptionTraitsTest, TellBytesFromMessages) {
  COVERS("rclcpp::subscription_traits::is_serialized_callback");
  COVERS("rclcpp::subscription_traits::is_serialized_subscription");
  COVERS("rclcpp::subscription_traits::is_serialized_subscription_argument");
  COVERS("rclcpp::serialization_traits::is_serialized_message_class");
  using namespace rclcpp::subscription_traits;  // NOLINT
  using Bytes = rclcpp::SerializedMessage;
  const auto bytes = [](std::shared_ptr<const Bytes>) {};
  const auto c_bytes = [](const std::shared_ptr<rcl_serialized_message_t>&) {};
  const auto typed = [](std::shared_ptr<const Message>) {};
  EXPECT_TRUE(is_serialized_callback<decltype(bytes)>::value);
  EXPECT_FALSE(is_serialized_callback<decltype(c_bytes)>::value);
  EXPECT_FALSE(is_serialized_callback<decltype(typed)>::value);
  EXPECT_FALSE(is_serialized_subscription<rcl_serialized_message_t>::value);
  EXPECT_FALSE(is_serialized_subscription<Message>::value);
  EXPECT_TRUE(is_serialized_subscription_argument<std::shared_ptr<Bytes>>::value);
  EXPECT_FALSE(is_serialized_subscription_argument<const Message&>::value);
  EXPECT_TRUE(rclcpp::serialization_traits::is_serialized_message_class<Bytes>::value);
  EXPECT_FALSE(rclcpp::serialization_traits::is_serialized_message_class<Message>::value);
}

}  // namespace
