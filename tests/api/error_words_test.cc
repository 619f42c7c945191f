// The words of errors that programs written for ROS 2 look for: the whole text where its
// own tests compare the whole, else how the text begins; what we add comes after.
#include <gmock/gmock.h>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <limits>
#include <rosgraph_msgs/msg/clock.hpp>

#include "rclcpp/allocator/allocator_deleter.hpp"
#include "rclcpp/expand_topic_or_service_name.hpp"
#include "rclcpp/strategies/message_pool_memory_strategy.hpp"
#include "refusal.hpp"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using rclcpp::Duration;
using rclcpp::Parameter;
using rclcpp::ParameterValue;
using rclcpp::Time;
using rosgraph_msgs::msg::Clock;
using testing::StartsWith;
namespace exceptions = rclcpp::exceptions;

constexpr int64_t kMostNs = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeastNs = std::numeric_limits<int64_t>::min();

TEST(ErrorWords, OfTimesAndDurations) {
  const auto most = Duration::from_nanoseconds(kMostNs),
             least = Duration::from_nanoseconds(kLeastNs);
  const Duration one(1ns), minus(-1ns);
  const Time end(kMostNs), begin(kLeastNs);
  EXPECT_EQ(refusal<std::overflow_error>([&] { most + one; }),
            "addition leads to int64_t overflow");
  EXPECT_EQ(refusal<std::underflow_error>([&] { least + minus; }),
            "addition leads to int64_t underflow");
  EXPECT_EQ(refusal<std::overflow_error>([&] { most - minus; }),
            "duration subtraction leads to int64_t overflow");
  EXPECT_EQ(refusal<std::underflow_error>([&] { least - one; }),
            "duration subtraction leads to int64_t underflow");
  EXPECT_EQ(refusal<std::overflow_error>([&] { most * 2.0; }),
            "duration scaling leads to int64_t overflow");
  EXPECT_EQ(refusal<std::underflow_error>([&] { most * -2.0; }),
            "duration scaling leads to int64_t underflow");
  EXPECT_EQ(refusal<std::runtime_error>([&] { one* HUGE_VAL; }),
            "abnormal scale in rclcpp::Duration");
  EXPECT_EQ(refusal<std::overflow_error>([&] { end + one; }), "addition leads to int64_t overflow");
  EXPECT_EQ(refusal<std::underflow_error>([&] { begin + minus; }),
            "addition leads to int64_t underflow");
  EXPECT_EQ(refusal<std::overflow_error>([&] { end - minus; }),
            "time subtraction leads to int64_t overflow");
  EXPECT_EQ(refusal<std::underflow_error>([&] { begin - Time(1); }),
            "time subtraction leads to int64_t underflow");
  EXPECT_THAT(refusal<std::runtime_error>([&] { (void)minus.to_rmw_time(); }),
              StartsWith("rmw_time_t cannot be negative"));
  builtin_interfaces::msg::Time negative;
  negative.sec = -1;
  EXPECT_THAT(refusal<std::runtime_error>([&] { negative + one; }),
              StartsWith("message time is negative"));
}

TEST(ErrorWords, OfRatesAndSleeps) {
  EXPECT_EQ(refusal<std::invalid_argument>([] { rclcpp::Rate rate(0.0); }),
            "rate must be greater than 0");
  EXPECT_EQ(refusal<std::invalid_argument>([] { rclcpp::WallRate rate(Duration(0ns)); }),
            "period must be greater than 0");
  EXPECT_EQ(refusal<std::runtime_error>([] {
              rclcpp::Clock(RCL_STEADY_TIME).sleep_for(1ns, std::make_shared<rclcpp::Context>());
            }),
            "context cannot be slept with because it's invalid");
}

TEST(ErrorWords, OfAllocatorsAndPools) {
  using Alloc = std::allocator<int>;
  rclcpp::allocator::AllocatorDeleter<Alloc> deleter;
  const std::string null = "Argument was NULL to set_allocator_for_deleter";
  EXPECT_EQ(refusal<std::invalid_argument>([&] {
              rclcpp::allocator::set_allocator_for_deleter(&deleter, static_cast<Alloc*>(nullptr));
            }),
            null);
  struct Strange {
  } strange;
  EXPECT_EQ(refusal<std::runtime_error>([&] {
              Alloc alloc;
              rclcpp::allocator::set_allocator_for_deleter<Alloc, int, Strange>(&strange, &alloc);
            }),
            "Reached unexpected template specialization");
  using namespace rclcpp::strategies::message_pool_memory_strategy;
  MessagePoolMemoryStrategy<Clock, 1> pool;
  const auto only = pool.borrow_message();
  EXPECT_EQ(refusal<std::runtime_error>([&] { pool.borrow_message(); }),
            "No more free slots in the pool");
}

