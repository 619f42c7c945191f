// A managed node without rclcpp, asked by a node of another context.
#include "managed.h"

#include <gmock/gmock.h>

#include <lifecycle_msgs/srv/change_state.hpp>
#include <lifecycle_msgs/srv/get_available_states.hpp>
#include <lifecycle_msgs/srv/get_available_transitions.hpp>
#include <lifecycle_msgs/srv/get_state.hpp>
#include <mutex>
#include <vector>

#include "ranvier/node/subscription.h"

namespace plain {
namespace {

using namespace lifecycle_msgs::srv;
using State = lifecycle_msgs::msg::State;
using testing::ElementsAre;

/// The labels of the transitions that a node tells.
class Events {
 public:
  Events(const PlainNode& in, const std::string& of) {
    ranvier::MessageCallback callback;
    callback.state = this;
    callback.call = [](void* state, ranvier::MessagePtr message) {
      auto& self = *static_cast<Events*>(state);
      const std::lock_guard lock(self.mutex_);
      self.labels_.push_back(
          static_cast<const lifecycle_msgs::msg::TransitionEvent*>(message->object())
              ->transition.label);
    };
    callback.destroy = [](void*) {};
    subscription_ = value(ranvier::Subscription::open(in.node, in.node->default_strand(),
                                                      Managed::events(in, of), {}, callback));
  }
  ~Events() { subscription_->close(); }

  bool matched() const { return subscription_->matched() > 0; }
  std::vector<std::string> labels() const {
    const std::lock_guard lock(mutex_);
    return labels_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> labels_;
  ranvier::Ref<ranvier::Subscription> subscription_;
};

class PlainLifecycle : public testing::Test {
 protected:
  bool change(const std::string& label) {
    ChangeState::Request request;
    request.transition.label = label;
    return asking_.call<ChangeState>("/managed/change_state", request).success;
  }
  std::string state() { return asking_.call<GetState>("/managed/get_state").current_state.label; }
  void answer(std::uint8_t transition_state, Outcome outcome) {
    managed_.machine->set_callback(transition_state, [outcome](std::uint8_t) { return outcome; });
  }

  PlainNode serving_{"managed"};
  PlainNode asking_{"asker"};
  Managed managed_{serving_};
};

TEST_F(PlainLifecycle, GoesThroughAllTransitionsAndTellsThem) {
  Events events(asking_, "managed");
  ASSERT_TRUE(eventually([&] { return events.matched(); }));
  const std::pair<const char*, const char*> steps[] = {{"configure", "inactive"},
                                                       {"activate", "active"},
                                                       {"deactivate", "inactive"},
                                                       {"cleanup", "unconfigured"},
                                                       {"shutdown", "finalized"}};
  for (const auto& [label, after] : steps) {
    EXPECT_TRUE(change(label)) << label;
    EXPECT_EQ(state(), after);
  }
  EXPECT_FALSE(change("configure")) << "nothing leads out of finalized";
  ASSERT_TRUE(eventually([&] { return events.labels().size() == 10; }));
  EXPECT_THAT(events.labels(),
              ElementsAre("configure", "transition_success", "activate", "transition_success",
                          "deactivate", "transition_success", "cleanup", "transition_success",
                          "shutdown", "transition_success"));
}

TEST_F(PlainLifecycle, AnErrorIsProcessedAndAFailureLeadsBack) {
  answer(State::TRANSITION_STATE_CONFIGURING, Outcome::kFailure);
  EXPECT_FALSE(change("configure"));
  EXPECT_EQ(state(), "unconfigured");
  answer(State::TRANSITION_STATE_CONFIGURING, Outcome::kError);
  answer(State::TRANSITION_STATE_ERRORPROCESSING, Outcome::kSuccess);
  EXPECT_FALSE(change("configure"));
  EXPECT_EQ(state(), "unconfigured");
  managed_.machine->set_callback(State::TRANSITION_STATE_CONFIGURING,
                                 [](std::uint8_t) -> Outcome { throw std::runtime_error("no"); });
  answer(State::TRANSITION_STATE_ERRORPROCESSING, Outcome::kFailure);
  EXPECT_FALSE(change("configure"));
  EXPECT_EQ(state(), "finalized");
}

TEST_F(PlainLifecycle, TellsItsStatesAndTransitions) {
  const auto states = asking_.call<GetAvailableStates>("/managed/get_available_states");
  EXPECT_EQ(states.available_states.size(), ranvier::lifecycle::all_states().size());
  const auto now = asking_.call<GetAvailableTransitions>("/managed/get_available_transitions");
  ASSERT_EQ(now.available_transitions.size(), 2u);
  EXPECT_EQ(now.available_transitions[0].transition.label, "configure");
  EXPECT_EQ(now.available_transitions[0].goal_state.label, "configuring");
  const auto graph = asking_.call<GetAvailableTransitions>("/managed/get_transition_graph");
  EXPECT_EQ(graph.available_transitions.size(), ranvier::lifecycle::all_steps().size());
}

}  // namespace
}  // namespace plain
