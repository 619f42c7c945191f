// shutdown() from a callback, from other threads, twice, and what is left after.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "ending.hpp"

namespace {

using namespace ending;

class Shutdown : public testing::TestWithParam<Kind> {
 protected:
  Shutdown() { executor_->add_node(node_); }

  const rclcpp::Context::SharedPtr context_ = make_context();
  const std::unique_ptr<rclcpp::Executor> executor_ = make_executor(GetParam(), context_);
  const rclcpp::Node::SharedPtr node_ = make_node("node", context_);
};

TEST_P(Shutdown, FromACallbackEndsTheSpinAndThereIsNoSecondOne) {
  bool first = false, second = true;
  const auto timer = node_->create_wall_timer(std::chrono::nanoseconds(0), [&] {
    if (!context_->is_valid()) return;
    first = context_->shutdown("from a callback");
    second = context_->shutdown("again");
  });
  executor_->spin();
  EXPECT_TRUE(first);
  EXPECT_FALSE(second);
  EXPECT_FALSE(context_->is_valid());
  EXPECT_EQ(context_->shutdown_reason(), "from a callback");
  executor_->spin();  // ends at once
}

TEST_P(Shutdown, FromAnotherThreadEndsASleepingAndABusySpin) {
  for (const bool busy : {false, true}) {
    const auto context = make_context();
    const auto executor = make_executor(GetParam(), context);
    const auto node = make_node("node", context);
    executor->add_node(node);
    std::atomic<int> calls{0};
    const auto timer = node->create_wall_timer(
        busy ? std::chrono::nanoseconds(0) : std::chrono::hours(1), [&] { ++calls; });
    std::thread other([&] {
      while (busy ? calls < 3 : !executor->is_spinning()) std::this_thread::yield();
      EXPECT_TRUE(context->shutdown("from another thread"));
    });
    executor->spin();
    other.join();
  }
}

TEST_P(Shutdown, OfManyAtOnceOnlyOneDoesIt) {
  std::atomic<int> done{0}, told{0};
  context_->add_pre_shutdown_callback([&] { ++told; });
  context_->add_on_shutdown_callback([&] { ++told; });
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { done += context_->shutdown("one of many"); });
  }
  executor_->spin();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(done, 1);
  EXPECT_EQ(told, 2);
}

TEST_P(Shutdown, InAPreShutdownCallbackTheContextStillWorks) {
  const auto publisher = node_->create_publisher<Log>("topic", 10);
  int heard = 0;
  const auto subscription =
      node_->create_subscription<Log>("topic", 10, [&](const Log&) { ++heard; });
  bool valid_before = false, valid_after = true;
  context_->add_pre_shutdown_callback([&] {
    valid_before = context_->is_valid();
    publisher->publish(Log());
    executor_->spin_some();
  });
  context_->add_on_shutdown_callback([&] { valid_after = context_->is_valid(); });
  EXPECT_TRUE(context_->shutdown("test"));
  EXPECT_TRUE(valid_before);
  EXPECT_FALSE(valid_after);
  EXPECT_EQ(heard, 1);
}

TEST_P(Shutdown, LeavesWhatThereIsHarmless) {
  const auto publisher = node_->create_publisher<Log>("topic", 10);
  const auto subscription = node_->create_subscription<Log>("topic", 10, [](const Log&) {});
  const auto service = node_->create_service<GetParameters>(
      "service", [](GetParameters::Request::SharedPtr, GetParameters::Response::SharedPtr) {});
  const auto client = node_->create_client<GetParameters>("service");
  EXPECT_TRUE(client->wait_for_service(std::chrono::hours(1)));
  const auto timer = node_->create_wall_timer(std::chrono::nanoseconds(0), [] {});
  context_->shutdown("test");
  publisher->publish(Log());
  publisher->publish(std::make_unique<Log>());
  EXPECT_FALSE(client->wait_for_service());
  EXPECT_FALSE(client->service_is_ready());
  timer->cancel();
  executor_->spin_some();
  executor_->spin_once(std::chrono::hours(1));
  executor_->spin_all(std::chrono::hours(1));
}

TEST_P(Shutdown, WhileOthersPublishAndCall) {
  std::atomic<int> published{0};
  const auto publisher = node_->create_publisher<Log>("topic", 10);
  const auto subscription = node_->create_subscription<Log>("topic", 10, [](const Log&) {});
  std::thread talker([&] {
    while (context_->is_valid()) {
      publisher->publish(Log());
      ++published;
    }
  });
  std::thread ender([&] {
    while (published < 10) std::this_thread::yield();
    context_->shutdown("test");
  });
  executor_->spin();
  ender.join();
  talker.join();
}

TEST_P(Shutdown, AContextIsMadeAnewAfterIt) {
  for (int i = 0; i < 5; ++i) {
    const auto context = make_context();
    const auto executor = make_executor(GetParam(), context);
    const auto node = make_node("node", context);
    executor->add_node(node);
    int calls = 0;
    const auto timer = node->create_wall_timer(std::chrono::nanoseconds(0), [&] { ++calls; });
    while (calls == 0) executor->spin_once();
    EXPECT_TRUE(context->shutdown("test"));
    context->init(0, nullptr);  // the same context, once more
    EXPECT_TRUE(context->is_valid());
    EXPECT_TRUE(context->shutdown("test"));
  }
}

INSTANTIATE_TEST_SUITE_P(Executors, Shutdown, every_kind(), name_of);

TEST(GlobalContext, IsInitializedAndShutDownManyTimes) {
  make_context();  // for the environment
  for (int i = 0; i < 5; ++i) {
    rclcpp::init(0, nullptr);
    EXPECT_THROW(rclcpp::init(0, nullptr), rclcpp::ContextAlreadyInitialized);
    const auto node = std::make_shared<rclcpp::Node>("node");
    EXPECT_TRUE(rclcpp::ok());
    EXPECT_TRUE(rclcpp::shutdown());
    EXPECT_FALSE(rclcpp::shutdown());
    EXPECT_FALSE(rclcpp::ok());
  }
}

// Contexts that end in one thread while another asks for all of them.
TEST(Contexts, MayEndWhileOthersAreListed) {
  std::atomic<bool> stop{false};
  std::thread lister([&] {
    while (!stop) (void)rclcpp::get_contexts();
  });
  for (int i = 0; i < 20; ++i) {
    auto first = make_context(), second = make_context();
    std::thread ender([&first] { first.reset(); });
    second->shutdown("test");
    second.reset();
    ender.join();
  }
  stop = true;
  lister.join();
}

// A loop asks ok() and then sleeps: the signal may come in between.
TEST(AfterShutdown, ASleepEndsAtOnceAndDoesNotThrow) {
  const auto context = make_context();
  context->shutdown("test");
  rclcpp::Clock clock(RCL_STEADY_TIME);
  EXPECT_FALSE(clock.sleep_for(rclcpp::Duration(std::chrono::hours(1)), context));
  EXPECT_THROW(clock.sleep_for(rclcpp::Duration(1, 0), std::make_shared<rclcpp::Context>()),
               std::runtime_error)
      << "it was never initialised";
}

}  // namespace
