// What executors and their kin say and do when the system has no thread left.
#include <gmock/gmock.h>

#include "../support/refused_threads.h"
#include "executors.hpp"
#include "rclcpp/experimental/timers_manager.hpp"

namespace {

using ranvier::support::RefusedThreads;
using testing::HasSubstr;

class NoThread : public testing::Test {
 protected:
  NoThread() { context_->init(0, nullptr); }
  ~NoThread() override { context_->shutdown("the test ends"); }
  const rclcpp::Context::SharedPtr context_ = std::make_shared<rclcpp::Context>();
};

TEST_F(NoThread, ASpinOnManyThreadsEndsWithWordsAndTheNextOneSpins) {
  rclcpp::ExecutorOptions options;
  options.context = context_;
  rclcpp::executors::MultiThreadedExecutor executor(options, 4);
  const auto node = std::make_shared<rclcpp::Node>("spun", rclcpp::NodeOptions().context(context_));
  executor.add_node(node);
  const auto timer = node->create_wall_timer(1ms, [&] { executor.cancel(); });
  {
    const RefusedThreads refused(1, 2);
    try {
      executor.spin();
      ADD_FAILURE() << "the fourth thread was refused";
    } catch (const std::system_error& error) {
      EXPECT_EQ(error.code(), std::errc::resource_unavailable_try_again);
      EXPECT_THAT(error.what(), HasSubstr("number 4 of its 4 threads"));
    }
    EXPECT_FALSE(executor.is_spinning());
  }
  executor.spin();
}

TEST_F(NoThread, ASpinWithAThreadForEachGroupEndsWithItsWordsAndTheNextOneSpins) {
  rclcpp::ExecutorOptions options;
  options.context = context_;
  CallbackIsolatedExecutor executor(options);
  const auto node = std::make_shared<rclcpp::Node>("spun", rclcpp::NodeOptions().context(context_));
  executor.add_node(node);
  const auto timer = node->create_wall_timer(1ms, [&] { executor.cancel(); });
  {
    const RefusedThreads refused(1);
    try {
      executor.spin();
      ADD_FAILURE() << "its thread was refused";
    } catch (const std::system_error& error) {
      EXPECT_THAT(error.what(), HasSubstr("Callback group '/spun@Timer(1000000)': its thread"));
    }
    EXPECT_FALSE(executor.is_spinning());
  }
  executor.spin();
}

TEST_F(NoThread, ATimersManagerStartsLaterIfItCouldNot) {
  rclcpp::experimental::TimersManager manager(context_);
  {
    const RefusedThreads refused(1);
    EXPECT_THROW(manager.start(), std::system_error);
  }
  std::atomic<int> ticks{0};
  const auto call = [&] { ++ticks; };
  const auto timer = std::make_shared<rclcpp::WallTimer<std::function<void()>>>(1ms, call);
  manager.add_timer(timer);
  manager.start();
  while (ticks == 0) std::this_thread::yield();
  manager.stop();
}

}  // namespace