TEST(ErrorWords, OfExceptionsThatUsersMake) {
  EXPECT_STREQ(exceptions::MissingGroupNodeException("timer").what(),
               "cannot create: timer , callback group not in node");
  const exceptions::RCLErrorBase base(RCL_RET_ERROR, "bad");
  EXPECT_STREQ(exceptions::RCLInvalidROSArgsError(base, "prefix: ").what(), "prefix: bad");
  EXPECT_EQ(refusal<exceptions::RCLError>(
                [] { exceptions::throw_from_rcl_error(RCL_RET_ERROR, "prefix"); }),
            "prefix: error not set");
  EXPECT_THAT(exceptions::UnknownROSArgsError({"-a", "-b"}).what(),
              StartsWith("found unknown ROS arguments: '-a', '-b'"));
}

class ErrorWordsOfNodes : public Running {
 protected:
  ErrorWordsOfNodes() {
    init();
    node_ = node("own");
  }
  ~ErrorWordsOfNodes() override { node_.reset(); }
  rclcpp::Node::SharedPtr node_;
};

TEST_F(ErrorWordsOfNodes, OfParametersThatAreNotDeclared) {
  using NotDeclared = exceptions::ParameterNotDeclaredException;
  EXPECT_THAT(refusal<NotDeclared>([&] { node_->get_parameter("p"); }), StartsWith("p"));
  EXPECT_THAT(refusal<NotDeclared>([&] { node_->get_parameters({"p"}); }), StartsWith("p"));
  EXPECT_THAT(refusal<NotDeclared>([&] { node_->describe_parameter("p"); }), StartsWith("p"));
  EXPECT_THAT(refusal<NotDeclared>([&] { node_->get_parameter_types({"p"}); }), StartsWith("p"));
  EXPECT_EQ(refusal<NotDeclared>([&] { node_->set_parameter(Parameter("p", 1)); }),
            "parameter 'p' cannot be set because it was not declared");
  EXPECT_EQ(refusal<NotDeclared>([&] { node_->undeclare_parameter("p"); }),
            "cannot undeclare parameter 'p' which has not yet been declared");
}

TEST_F(ErrorWordsOfNodes, OfParametersThatAre) {
  node_->declare_parameter("p", 1);
  EXPECT_EQ(refusal<exceptions::ParameterAlreadyDeclaredException>(
                [&] { node_->declare_parameter("p", 1); }),
            "parameter 'p' has already been declared");
  EXPECT_EQ(
      refusal<exceptions::InvalidParameterTypeException>([&] { node_->undeclare_parameter("p"); }),
      "parameter 'p' has invalid type: cannot undeclare a statically typed parameter");
  EXPECT_EQ(node_->set_parameter(Parameter("p", "x")).reason,
            "Wrong parameter type, parameter {p} is of type {integer}, setting it to {string} is "
            "not allowed.");
  rcl_interfaces::msg::ParameterDescriptor narrow;
  narrow.integer_range.resize(1);
  narrow.floating_point_range.resize(1);
  node_->declare_parameter("i", 0, narrow);
  node_->declare_parameter("d", 0.0, narrow);
  EXPECT_THAT(node_->set_parameter(Parameter("i", 1)).reason,
              StartsWith("Parameter {i} doesn't comply with integer range."));
  EXPECT_THAT(node_->set_parameter(Parameter("d", 1.0)).reason,
              StartsWith("Parameter {d} doesn't comply with floating point range."));
  EXPECT_THAT(refusal<exceptions::InvalidParameterValueException>(
                  [&] { node_->declare_parameter("j", 1, narrow); }),
              StartsWith("parameter 'j' could not be set: Parameter {j} doesn't comply with "
                         "integer range."));
  EXPECT_THAT(refusal<std::invalid_argument>(
                  [&] { node_->declare_parameter("n", rclcpp::PARAMETER_NOT_SET); }),
              StartsWith("declare_parameter(): the provided parameter type cannot be "
                         "rclcpp::PARAMETER_NOT_SET"));
  narrow.dynamic_typing = true;
  EXPECT_THAT(refusal<std::invalid_argument>(
                  [&] { node_->declare_parameter("n", rclcpp::PARAMETER_BOOL, narrow); }),
              StartsWith("declare_parameter(): cannot declare parameter of specific type"));
}

TEST_F(ErrorWordsOfNodes, OfParameterCallbacks) {
  const auto kept = node_->add_post_set_parameters_callback([&](const auto&) {
    EXPECT_EQ(refusal<exceptions::ParameterModifiedInCallbackException>(
                  [&] { node_->declare_parameter("q", 1); }),
              "cannot set or declare a parameter, or change the callback from within set callback");
  });
  node_->declare_parameter("p", 1);
  const auto twice = [&](auto remove) {
    remove();
    return refusal<std::runtime_error>(remove);
  };
  const auto pre = node_->add_pre_set_parameters_callback([](auto&) {});
  EXPECT_EQ(twice([&] { node_->remove_pre_set_parameters_callback(pre.get()); }),
            "Pre set parameter callback doesn't exist");
  const auto on = node_->add_on_set_parameters_callback(
      [](const auto&) { return rcl_interfaces::msg::SetParametersResult(); });
  EXPECT_EQ(twice([&] { node_->remove_on_set_parameters_callback(on.get()); }),
            "On set parameter callback doesn't exist");
  EXPECT_EQ(twice([&] { node_->remove_post_set_parameters_callback(kept.get()); }),
            "Post set parameter callback doesn't exist");
}

