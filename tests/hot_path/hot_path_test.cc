// What docs/path_of_a_message.md says that the hot path costs: after the first
// messages no allocation, and no system call while the receiver is awake.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

#include "../support/own_domain.h"
#include "ranvier/view.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/serialization.hpp"
#include "std_msgs/msg/float64_multi_array.hpp"
#include "std_msgs/msg/string.hpp"
#include "std_msgs/msg/view/float64_multi_array.hpp"
#include "windows.h"

namespace {

using hot_path::close_window;
using hot_path::Cost;
using hot_path::open_window;
using hot_path::UsersOwn;
using hot_path::Windows;
using std_msgs::msg::String;
using namespace std::chrono_literals;

constexpr int kWarmUp = 200;
constexpr int kCounted = 1000;

std::unique_ptr<String> users_message() {
  const UsersOwn own;
  auto message = std::make_unique<String>();
  message->data.assign(68, 'x');
  return message;
}

class HotPath : public ::testing::Test {
 protected:
  // Runs `what` on a thread whose system calls are counted.
  void watched(const std::function<void()>& what) {
    std::string why;
    std::thread thread([&] {
      why = hot_path::watch_calls_of_this_thread();
      if (why.empty()) what();
    });
    thread.join();
    if (!why.empty()) GTEST_SKIP() << why;
  }

  // A timer that is always due, so that the executor never sleeps, calls
  // `publish`; the first window begins after the warm-up.
  Cost cost_of(const std::function<void()>& publish) {
    Windows windows;
    rclcpp::executors::SingleThreadedExecutor executor;
    int ticks = -kWarmUp;
    const auto timer = node_->create_wall_timer(0ns, [&] {
      if (++ticks >= 0 && ticks % kCounted == 0) {
        if (windows.opened() && windows.close()) return executor.cancel();
        windows.open();
      }
      publish();
    });
    executor.add_node(node_);
    executor.spin();
    return windows.cost();
  }

  // Publishes unique_ptrs to one subscription with this callback.
  template <class Callback>
  Cost cost_to(Callback callback, const rclcpp::QoS& qos = rclcpp::QoS(10)) {
    const auto publisher = node_->create_publisher<String>("topic", qos);
    const auto subscription = node_->create_subscription<String>("topic", qos, callback);
    return cost_of([&] { publisher->publish(users_message()); });
  }

  static void expect_free(const Cost& cost) {
    EXPECT_EQ(cost.allocations, 0u);
    EXPECT_EQ(cost.calls, 0u) << cost.which;
  }

