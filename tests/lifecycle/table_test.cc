// All transitions from all states with all outcomes, against the table of the
// design (design.ros2.org, "Managed nodes"), written down a second time here.
#include <atomic>
#include <optional>
#include <random>
#include <thread>

#include "covers.h"
#include "managed.hpp"

namespace managed {
namespace {

struct Rule {
  std::string from;
  int id;
  std::string label;
  std::string through;
  std::string on_success;
  std::string on_failure;
};

const std::vector<Rule> kRules = {
    {"unconfigured", 1, "configure", "configuring", "inactive", "unconfigured"},
    {"unconfigured", 5, "shutdown", "shuttingdown", "finalized", "finalized"},
    {"inactive", 2, "cleanup", "cleaningup", "unconfigured", "inactive"},
    {"inactive", 3, "activate", "activating", "active", "inactive"},
    {"inactive", 6, "shutdown", "shuttingdown", "finalized", "finalized"},
    {"active", 4, "deactivate", "deactivating", "inactive", "active"},
    {"active", 7, "shutdown", "shuttingdown", "finalized", "finalized"},
};
const std::vector<std::string> kPrimary = {"unconfigured", "inactive", "active", "finalized"};

std::optional<Rule> rule(const std::string& from, int id) {
  for (const Rule& rule : kRules) {
    if (rule.from == from && rule.id == id) return rule;
  }
  return {};
}

/// What a callback does.
enum class Does { kSucceed, kFail, kErr, kThrow, kThrowAnInt, kReturnNonsense };
const std::vector<Does> kAll = {Does::kSucceed, Does::kFail,       Does::kErr,
                                Does::kThrow,   Does::kThrowAnInt, Does::kReturnNonsense};

Return act(Does what) {
  switch (what) {
    case Does::kSucceed: return Return::SUCCESS;
    case Does::kFail: return Return::FAILURE;
    case Does::kErr: return Return::ERROR;
    case Does::kThrow: throw std::runtime_error("on purpose");
    case Does::kThrowAnInt: throw 7;
    case Does::kReturnNonsense: return static_cast<Return>(3);
  }
  return Return::ERROR;
}

/// What the node must do then: the labels of the states that it goes through.
std::vector<std::string> expected(const Rule& rule, Does callback, Does on_error) {
  if (callback == Does::kSucceed) return {rule.through, rule.on_success};
  if (callback == Does::kFail) return {rule.through, rule.on_failure};
  return {rule.through, "errorprocessing",
          on_error == Does::kSucceed ? "unconfigured" : "finalized"};
}

/// A node whose callbacks do what the test says, and tell what they were given.
class Subject {
 public:
  explicit Subject(std::shared_ptr<LifecycleNode> node) : node_(std::move(node)) {
    const auto callback = [this](const char* through) {
      return [this, through](const State& before) {
        calls_.push_back(std::string(through) + " after " + before.label());
        EXPECT_EQ(node_->get_current_state().label(), through);
        return act(callback_);
      };
    };
    node_->register_on_configure(callback("configuring"));
    node_->register_on_cleanup(callback("cleaningup"));
    node_->register_on_activate(callback("activating"));
    node_->register_on_deactivate(callback("deactivating"));
    node_->register_on_shutdown(callback("shuttingdown"));
    node_->register_on_error([this](const State& before) {
      calls_.push_back("errorprocessing after " + before.label());
      EXPECT_EQ(node_->get_current_state().label(), "errorprocessing");
      return act(on_error_);
    });
    node_->get_logger().set_level(rclcpp::Logger::Level::Fatal);
  }

  std::string state() const { return node_->get_current_state().label(); }

  /// Triggers `id` and holds what happens against the rules.
  void check(int id, Does callback, Does on_error) {
    callback_ = callback;
    on_error_ = on_error;
    calls_.clear();
    const std::string before = state();
    const auto rule = managed::rule(before, id);
    auto code = static_cast<Return>(111);
    node_->trigger_transition(static_cast<uint8_t>(id), code);
    if (!rule) {
      EXPECT_EQ(state(), before) << "transition " << id;
      EXPECT_EQ(static_cast<int>(code), 111);
      EXPECT_TRUE(calls_.empty());
      return;
    }
    const auto path = expected(*rule, callback, on_error);
    EXPECT_EQ(state(), path.back()) << rule->label << " from " << before;
    std::vector<std::string> calls = {rule->through + " after " + before};
    if (path.size() == 3) calls.push_back("errorprocessing after " + before);
    EXPECT_EQ(calls_, calls);
    EXPECT_EQ(code == Return::SUCCESS, callback == Does::kSucceed);
    EXPECT_EQ(code == Return::FAILURE, callback == Does::kFail);
    steps_.push_back(before + ">" + path[0]);
    for (size_t i = 1; i < path.size(); ++i) steps_.push_back(path[i - 1] + ">" + path[i]);
  }

  /// Brings an unconfigured node there.
  void bring_to(const std::string& wanted) {
    const auto go = [this](int id) { check(id, Does::kSucceed, Does::kSucceed); };
    if (wanted == "inactive" || wanted == "active") go(1);
    if (wanted == "active") go(3);
    if (wanted == "finalized") go(5);
    ASSERT_EQ(state(), wanted);
  }

  const std::vector<std::string>& steps() const { return steps_; }

