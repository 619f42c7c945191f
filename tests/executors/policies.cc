#include "policies.hpp"

#include <map>
#include <optional>

namespace {

using Contexts = std::map<const Policy*, rclcpp::Context::SharedPtr>;

Contexts& contexts() {
  static Contexts all;
  return all;
}

class EndsContexts final : public ::testing::Environment {
 public:
  void TearDown() override {
    for (const auto& [policy, context] : contexts()) context->shutdown("the last test ended");
    contexts().clear();
  }
};
const auto* const kEndsContexts = ::testing::AddGlobalTestEnvironment(new EndsContexts);

}  // namespace

Policy::Order Pair::order() const {
  const bool runs_rounds = executor->plans_threads() && !executor->isolates;
  if (policy->order == Policy::Order::kRounds && !runs_rounds) return Policy::Order::kArrival;
  return policy->order;
}

Policy::Order Pair::order_of_spin_some() const {
  if (policy->order == Policy::Order::kRounds && executor->own_queue) {
    return Policy::Order::kArrival;
  }
  return policy->order;
}

bool Pair::groups_have_threads() const {
  return executor->isolates || (executor->plans_threads() && policy->on_own_threads());
}

std::size_t Pair::shared_threads() const {
  if (groups_have_threads()) return 0;
  if (!executor->plans_threads() || policy->order == Policy::Order::kRounds) return 1;
  return policy->pool ? 3 : executor->threads();
}

std::vector<Pair> pairs_where(const std::function<bool(const Pair&)>& wanted) {
  std::vector<Pair> pairs;
  for (const ExecutorKind& executor : kExecutors) {
    for (const Policy& policy : kPolicies) {
      const Pair pair{&executor, &policy};
      if (wanted(pair)) pairs.push_back(pair);
    }
  }
  return pairs;
}

std::vector<const ExecutorKind*> executors_where(
    const std::function<bool(const ExecutorKind&)>& wanted) {
  std::vector<const ExecutorKind*> found;
  for (const ExecutorKind& executor : kExecutors) {
    if (wanted(executor)) found.push_back(&executor);
  }
  return found;
}

rclcpp::Context::SharedPtr begin_context(const Policy& policy) {
  std::optional<PolicyInForce> file;
  if (*policy.yaml != '\0') file.emplace(policy.yaml);
  auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  return context;
}

const rclcpp::Context::SharedPtr& context_of(const Policy& policy) {
  rclcpp::Context::SharedPtr& context = contexts()[&policy];
  if (!context) context = begin_context(policy);
  return context;
}

std::unique_ptr<rclcpp::Executor> ExecutorTest::make_other() {
  rclcpp::ExecutorOptions options;
  options.context = context_of(*GetParam().policy);
  return GetParam().executor->make(options);
}

rclcpp::Node::SharedPtr ExecutorTest::make_node(const std::string& name) {
  const auto options = rclcpp::NodeOptions().context(context_of(*GetParam().policy));
  return std::make_shared<rclcpp::Node>(name, options);
}

void ExecutorTest::spin_until(const std::function<bool()>& until,
                              const std::function<void()>& meanwhile) {
  std::thread spinner([this] {
    spinner_ = ::gettid();
    executor_.spin();
  });
  while (!until()) {
    meanwhile();
    std::this_thread::yield();
  }
  while (!executor_.is_spinning()) std::this_thread::yield();
  executor_.cancel();
  spinner.join();
}

const rclcpp::Context::SharedPtr& FileTest::context() {
  if (!context_->is_valid()) context_->init(0, nullptr);
  return context_;
}

rclcpp::Executor& FileTest::executor() {
  if (!executor_) {
    rclcpp::ExecutorOptions options;
    options.context = context();
    executor_ = kind().make(options);
  }
  return *executor_;
}

rclcpp::Node::SharedPtr FileTest::make_node(const std::string& name) {
  return std::make_shared<rclcpp::Node>(name, rclcpp::NodeOptions().context(context()));
}

void FileTest::begin() {
  rclcpp::Executor& spun = executor();
  spinner_ = std::thread([&spun] { spun.spin(); });
}

void FileTest::end() {
  if (!spinner_.joinable()) return;
  while (!executor_->is_spinning()) std::this_thread::yield();
  executor_->cancel();
  spinner_.join();
}
