// Managed nodes as their authors see them.
#include "covers.h"
#include "managed.hpp"
#include "rclcpp/create_subscription.hpp"
#include "rclcpp_lifecycle/managed_entity.hpp"
#include "rclcpp_lifecycle/type_traits/is_manageable_node.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace managed {
namespace {

using rclcpp_lifecycle::SimpleManagedEntity;
using rclcpp_lifecycle::Transition;
using rosgraph_msgs::msg::Clock;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Clock clock_of(int seconds) {
  Clock clock;
  clock.clock.sec = seconds;
  return clock;
}

/// A driver as packages of the field write them.
class Driver : public LifecycleNode {
 public:
  explicit Driver(const rclcpp::NodeOptions& options = small())
      : LifecycleNode("driver", options) {}

  Return on_configure(const State& before) override {
    seen.push_back("configure from " + before.label());
    publisher = create_publisher<Clock>("ticks", 10);
    return Return::SUCCESS;
  }
  Return on_activate(const State& before) override {
    seen.push_back("activate from " + before.label());
    return LifecycleNode::on_activate(before);
  }
  Return on_deactivate(const State& before) override {
    seen.push_back("deactivate from " + before.label());
    return LifecycleNode::on_deactivate(before);
  }
  Return on_cleanup(const State& before) override {
    seen.push_back("cleanup from " + before.label());
    publisher.reset();
    return Return::SUCCESS;
  }
  Return on_shutdown(const State& before) override {
    seen.push_back("shutdown from " + before.label());
    return Return::SUCCESS;
  }