// A name that breaks a rule only once it stands for another is refused as one that does
// from the start.
TEST_F(ErrorWordsOfNodes, OfNames) {
  EXPECT_THAT(refusal<exceptions::InvalidTopicNameError>(
                  [] { rclcpp::expand_topic_or_service_name("a/{ns}/b", "node", "/ns"); }),
              StartsWith("Invalid topic name: topic name must not contain repeated '/'"));
  EXPECT_THROW(rclcpp::expand_topic_or_service_name("{odd}", "node", "/ns"),
               exceptions::InvalidTopicNameError);
  EXPECT_THROW(node_->create_publisher<Clock>("a/{ns}/b", 1), exceptions::InvalidTopicNameError);
  EXPECT_THROW(node_->create_client<example_interfaces::srv::AddTwoInts>("a/{ns}/b"),
               exceptions::InvalidServiceNameError);
}

TEST_F(ErrorWordsOfNodes, OfUseSimTime) {
  EXPECT_THAT(node_->set_parameter(Parameter("use_sim_time", 1)).reason,
              StartsWith("Wrong parameter type, parameter {use_sim_time}"));
  rclcpp::NodeOptions options;
  options.automatically_declare_parameters_from_overrides(true);
  options.append_parameter_override("use_sim_time", "no bool");
  EXPECT_EQ(refusal<std::invalid_argument>([&] { rclcpp::Node("other", options); }),
            "Invalid type for parameter 'use_sim_time', should be 'bool'");
}

TEST_F(ErrorWordsOfNodes, OfExecutors) {
  const auto other = std::make_shared<rclcpp::Node>("other");
  const auto group =
      other->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  EXPECT_EQ(refusal<std::runtime_error>([&] { executor_->remove_node(other); }),
            "Node '/other' needs to be associated with an executor.");
  EXPECT_EQ(refusal<std::runtime_error>([&] { executor_->remove_callback_group(group); }),
            "Callback group needs to be associated with an executor.");
  rclcpp::executors::SingleThreadedExecutor elsewhere;
  elsewhere.add_node(other);
  elsewhere.add_callback_group(group, other->get_node_base_interface());
  EXPECT_EQ(refusal<std::runtime_error>([&] { executor_->remove_node(other); }),
            "Node '/other' needs to be associated with this executor.");
  EXPECT_EQ(refusal<std::runtime_error>([&] { executor_->remove_callback_group(group); }),
            "Callback group needs to be associated with this executor.");
  EXPECT_EQ(refusal<std::runtime_error>([&] { executor_->add_node(other); }),
            "Node '/other' has already been added to an executor.");
}

TEST_F(ErrorWordsOfNodes, OfWaitSets) {
  const auto guard = std::make_shared<rclcpp::GuardCondition>();
  const auto subscription = node_->create_subscription<Clock>("a", 1, [](const Clock&) {});
  rclcpp::WaitSet wait_set;
  wait_set.add_guard_condition(guard);
  wait_set.add_subscription(subscription);
  EXPECT_EQ(refusal<std::runtime_error>([&] { wait_set.add_guard_condition(guard); }),
            "guard condition already in use by another wait set");
  EXPECT_EQ(refusal<std::runtime_error>([&] { wait_set.add_subscription(subscription); }),
            "subscription already associated with a wait set");
  EXPECT_EQ(refusal<std::invalid_argument>([&] { wait_set.add_guard_condition(nullptr); }),
            "guard_condition is nullptr");
  EXPECT_EQ(refusal<std::invalid_argument>([&] { wait_set.remove_timer(nullptr); }),
            "timer is nullptr");
  auto result = wait_set.wait(0s);
  EXPECT_EQ(refusal<std::runtime_error>([&] { result.get_wait_set(); }),
            "cannot access wait set when the result was not ready");
}

TEST_F(ErrorWordsOfNodes, OfCallbacksThatAreNone) {
  const std::string is_not = " is not callable.";
  const auto subscription = node_->create_subscription<Clock>("a", 1, [](const Clock&) {});
  const auto client = node_->create_client<example_interfaces::srv::AddTwoInts>("add");
  const auto timer = node_->create_wall_timer(1h, [] {});
  EXPECT_THAT(
      refusal<std::invalid_argument>([&] { subscription->set_on_new_message_callback(nullptr); }),
      StartsWith("The callback passed to set_on_new_message_callback" + is_not));
  EXPECT_THAT(
      refusal<std::invalid_argument>([&] { client->set_on_new_response_callback(nullptr); }),
      StartsWith("The callback passed to set_on_new_response_callback" + is_not));
  EXPECT_THAT(refusal<std::invalid_argument>([&] { timer->set_on_reset_callback(nullptr); }),
              StartsWith("The callback passed to set_on_reset_callback" + is_not));
  for (const auto& [kind, handler] : subscription->get_event_handlers()) {
    EXPECT_THAT(refusal<std::invalid_argument>([&] { handler->set_on_ready_callback(nullptr); }),
                StartsWith("The callback passed to set_on_ready_callback" + is_not));
  }
}

}  // namespace