  const rclcpp::Node::SharedPtr node_ = std::make_shared<rclcpp::Node>("hot_path");
  int received_ = 0;
};

// The runtime starts threads when it needs them, on whatever thread that is.
TEST_F(HotPath, AWatchedThreadMayStartAThread) {
  watched([&] {
    std::thread([&] { received_ = 1; }).join();
    EXPECT_EQ(received_, 1);
  });
}

TEST_F(HotPath, AUniquePtrToAUniquePtrCallbackCostsNothingAndIsTheSameObject) {
  watched([&] {
    const auto publisher = node_->create_publisher<String>("topic", 10);
    const String* sent = nullptr;
    int moved = 0;
    const auto subscription =
        node_->create_subscription<String>("topic", 10, [&](String::UniquePtr message) {
          ++received_;
          moved += message.get() == sent;
        });
    expect_free(cost_of([&] {
      auto message = users_message();
      sent = message.get();
      publisher->publish(std::move(message));
    }));
    EXPECT_GE(received_, kCounted);
    EXPECT_EQ(moved, received_);
  });
}

TEST_F(HotPath, AUniquePtrToAConstReferenceCallbackCostsNothing) {
  watched([&] {
    expect_free(cost_to([&](const String&) { ++received_; }));
    EXPECT_GE(received_, kCounted);
  });
}

TEST_F(HotPath, AUniquePtrToASharedConstCallbackCostsNothing) {
  watched([&] {
    expect_free(cost_to([&](String::ConstSharedPtr) { ++received_; }));
    EXPECT_GE(received_, kCounted);
  });
}

TEST_F(HotPath, MessageInfoCostsNothing) {
  watched([&] {
    expect_free(cost_to([&](const String&, const rclcpp::MessageInfo&) { ++received_; }));
    EXPECT_GE(received_, kCounted);
  });
}

TEST_F(HotPath, NoQualityOfServiceCostsAnything) {
  watched([&] {
    for (const auto& qos :
         {rclcpp::QoS(10).best_effort(), rclcpp::QoS(10).transient_local(), rclcpp::QoS(1),
          rclcpp::QoS(rclcpp::KeepAll()), rclcpp::QoS(10).lifespan(std::chrono::hours(1))}) {
      received_ = 0;
      expect_free(cost_to([&](const String&) { ++received_; }, qos));
      EXPECT_GE(received_, kCounted);
    }
  });
}

TEST_F(HotPath, ManySubscriptionsThatOnlyReadCostNothing) {
  watched([&] {
    std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions;
    for (int i = 0; i < 5; ++i) {
      subscriptions.push_back(
          node_->create_subscription<String>("topic", 10, [&](const String&) { ++received_; }));
      subscriptions.push_back(node_->create_subscription<String>(
          "topic", 10, [&](String::ConstSharedPtr) { ++received_; }));
    }
    const auto publisher = node_->create_publisher<String>("topic", 10);
    int ticks = 0;  // one queued callback after each tick: publish at their pace
    expect_free(cost_of([&] {
      if (++ticks % 10 == 0) publisher->publish(users_message());
    }));
    EXPECT_GE(received_, kCounted);
  });
}

TEST_F(HotPath, PublishingAReferenceAllocatesTheCopyAndNoMore) {
  watched([&] {
    const auto message = users_message();
    hot_path::start_counting_heap();
    std::make_unique<String>(*message).reset();
    const std::size_t own = hot_path::stop_counting_heap();
    ASSERT_GT(own, 0u);
    const auto publisher = node_->create_publisher<String>("topic", 10);
    const auto subscription =
        node_->create_subscription<String>("topic", 10, [&](const String&) { ++received_; });
    const Cost cost = cost_of([&] { publisher->publish(*message); });
    EXPECT_EQ(cost.allocations, own * kCounted);
    EXPECT_EQ(cost.calls, 0u) << cost.which;
  });
}

// As the callback of a view has it: each message in the memory of the last one.
TEST_F(HotPath, AViewThatIsMadeAnewAllocatesNothing) {
  std_msgs::msg::Float64MultiArray message;
  message.layout.dim.resize(3);
  message.data.resize(100);
  rclcpp::SerializedMessage bytes;
  rclcpp::Serialization<std_msgs::msg::Float64MultiArray>().serialize_message(&message, &bytes);
  const auto& array = bytes.get_rcl_serialized_message();
  alignas(8) unsigned char memory[2048];
  void* const at = memory + 4;  // what follows the header of four bytes is aligned
  ASSERT_LE(array.buffer_length, sizeof memory - 4);
  std::memcpy(at, array.buffer, array.buffer_length);
  ranvier::View<std_msgs::msg::Float64MultiArray> view;
  const auto look = [&] {
    hot_path::start_counting_heap();
    EXPECT_TRUE(ranvier::look(at, array.buffer_length, nullptr, view));
    return hot_path::stop_counting_heap();
  };
  EXPECT_GT(look(), 0u) << "the first one has to: it is what is counted here";
  EXPECT_EQ(look(), 0u);
  view.ranvier_let_go();
  EXPECT_EQ(look(), 0u);
}

TEST_F(HotPath, ANobodyListensPublishCostsNothing) {
  watched([&] {
    const auto message = users_message();
    const auto publisher = node_->create_publisher<String>("topic", 10);
    expect_free(cost_of([&] { publisher->publish(*message); }));
  });
}

TEST_F(HotPath, ATimerWhoseExecutorSleepsAllocatesNothing) {
  watched([&] {
    Cost cost;
    int ticks = 0;
    rclcpp::executors::SingleThreadedExecutor executor;
    const auto timer = node_->create_wall_timer(1ms, [&] {
      if (++ticks == 5) open_window();
      if (ticks == 25) {
        cost = close_window();
        executor.cancel();
      }
    });
    executor.add_node(node_);
    executor.spin();
    EXPECT_EQ(cost.allocations, 0u);
    EXPECT_GE(cost.calls, 1u) << "it sleeps by a system call, which must have been seen";
  });
}

// The receiver sits awake in a callback while another thread publishes.
TEST_F(HotPath, PublishingToAnAwakeReceiverOfAnotherThreadCostsNothing) {
  constexpr int kMessages = 100;
  const auto publisher = node_->create_publisher<String>("topic", kMessages);
  std::atomic<int> round{0};  // even: the receiver waits; odd: the publisher works
  std::atomic<bool> over{false};
  std::atomic<int> received{0};
  const auto subscription = node_->create_subscription<String>(
      "topic", kMessages, [&](String::UniquePtr) { ++received; });
  const auto keeps_awake = node_->create_wall_timer(0ns, [&] {
    if (round % 2 == 0 && received == round / 2 * kMessages) {
      const int now = ++round;
      while (round == now && !over) {}
    }
  });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node_);
  std::thread receiver([&] { executor.spin(); });
  watched([&] {
    Windows windows;
    for (bool warm = false, steady = false; !steady; warm = true) {
      while (round % 2 == 0) std::this_thread::yield();
      if (warm) windows.open();
      for (int j = 0; j < kMessages; ++j) publisher->publish(users_message());
      steady = warm && windows.close();
      ++round;
    }
    expect_free(windows.cost());
  });
  over = true;
  executor.cancel();
  receiver.join();
}

// Whether a thread of this process sleeps in the kernel.
bool sleeps(long thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  const std::string stat{std::istreambuf_iterator<char>(file), {}};
  const auto end = stat.rfind(')');
  return end != std::string::npos && stat[end + 2] == 'S';
}

TEST_F(HotPath, PublishingToASleepingReceiverIsOneSystemCall) {
  const auto publisher = node_->create_publisher<String>("topic", 10);
  std::atomic<int> received{0};
  const auto subscription =
      node_->create_subscription<String>("topic", 10, [&](String::UniquePtr) { ++received; });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node_);
  std::atomic<long> receiver_id{0};
  std::thread receiver([&] {
    receiver_id = ::syscall(SYS_gettid);
    executor.spin();
  });
  watched([&] {
    Windows windows(1);
    bool steady = false;
    for (int i = 1; !steady; ++i) {
      while (receiver_id == 0 || received != i - 1 || !executor.is_spinning() ||
             !sleeps(receiver_id)) {
        std::this_thread::yield();
      }
      auto message = users_message();
      const bool warm = i > 2;  // a thread's first locks learn its number
      if (warm) windows.open();
      publisher->publish(std::move(message));
      steady = warm && windows.close();
    }
    EXPECT_LE(windows.cost().calls, 1u) << windows.cost().which;
    EXPECT_EQ(windows.cost().allocations, 0u);
  });
  executor.cancel();
  receiver.join();
}

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ::setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 1);
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "OFF", 1);
  rclcpp::init(0, nullptr);
  const int result = RUN_ALL_TESTS();
  rclcpp::shutdown();
  return result;
}
