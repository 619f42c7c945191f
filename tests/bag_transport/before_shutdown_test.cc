// What an object does before its context shuts down, while the object goes.
#include "before_shutdown.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <thread>

#include "rclcpp/rclcpp.hpp"
#include "sleeping_thread.h"

namespace bag_test {
namespace {

using rosbag2_transport::BeforeShutdown;

std::shared_ptr<rclcpp::Context> context() {
  auto made = std::make_shared<rclcpp::Context>();
  made->init(0, nullptr);
  return made;
}

TEST(BeforeShutdownTest, ItCallsOnceAndNothingWhenItIsGone) {
  int calls = 0;
  const auto first = context(), second = context();
  const BeforeShutdown stays(first, [&] { ++calls; });
  {
    const BeforeShutdown goes(second, [&] { ++calls; });
  }
  first->shutdown("");
  second->shutdown("");
  EXPECT_EQ(calls, 1);
}

TEST(BeforeShutdownTest, ItGoesAfterACallThatIsUnderWay) {
  const auto ends = context();
  std::promise<void> called, go;
  std::atomic<bool> done{false};
  std::optional<BeforeShutdown> before;
  before.emplace(ends, [&] {
    called.set_value();
    go.get_future().wait();
    done = true;
  });
  std::thread shutdown([&] { ends->shutdown(""); });
  called.get_future().wait();
  ranvier::support::SleepingThread waits;
  auto gone = std::async(std::launch::async, [&] {
    waits.is_this();
    before.reset();
    return done.load();
  });
  EXPECT_TRUE(waits.sleeps());
  go.set_value();
  EXPECT_TRUE(gone.get());
  shutdown.join();
}

}  // namespace
}  // namespace bag_test
