// The policies that every executor is held to, and the tests that run on each pair of both.
#ifndef POLICIES_HPP_
#define POLICIES_HPP_

#include <memory>
#include <string>
#include <vector>

#include "executors.hpp"

/// What a user may write into the file of RANVIER_EXECUTOR_POLICY.
struct Policy {
  enum class Order { kArrival, kUrgency, kRounds };  ///< The last two: as kIds says.

  const char* name;
  const char* yaml;  ///< Empty: no file.
  Order order = Order::kArrival;
  bool each_group = false;  ///< Each group has a thread of its own.
  bool named = false;       ///< The groups of /tester have.
  bool pool = false;        ///< There are several threads, whatever the program says.

  /// True if the groups of /tester have threads of their own.
  bool on_own_threads() const { return each_group || named; }
};

// All orders agree: /high, the service /add, the rest of the node, /low.
inline constexpr Policy kPolicies[] = {
    {"Arrival", ""},
    {"Priority",
     R"yaml({order: priority, callbacks: [
           {id: "/tester@Subscription(/high)", priority: 9}, {id: "/tester@Service(/add)", priority: 3},
           {id: "/tester@Subscription(/low)", priority: -1}]})yaml",
     Policy::Order::kUrgency},
    {"Deadline",
     R"yaml({order: deadline, callbacks: [
           {id: "/tester@Subscription(/high)", deadline: 1000},
           {id: "/tester@Service(/add)", deadline: 30000000000},
           {id: /tester, deadline: 60000000000},
           {id: "/tester@Subscription(/low)", deadline: 3600000000000}]})yaml",
     Policy::Order::kUrgency},
    {"Sequence",
     R"yaml({order: sequence, callbacks: [
           {id: "/tester@Subscription(/high)"}, {id: "/tester@Service(/add)"}, {id: /tester},
           {id: "/tester@Subscription(/low)"}]})yaml",
     Policy::Order::kRounds},
    {"SequenceWithLet",
     R"yaml({order: sequence, semantics: let, callbacks: [
           {id: "/tester@Subscription(/high)"}, {id: "/tester@Service(/add)"}, {id: /tester},
           {id: "/tester@Subscription(/low)"}]})yaml",
     Policy::Order::kRounds},
    {"Pool", "threads: {count: 3}", Policy::Order::kArrival, false, false, true},
    {"ThreadOfEachGroup", "threads: {each: group}", Policy::Order::kArrival, true},
    {"NamedGroups", "callback_groups: [{id: /tester}]", Policy::Order::kArrival, false, true},
    {"PriorityOnThreadsOfGroups",
     R"yaml({order: priority, threads: {each: group}, callbacks: [
           {id: "/tester@Subscription(/high)", priority: 9}, {id: "/tester@Service(/add)", priority: 3},
           {id: "/tester@Subscription(/low)", priority: -1}]})yaml",
     Policy::Order::kUrgency, true},
};

/// An executor under a policy.
struct Pair {
  const ExecutorKind* executor;
  const Policy* policy;

  /// The order of spin().
  Policy::Order order() const;
  /// The order of spin_some(), which runs all groups on the thread that calls it.
  Policy::Order order_of_spin_some() const;
  /// True if each group of /tester has a thread of its own.
  bool groups_have_threads() const;
  /// How many threads spin() has for all groups; with those of their own: 0.
  std::size_t shared_threads() const;
  /// As ctest and --gtest_filter name it.
  std::string name() const { return std::string(executor->name) + "_" + policy->name; }
};

inline void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.name(); }

std::vector<Pair> pairs_where(const std::function<bool(const Pair&)>& wanted);
std::vector<const ExecutorKind*> executors_where(
    const std::function<bool(const ExecutorKind&)>& wanted);
/// A context that a file with the policy is in force for.
rclcpp::Context::SharedPtr begin_context(const Policy& policy);
/// The context of a policy: begun with its file at the first call, ended after the last test.
const rclcpp::Context::SharedPtr& context_of(const Policy& policy);

/// A node on an executor under a policy.
/// Threads: the one of the test; callbacks of the node run one at a time.
class ExecutorTest : public ::testing::TestWithParam<Pair> {
 protected:
  ExecutorTest() { executor_.add_node(node_); }

  /// Another one under the same policy.
  static std::unique_ptr<rclcpp::Executor> make_other();
  static rclcpp::Node::SharedPtr make_node(const std::string& name);

  rclcpp::Subscription<String>::SharedPtr listen(const std::string& topic = "topic") {
    return node_->create_subscription<String>(
        topic, 10, [this](const String& message) { heard_.push_back(message.data); });
  }
  rclcpp::Publisher<String>::SharedPtr talk(const std::string& topic = "topic") {
    return node_->create_publisher<String>(topic, 10);
  }

  /// Spins on a thread of its own until `until` is true; in between, `meanwhile`.
  void spin_until(
      const std::function<bool()>& until, const std::function<void()>& meanwhile = [] {});

  std::atomic<pid_t> spinner_{0};  ///< The thread that spins in spin_until().
  const rclcpp::Node::SharedPtr node_ = make_node("tester");
  const std::unique_ptr<rclcpp::Executor> owned_ = make_other();
  rclcpp::Executor& executor_ = *owned_;
  std::vector<std::string> heard_;
};

/// The tests of the suite run on each pair that `wanted` is true for. The CMake file has a test
/// for each pair.
#define HELD_TO_PAIRS(Suite, wanted)                                                               \
  INSTANTIATE_TEST_SUITE_P(Every, Suite, testing::ValuesIn(pairs_where(wanted)),                   \
                           [](const auto& info) { return info.param.name(); })
/// They run on each executor under each policy.
#define HELD_TO_EVERY_POLICY(Suite) HELD_TO_PAIRS(Suite, [](const Pair&) { return true; })

/// An executor in a context that begins when it is first asked for, with the file that there is
/// by then.
class FileTest : public ::testing::Test {
 protected:
  virtual const ExecutorKind& kind() const = 0;

  const rclcpp::Context::SharedPtr& context();
  rclcpp::Executor& executor();
  rclcpp::Node::SharedPtr make_node(const std::string& name);
  void begin();
  /// Contract: before what the callbacks use goes.
  void end();

  const rclcpp::Context::SharedPtr context_ = std::make_shared<rclcpp::Context>();
  std::unique_ptr<rclcpp::Executor> executor_;
  std::thread spinner_;
};

#endif  // POLICIES_HPP_