  std::vector<std::string> seen;
  std::shared_ptr<rclcpp_lifecycle::LifecyclePublisher<Clock>> publisher;
};

using ManagedNode = Managed;

TEST_F(ManagedNode, CallsTheFunctionsOfItsClass) {
  COVERS("rclcpp_lifecycle::LifecycleNode", "get_current_state", "configure", "activate",
         "deactivate", "cleanup", "shutdown");
  init();
  Driver driver;
  EXPECT_EQ(driver.get_current_state().label(), "unconfigured");
  EXPECT_EQ(driver.configure().label(), "inactive");
  EXPECT_EQ(driver.activate().label(), "active");
  EXPECT_EQ(driver.deactivate().label(), "inactive");
  EXPECT_EQ(driver.cleanup().label(), "unconfigured");
  EXPECT_EQ(driver.configure().id(), StateMsg::PRIMARY_STATE_INACTIVE);
  EXPECT_EQ(driver.shutdown().id(), StateMsg::PRIMARY_STATE_FINALIZED);
  EXPECT_THAT(driver.seen, ElementsAre("configure from unconfigured", "activate from inactive",
                                       "deactivate from active", "cleanup from inactive",
                                       "configure from unconfigured", "shutdown from inactive"));
}

TEST_F(ManagedNode, GivesTheReturnOfItsCallbacks) {
  COVERS("rclcpp_lifecycle::LifecycleNode", "register_on_activate", "register_on_cleanup");
  COVERS("rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface::CallbackReturn", "SUCCESS",
         "FAILURE", "ERROR");
  init();
  Driver driver;
  auto code = Return::ERROR;
  driver.configure(code);
  EXPECT_EQ(code, Return::SUCCESS);
  driver.register_on_activate([](const State&) { return Return::FAILURE; });
  EXPECT_THROW(driver.register_on_activate(nullptr), std::invalid_argument);
  driver.activate(code);
  EXPECT_EQ(code, Return::FAILURE);
  driver.register_on_cleanup([](const State&) -> Return { throw std::runtime_error("stuck"); });
  EXPECT_THAT(log_of([&] { EXPECT_EQ(driver.cleanup(code).label(), "finalized"); }),
              testing::AllOf(HasSubstr("stuck"), HasSubstr("cleaningup"), HasSubstr("/driver")));
  EXPECT_EQ(code, Return::ERROR);
  auto untouched = static_cast<Return>(1);
  driver.deactivate(untouched);
  driver.shutdown(untouched);
  EXPECT_EQ(static_cast<int>(untouched), 1);
}

TEST_F(ManagedNode, TakesATransitionByIdAndByItself) {
  COVERS("rclcpp_lifecycle::LifecycleNode", "trigger_transition");
  init();
  auto node = managed("n");
  auto code = Return::ERROR;
  EXPECT_EQ(node->trigger_transition(TransitionMsg::TRANSITION_CONFIGURE).label(), "inactive");
  EXPECT_EQ(node->trigger_transition(Transition(TransitionMsg::TRANSITION_ACTIVATE)).label(),
            "active");
  EXPECT_EQ(node->trigger_transition(Transition(TransitionMsg::TRANSITION_DEACTIVATE), code).id(),
            StateMsg::PRIMARY_STATE_INACTIVE);
  EXPECT_EQ(code, Return::SUCCESS);
  EXPECT_EQ(node->trigger_transition(node->get_available_transitions().at(0)).label(),
            "unconfigured");
}

TEST_F(ManagedNode, SaysWhatIsPossibleWhenItRefuses) {
  init();
  auto node = managed("picky");
  EXPECT_THAT(log_of([&] { node->activate(); }),
              testing::AllOf(HasSubstr("ERROR"), HasSubstr("'/picky'"), HasSubstr("transition 3"),
                             HasSubstr("'unconfigured'"), HasSubstr("'configure' (1)"),
                             HasSubstr("'shutdown' (5)")));
  node->shutdown();
  EXPECT_THAT(log_of([&] { node->shutdown(); }),
              testing::AllOf(HasSubstr("'shutdown'"), HasSubstr("Nothing leads out")));
}

TEST_F(ManagedNode, RefusesATransitionThatACallbackTriggers) {
  init();
  auto node = managed("nested");
  std::string log;
  node->register_on_configure([&](const State&) {
    log = log_of([&] {
      // Also what leads out of the transition state is not for the callback.
      EXPECT_EQ(node->trigger_transition(TransitionMsg::TRANSITION_ON_CONFIGURE_ERROR).label(),
                "configuring");
      EXPECT_EQ(node->activate().label(), "configuring");
    });
    return Return::SUCCESS;
  });
  EXPECT_EQ(node->configure().label(), "inactive");
  EXPECT_THAT(log, HasSubstr("A transition is under way"));
}

TEST_F(ManagedNode, PublishesOnlyWhileActiveAndWarnsOnceEachTime) {
  COVERS("rclcpp_lifecycle::LifecyclePublisher", "publish");
  init();
  auto driver = std::make_shared<Driver>();
  executor_->add_node(driver->get_node_base_interface());
  driver->configure();
  std::vector<int> got;
  auto subscription = rclcpp::create_subscription<Clock>(
      *driver, "ticks", 10, [&](const Clock& clock) { got.push_back(clock.clock.sec); });
  const auto publish = [&](int seconds) {
    driver->publisher->publish(clock_of(seconds));
    driver->publisher->publish(std::make_unique<Clock>(clock_of(seconds + 1)));
    auto loan = driver->publisher->borrow_loaned_message();
    loan.get() = clock_of(seconds + 2);
    driver->publisher->publish(std::move(loan));
  };
  const auto warnings = [&](int seconds) {
    const std::string log = log_of([&] { publish(seconds); });
    return static_cast<int>(log.find("/ticks") != std::string::npos) +
           static_cast<int>(log.find("/ticks") != log.rfind("/ticks"));
  };
  EXPECT_EQ(warnings(10), 1);
  EXPECT_EQ(warnings(20), 0);
  driver->activate();
  EXPECT_TRUE(driver->publisher->is_activated());
  EXPECT_EQ(warnings(30), 0);
  driver->deactivate();
  EXPECT_EQ(warnings(40), 1);
  driver->activate();
  publish(50);
  wait_until([&] { return got.size() >= 6; });
  EXPECT_THAT(got, ElementsAre(30, 31, 32, 50, 51, 52));
}

// As in ROS 2, where no publish() of the base is virtual: the publishers of controllers are held so.
TEST_F(ManagedNode, ThroughAPointerToTheBaseAMessageIsSentInEveryState) {
  COVERS("rclcpp::Publisher", "publish");
  init();
  auto node = managed("controller");
  std::vector<int> got;
  auto subscription = rclcpp::create_subscription<Clock>(
      *node, "ticks", 10, [&](const Clock& clock) { got.push_back(clock.clock.sec); });
  const rclcpp::Publisher<Clock>::SharedPtr publisher = node->create_publisher<Clock>("ticks", 10);
  publisher->publish(clock_of(1));
  publisher->publish(std::make_unique<Clock>(clock_of(2)));
  auto loan = publisher->borrow_loaned_message();
  loan.get() = clock_of(3);
  publisher->publish(std::move(loan));
  wait_until([&] { return got.size() >= 3; });
  EXPECT_THAT(got, ElementsAre(1, 2, 3));
}

TEST_F(ManagedNode, APublisherMadeWhileActiveWaitsForTheNextActivation) {
  COVERS("rclcpp_lifecycle::LifecyclePublisher", "on_activate");
  init();
  auto node = managed("late");
  node->configure();
  node->activate();
  auto publisher = node->create_publisher<Clock>("ticks", 10);
  EXPECT_FALSE(publisher->is_activated());
  publisher->on_activate();
  EXPECT_TRUE(publisher->is_activated());
}

TEST_F(ManagedNode, LeavesItsPublishersSilentIfItsClassDoesNotCallTheBase) {
  init();
  auto node = managed("own_way");
  auto publisher = node->create_publisher<Clock>("ticks", 10);
  node->register_on_activate([](const State&) { return Return::SUCCESS; });
  node->configure();
  EXPECT_EQ(node->activate().label(), "active");
  EXPECT_FALSE(publisher->is_activated());
}

TEST_F(ManagedNode, ManagesEntitiesOfOtherKindsAsLongAsTheyLive) {
  COVERS("rclcpp_lifecycle::SimpleManagedEntity", "is_activated");
  init();
  class Host : public LifecycleNode {
   public:
    Host() : LifecycleNode("host", small()) {}
    using LifecycleNode::add_managed_entity;
  };
  Host host;
  auto lamp = std::make_shared<SimpleManagedEntity>();
  auto gone = std::make_shared<SimpleManagedEntity>();
  host.add_managed_entity(lamp);
  host.add_managed_entity(gone);
  gone.reset();
  host.configure();
  EXPECT_FALSE(lamp->is_activated());
  host.activate();
  EXPECT_TRUE(lamp->is_activated());
  host.deactivate();
  EXPECT_FALSE(lamp->is_activated());
}

TEST_F(ManagedNode, WarnsAtItsEndUnlessItWasShutDown) {
  init();
  std::vector<std::string> seen;
  EXPECT_THAT(log_of([&] {
                Driver driver;
                driver.configure();
                driver.activate();
              }),
              testing::AllOf(HasSubstr("WARN"), HasSubstr("'/driver'"), HasSubstr("'active' (3)"),
                             HasSubstr("shutdown()")));
  EXPECT_THAT(log_of([&] {
                Driver driver;
                driver.shutdown();
              }),
              IsEmpty());
}

TEST_F(ManagedNode, IsShutDownAlsoAfterItsContext) {
  init();
  Driver driver;
  driver.configure();
  rclcpp::shutdown();
  EXPECT_EQ(driver.shutdown().label(), "finalized");
  EXPECT_EQ(driver.seen.back(), "shutdown from inactive");
}

TEST_F(ManagedNode, TellsATransitionWithItsTimeAndIds) {
  init();
  auto node = managed("teller");
  listen(*node);
  const auto before = node->now();
  node->configure();
  wait_until([&] { return told_.size() == 2; });
  EXPECT_THAT(told_steps(), ElementsAre("unconfigured>configuring", "configuring>inactive"));
  EXPECT_EQ(told_[0].transition.id, TransitionMsg::TRANSITION_CONFIGURE);
  EXPECT_EQ(told_[0].transition.label, "configure");
  EXPECT_EQ(told_[1].transition.id, TransitionMsg::TRANSITION_ON_CONFIGURE_SUCCESS);
  EXPECT_EQ(told_[1].transition.label, "transition_success");
  EXPECT_EQ(told_[0].goal_state.id, StateMsg::TRANSITION_STATE_CONFIGURING);
  EXPECT_GE(told_[0].timestamp, static_cast<uint64_t>(before.nanoseconds()));
  EXPECT_LE(told_[1].timestamp, static_cast<uint64_t>(node->now().nanoseconds()));
}

TEST(LifecycleValues, StatesAreCopiedAndNamed) {
  COVERS("rclcpp_lifecycle::State", "id", "label", "operator=");
  const State unknown;
  EXPECT_EQ(unknown.id(), StateMsg::PRIMARY_STATE_UNKNOWN);
  EXPECT_EQ(unknown.label(), "unknown");
  State state(9, "mine");
  const State copy(state);
  state = unknown;
  EXPECT_EQ(copy.label(), "mine");
  EXPECT_EQ(copy.id(), 9);
  EXPECT_EQ(state.label(), "unknown");
  EXPECT_THROW(State(3, ""), std::runtime_error);
}

TEST(LifecycleValues, TransitionsKnowTheirStatesIfTheyWereToldThem) {
  COVERS("rclcpp_lifecycle::Transition", "start_state", "goal_state", "id", "label", "operator=");
  Transition transition(4, "go", State(1, "here"), State(2, "there"));
  EXPECT_EQ(transition.start_state().label(), "here");
  EXPECT_EQ(transition.goal_state().id(), 2);
  const Transition bare(5, "bare");
  EXPECT_THROW((void)bare.start_state(), std::runtime_error);
  EXPECT_THROW((void)bare.goal_state(), std::runtime_error);
  transition = bare;
  EXPECT_EQ(transition.id(), 5);
  EXPECT_EQ(transition.label(), "bare");
  EXPECT_THROW((void)transition.goal_state(), std::runtime_error);
}

struct Half {
  void on_activate() {}
};

TEST(LifecycleValues, TraitsTellWhatCanBeManaged) {
  COVERS("has_on_activate");
  COVERS("has_on_deactivate");
  COVERS("is_manageable_node");
  EXPECT_TRUE(has_on_activate<Half>::value);
  EXPECT_FALSE(has_on_deactivate<Half>::value);
  EXPECT_FALSE(is_manageable_node<Half>::value || is_manageable_node<int>::value);
  EXPECT_TRUE(is_manageable_node<SimpleManagedEntity>::value);
  EXPECT_TRUE(is_manageable_node<rclcpp_lifecycle::LifecyclePublisher<Clock>>::value);
}

TEST(LifecycleValues, EntitiesAreSwitchedOnAndOff) {
  COVERS("rclcpp_lifecycle::SimpleManagedEntity", "on_activate", "on_deactivate", "is_activated");
  COVERS("rclcpp_lifecycle::ManagedEntityInterface", "on_activate", "on_deactivate");
  SimpleManagedEntity lamp;
  rclcpp_lifecycle::ManagedEntityInterface& entity = lamp;
  EXPECT_FALSE(lamp.is_activated());
  entity.on_activate();
  EXPECT_TRUE(lamp.is_activated());
  entity.on_deactivate();
  EXPECT_FALSE(lamp.is_activated());
}

TEST_F(ManagedNode, CallbacksThatAClassLeavesOutSucceedButThatForErrors) {
  COVERS("rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface", "on_configure", "on_cleanup",
         "on_shutdown", "on_activate", "on_deactivate", "on_error");
  class Bare : public rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface {};
  Bare bare;
  const State state(3, "active");
  EXPECT_EQ(bare.on_configure(state), Return::SUCCESS);
  EXPECT_EQ(bare.on_activate(state), Return::SUCCESS);
  EXPECT_EQ(bare.on_deactivate(state), Return::SUCCESS);
  EXPECT_EQ(bare.on_cleanup(state), Return::SUCCESS);
  EXPECT_EQ(bare.on_shutdown(state), Return::SUCCESS);
  EXPECT_EQ(bare.on_error(state), Return::FAILURE);
}

TEST_F(ManagedNode, ItsOwnCallbacksSwitchItsEntities) {
  COVERS("rclcpp_lifecycle::LifecycleNode", "on_activate", "on_deactivate");
  init();
  auto node = managed("n");
  const auto publisher = node->create_publisher<Clock>("ticks", 1);
  EXPECT_EQ(node->on_activate(node->get_current_state()), Return::SUCCESS);
  EXPECT_TRUE(publisher->is_activated());
  EXPECT_EQ(node->on_deactivate(node->get_current_state()), Return::SUCCESS);
  EXPECT_FALSE(publisher->is_activated());
}

}  // namespace
}  // namespace managed
