// A thousand goals as fast as possible, cancels among them: nothing is lost.
#include <gtest/gtest.h>
#include <stdio.h>

#include <algorithm>
#include <set>

#include "running.hpp"
#include "storm.hpp"

namespace {

using storm::Kind;
using storm::ResultCode;

constexpr int kGoals = 1000;

std::set<ResultCode> allowed(Kind kind) {
  switch (kind) {
    case storm::kAbort: return {ResultCode::ABORTED};
    case storm::kWaitForCancel:
    case storm::kDrop: return {ResultCode::CANCELED};
    case storm::kDefer: return {ResultCode::SUCCEEDED, ResultCode::CANCELED};
    default: return {ResultCode::SUCCEEDED};
  }
}

class StormTest : public Running {
 protected:
  StormTest() : orders_(storm::plan(seed_, kGoals)) {
    init();
    accepted_ = static_cast<int>(std::count_if(orders_.begin(), orders_.end(), [](int order) {
      return storm::kind_of(order) != storm::kRefuse;
    }));
  }

  rclcpp::CallbackGroup::SharedPtr group(const rclcpp::Node::SharedPtr& node) {
    return node->create_callback_group(kind_);
  }

  // Sends while the executor spins, and waits until everything has come back.
  void run(storm::Client& client, rclcpp::Executor& executor) {
    std::thread spinner([&] { executor.spin(); });
    const bool there = client.wait();
    EXPECT_TRUE(there) << "no server";
    if (there) {
      client.send(seed_, orders_);
      client.wait_complete(kGoals, static_cast<size_t>(accepted_));
    }
    executor.cancel();
    spinner.join();
    if (there) check(client);
  }

  void check(storm::Client& client) {
    SCOPED_TRACE(testing::Message() << "seed " << seed_);
    EXPECT_EQ(client.accepted, accepted_);
    EXPECT_GT(client.cancels, 0);
    for (const auto& [i, results] : client.results()) {
      ASSERT_EQ(results.size(), 1u) << "goal " << i;
      const Kind kind = storm::kind_of(orders_[i]);
      EXPECT_EQ(allowed(kind).count(results[0].code), 1u)
          << "goal " << i << " of kind " << kind << " ended as " << int(results[0].code);
      if (kind == storm::kDrop) continue;
      ASSERT_EQ(results[0].result->sequence.size(), 1u);
      EXPECT_EQ(results[0].result->sequence[0], orders_[i]);
    }
  }

  void run_in_one_process(rclcpp::Executor& executor) {
    auto node = std::make_shared<rclcpp::Node>("storm");
    executor.add_node(node);
    storm::Server server(node, group(node));
    storm::Client client(node, group(node));
    run(client, executor);
    while (server.ended() < accepted_) std::this_thread::yield();
    EXPECT_EQ(server.ended(), accepted_);
  }

  void run_in_two_processes(rclcpp::Executor& executor) {
    const std::string program = ACTION_STORM_SERVER;
    if (program.empty()) GTEST_SKIP() << "this build is run by an emulator";
    const std::string command = program + " " + std::to_string(accepted_);
    FILE* server = ::popen(command.c_str(), "w");
    ASSERT_NE(server, nullptr);
    auto node = std::make_shared<rclcpp::Node>("storm");
    executor.add_node(node);
    {
      storm::Client client(node, group(node));
      run(client, executor);
    }
    EXPECT_EQ(::pclose(server), 0);
  }

  const unsigned seed_ = std::random_device{}();
  const std::vector<int> orders_;
  int accepted_ = 0;
  rclcpp::CallbackGroupType kind_ = rclcpp::CallbackGroupType::MutuallyExclusive;
};

TEST_F(StormTest, NothingIsLostInOneProcessOnOneThread) {
  rclcpp::executors::SingleThreadedExecutor executor;
  run_in_one_process(executor);
}

TEST_F(StormTest, NothingIsLostInOneProcessOnManyThreads) {
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 4);
  run_in_one_process(executor);
}

TEST_F(StormTest, NothingIsLostInOneProcessWithReentrantGroups) {
  kind_ = rclcpp::CallbackGroupType::Reentrant;
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 4);
  run_in_one_process(executor);
}

TEST_F(StormTest, NothingIsLostBetweenTwoProcessesOnOneThread) {
  rclcpp::executors::SingleThreadedExecutor executor;
  run_in_two_processes(executor);
}

TEST_F(StormTest, NothingIsLostBetweenTwoProcessesOnManyThreads) {
  kind_ = rclcpp::CallbackGroupType::Reentrant;
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 4);
  run_in_two_processes(executor);
}

}  // namespace