 private:
  const std::shared_ptr<LifecycleNode> node_;
  Does callback_ = Does::kSucceed;
  Does on_error_ = Does::kSucceed;
  std::vector<std::string> calls_;
  std::vector<std::string> steps_;
};

using Table = Managed;

TEST_F(Table, EveryTransitionWithEveryOutcomeLeadsWhereTheDesignSays) {
  init();
  for (const Rule& rule : kRules) {
    for (const Does callback : kAll) {
      for (const Does on_error : kAll) {
        Subject subject(std::make_shared<LifecycleNode>("n", small(), false));
        subject.bring_to(rule.from);
        subject.check(rule.id, callback, on_error);
        if (callback == Does::kSucceed || callback == Does::kFail) break;  // no on_error
      }
    }
  }
}

TEST_F(Table, EveryOtherIdIsRefusedInEveryState) {
  init();
  for (const std::string& state : kPrimary) {
    Subject subject(std::make_shared<LifecycleNode>("n", small(), false));
    subject.bring_to(state);
    for (int id = 0; id < 256; ++id) {
      if (!rule(state, id)) subject.check(id, Does::kSucceed, Does::kSucceed);
    }
  }
}

TEST_F(Table, RandomWalksFollowTheRulesAndTellEveryStepInOrder) {
  init();
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const auto one_of = [&](const auto& list) { return list[random() % list.size()]; };
  for (int walk = 0; walk < 20; ++walk) {
    auto node = managed("walker");
    listen(*node);
    Subject subject(node);
    for (int i = 0; i < 100 && subject.state() != "finalized"; ++i) {
      subject.check(random() % 9, random() % 2 ? Does::kSucceed : one_of(kAll), one_of(kAll));
    }
    wait_until([&] { return told_.size() >= subject.steps().size(); });
    EXPECT_EQ(told_steps(), subject.steps());
    told_.clear();
    executor_->remove_node(node->get_node_base_interface());
  }
}

TEST_F(Table, IsToldAsTheDesignHasIt) {
  COVERS("rclcpp_lifecycle::LifecycleNode", "get_available_states", "get_transition_graph");
  init();
  auto node = managed("n");
  std::vector<std::string> states;
  for (const State& state : node->get_available_states()) {
    states.push_back(std::to_string(state.id()) + state.label());
  }
  EXPECT_THAT(states,
              testing::ElementsAre("0unknown", "1unconfigured", "2inactive", "3active",
                                   "4finalized", "10configuring", "11cleaningup", "12shuttingdown",
                                   "13activating", "14deactivating", "15errorprocessing"));
  EXPECT_EQ(node->get_transition_graph().size(), 25u);
  size_t from_primary = 0;
  for (const auto& transition : node->get_transition_graph()) {
    const auto rule = managed::rule(transition.start_state().label(), transition.id());
    if (rule) {
      EXPECT_EQ(transition.label(), rule->label);
      EXPECT_EQ(transition.goal_state().label(), rule->through);
      ++from_primary;
    } else {
      EXPECT_GE(transition.start_state().id(), 10u);
      EXPECT_THAT(transition.label(), testing::StartsWith("transition_"));
    }
  }
  EXPECT_EQ(from_primary, kRules.size());
}

TEST_F(Table, AvailableTransitionsAreThoseOfTheCurrentState) {
  COVERS("rclcpp_lifecycle::LifecycleNode", "get_available_transitions");
  init();
  for (const std::string& state : kPrimary) {
    auto node = managed("n");
    Subject(node).bring_to(state);
    std::vector<int> ids, wanted;
    for (const auto& transition : node->get_available_transitions()) ids.push_back(transition.id());
    for (const Rule& rule : kRules) {
      if (rule.from == state) wanted.push_back(rule.id);
    }
    EXPECT_EQ(ids, wanted) << state;
  }
}

TEST_F(Table, ThreadsThatTriggerAtOnceNeverRunTwoTransitions) {
  COVERS("rclcpp_lifecycle::LifecycleNode", "register_on_configure", "register_on_deactivate");
  init();
  auto node = managed("shared");
  listen(*node);
  node->get_logger().set_level(rclcpp::Logger::Level::Fatal);
  std::atomic<int> inside{0}, calls{0};
  const auto alone = [&](const State&) {
    EXPECT_EQ(inside.fetch_add(1), 0);
    const auto outcome = calls.fetch_add(1) % 3 == 2 ? Return::FAILURE : Return::SUCCESS;
    inside.fetch_sub(1);
    return outcome;
  };
  node->register_on_configure(alone);
  node->register_on_cleanup(alone);
  node->register_on_activate(alone);
  node->register_on_deactivate(alone);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 500; ++i) {
        node->trigger_transition(static_cast<uint8_t>(1 + (i + thread) % 4));
        EXPECT_FALSE(node->get_current_state().label().empty());
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_GT(calls.load(), 0);
  EXPECT_LE(node->get_current_state().id(), StateMsg::PRIMARY_STATE_ACTIVE);
  wait_until([&] { return told_.size() >= 2u * calls.load(); });
  for (size_t i = 1; i < told_.size(); ++i) {
    ASSERT_EQ(told_[i].start_state.id, told_[i - 1].goal_state.id) << "event " << i;
  }
}

}  // namespace
}  // namespace managed
