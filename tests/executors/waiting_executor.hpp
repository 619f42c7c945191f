// An executor of a user's own that waits on a wait set, as the field writes them
// with the entity collectors.
#ifndef WAITING_EXECUTOR_HPP_
#define WAITING_EXECUTOR_HPP_

#include <atomic>
#include <deque>
#include <functional>
#include <memory>

#include "rclcpp/executors/executor_entities_collection.hpp"
#include "rclcpp/executors/executor_entities_collector.hpp"
#include "rclcpp/rclcpp.hpp"

class WaitingExecutor : public rclcpp::Executor {
 public:
  using rclcpp::Executor::add_node;
  WaitingExecutor() { wait_set_.add_waitable(notify_); }

  void add_node(rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node, bool) override {
    collector_.add_node(std::move(node));
    collect_ = true;
  }
  void add_node(rclcpp::Node::SharedPtr node, bool notify = true) override {
    add_node(node->get_node_base_interface(), notify);
  }
  void spin() override {
    spin_while([] { return true; });
  }
  void spin_while(const std::function<bool()>& on) {
    while (rclcpp::ok(context_) && on()) turn();
  }

 private:
  void turn() {
    if (collect_.exchange(false)) collect();
    {
      // A look every so often for what spin_while() asks.
      auto result = wait_set_.wait(std::chrono::milliseconds(50));
      if (result.kind() != rclcpp::WaitResultKind::Ready) return;
      if (notify_->is_ready(result.get_wait_set().get_rcl_wait_set())) {
        notify_->execute(notify_->take_data());
      }
      rclcpp::executors::ready_executables(all_, result, ready_);
    }
    while (!ready_.empty()) {
      rclcpp::AnyExecutable any = std::move(ready_.front());
      ready_.pop_front();
      if (any.waitable) any.data = any.waitable->take_data();
      execute_any_executable(any);
    }
  }
  void collect() {
    collector_.update_collections();
    rclcpp::executors::ExecutorEntitiesCollection now;
    rclcpp::executors::build_entities_collection(collector_.get_all_callback_groups(), now);
    all_.remove_expired_entities();  // handles may be at their place again
    auto& set = wait_set_;
    const auto add = [&set](auto function) {
      return [&set, function](const auto& one) { (set.*function)(one); };
    };
    using Set = rclcpp::WaitSet;
    all_.timers.update(now.timers, add(&Set::add_timer), add(&Set::remove_timer));
    all_.clients.update(now.clients, add(&Set::add_client), add(&Set::remove_client));
    all_.services.update(now.services, add(&Set::add_service), add(&Set::remove_service));
    all_.subscriptions.update(
        now.subscriptions, [&set](const auto& one) { set.add_subscription(one, kMessages); },
        [&set](const auto& one) { set.remove_subscription(one, kMessages); });
    all_.waitables.update(
        now.waitables, [&set](const auto& one) { set.add_waitable(one); },
        [&set](const auto& one) { set.remove_waitable(one); });
    set.prune_deleted_entities();
  }

  static constexpr rclcpp::SubscriptionWaitSetMask kMessages{true, false, false};
  std::atomic<bool> collect_{true};
  const std::shared_ptr<rclcpp::executors::ExecutorNotifyWaitable> notify_ =
      std::make_shared<rclcpp::executors::ExecutorNotifyWaitable>([this] { collect_ = true; });
  rclcpp::executors::ExecutorEntitiesCollector collector_{notify_};
  rclcpp::executors::ExecutorEntitiesCollection all_;
  rclcpp::WaitSet wait_set_;
  std::deque<rclcpp::AnyExecutable> ready_;
};

#endif  // WAITING_EXECUTOR_HPP_
