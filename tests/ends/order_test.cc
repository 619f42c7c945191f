// Nodes, endpoints, executors and contexts may go in any order.
#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ending.hpp"

namespace {

using namespace ending;

/// One of everything, with a message and a request that nobody has taken yet.
struct Household {
  rclcpp::Context::SharedPtr context = make_context();
  std::unique_ptr<rclcpp::Executor> executor = make_executor(Kind::kSingle, context);
  rclcpp::Node::SharedPtr node = make_node("node", context);
  rclcpp::Publisher<Log>::SharedPtr publisher;
  rclcpp::Subscription<Log>::SharedPtr subscription;
  rclcpp::Service<GetParameters>::SharedPtr service;
  rclcpp::Client<GetParameters>::SharedPtr client;
  rclcpp::TimerBase::SharedPtr timer;

  Household() {
    executor->add_node(node);
    publisher = node->create_publisher<Log>("topic", 10);
    subscription = node->create_subscription<Log>("topic", 10, [](const Log&) {});
    service = node->create_service<GetParameters>(
        "service", [](GetParameters::Request::SharedPtr, GetParameters::Response::SharedPtr) {});
    client = node->create_client<GetParameters>("service");
    timer = node->create_wall_timer(std::chrono::milliseconds(1), [] {});
    publisher->publish(Log());
    client->async_send_request(std::make_shared<GetParameters::Request>());
  }

  std::vector<std::function<void()>> ways_to_go() {
    return {[this] { node.reset(); },
            [this] {
              publisher.reset();
              client.reset();
            },
            [this] {
              subscription.reset();
              service.reset();
              timer.reset();
            },
            [this] { executor.reset(); }, [this] { context.reset(); }};
  }
};

std::string text_of(const std::vector<int>& order) {
  std::string text = "order";
  for (const int one : order) text += " " + std::to_string(one);
  return text;
}

// Which of them goes first is the parameter; the others go in every order.
class Order : public testing::TestWithParam<int> {
 protected:
  static void go_in_every_order(const std::function<void(Household&)>& before) {
    std::vector<int> order{0, 1, 2, 3, 4};
    std::swap(order[0], order[static_cast<std::size_t>(GetParam())]);
    std::sort(order.begin() + 1, order.end());
    do {
      SCOPED_TRACE(text_of(order));
      Household household;
      before(household);
      const auto ways = household.ways_to_go();
      for (const int one : order) ways[static_cast<std::size_t>(one)]();
    } while (std::next_permutation(order.begin() + 1, order.end()));
  }
};

TEST_P(Order, OfDestructionIsFree) {
  go_in_every_order([](Household&) {});
}

TEST_P(Order, OfDestructionIsFreeAfterAShutdown) {
  go_in_every_order([](Household& household) { household.context->shutdown("test"); });
}

TEST_P(Order, OfDestructionIsFreeAfterASpin) {
  go_in_every_order([](Household& household) { household.executor->spin_some(); });
}

INSTANTIATE_TEST_SUITE_P(First, Order, testing::Range(0, 5));

/// The ends of a node that go while another thread spins it.
class WhileSpinning : public testing::TestWithParam<Kind> {
 protected:
  struct Busy {
    rclcpp::Publisher<Log>::SharedPtr publisher;
    rclcpp::Subscription<Log>::SharedPtr subscription;
    rclcpp::TimerBase::SharedPtr timer;
    rclcpp::Node::SharedPtr node;
    std::vector<std::function<void()>> ways_to_go() {
      return {[this] { publisher.reset(); }, [this] { subscription.reset(); },
              [this] { timer.reset(); }, [this] { node.reset(); }};
    }
  };

  using Count = std::shared_ptr<std::atomic<int>>;

  // A timer that is always due publishes to a subscription of the same node. A
  // callback may still run while what it belongs to goes, so it owns the count.
  Busy make_busy(const Count& heard) {
    Busy busy;
    busy.node = make_node("busy", context_);
    busy.publisher = busy.node->create_publisher<Log>("topic", 10);
    busy.subscription =
        busy.node->create_subscription<Log>("topic", 10, [heard](const Log&) { ++*heard; });
    busy.timer = busy.node->create_wall_timer(std::chrono::nanoseconds(0),
                                              [weak = std::weak_ptr(busy.publisher)] {
                                                if (const auto publisher = weak.lock())
                                                  publisher->publish(Log());
                                              });
    executor_->add_node(busy.node);
    return busy;
  }

  const rclcpp::Context::SharedPtr context_ = make_context();
  const std::unique_ptr<rclcpp::Executor> executor_ = make_executor(GetParam(), context_);
};

TEST_P(WhileSpinning, EverythingOfANodeMayGoInAnyOrder) {
  std::thread spinner([this] { executor_->spin(); });
  std::vector<int> order{0, 1, 2, 3};
  do {
    const auto heard = std::make_shared<std::atomic<int>>(0);
    auto busy = make_busy(heard);
    while (*heard < 3) std::this_thread::yield();
    const auto ways = busy.ways_to_go();
    for (const int one : order) ways[static_cast<std::size_t>(one)]();
  } while (std::next_permutation(order.begin(), order.end()));
  executor_->cancel();
  spinner.join();
}

INSTANTIATE_TEST_SUITE_P(Executors, WhileSpinning, every_kind(), name_of);

}  // namespace
