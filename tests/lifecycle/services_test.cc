// What peers see of a managed node, and how they change it: a manager in another
// context, with its own executor on its own thread.
#include <future>
#include <thread>

#include "covers.h"
#include "lifecycle_msgs/srv/change_state.hpp"
#include "lifecycle_msgs/srv/get_available_states.hpp"
#include "lifecycle_msgs/srv/get_available_transitions.hpp"
#include "lifecycle_msgs/srv/get_state.hpp"
#include "managed.hpp"

namespace managed {
namespace {

using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetAvailableStates;
using lifecycle_msgs::srv::GetAvailableTransitions;
using lifecycle_msgs::srv::GetState;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsSupersetOf;

/// Asks a managed node from a context of its own.
class Manager {
 public:
  Manager() : context_(std::make_shared<rclcpp::Context>()) {
    context_->init(0, nullptr);
    node_ = std::make_shared<rclcpp::Node>("manager", rclcpp::NodeOptions().context(context_));
    rclcpp::ExecutorOptions options;
    options.context = context_;
    executor_ = std::make_unique<rclcpp::executors::SingleThreadedExecutor>(options);
    executor_->add_node(node_);
    thread_ = std::thread([this] { executor_->spin(); });
  }
  ~Manager() {
    context_->shutdown("the end of a test");
    thread_.join();
  }

  template <class ServiceT>
  typename ServiceT::Response ask(
      const std::string& service,
      const typename ServiceT::Request& request = typename ServiceT::Request()) {
    auto client = node_->create_client<ServiceT>(service);
    EXPECT_TRUE(client->wait_for_service(30s));
    auto future = client->async_send_request(std::make_shared<typename ServiceT::Request>(request));
    EXPECT_EQ(future.wait_for(30s), std::future_status::ready);
    return *future.get();
  }
  bool change(int id, const std::string& label = "") {
    ChangeState::Request request;
    request.transition.id = static_cast<uint8_t>(id);
    request.transition.label = label;
    return ask<ChangeState>("/served/change_state", request).success;
  }
  std::string state() { return ask<GetState>("/served/get_state").current_state.label; }
  std::vector<std::string> transitions(const std::string& service) {
    std::vector<std::string> out;
    for (const auto& each : ask<GetAvailableTransitions>(service).available_transitions) {
      out.push_back(std::to_string(each.transition.id) + each.transition.label + ":" +
                    each.start_state.label + ">" + each.goal_state.label);
    }
    return out;
  }
  rclcpp::Node& node() { return *node_; }

 private:
  rclcpp::Context::SharedPtr context_;
  rclcpp::Node::SharedPtr node_;
  std::unique_ptr<rclcpp::executors::SingleThreadedExecutor> executor_;
  std::thread thread_;
};

/// A managed node whose executor spins on a thread.
class ServedNode : public Managed {
 protected:
  ServedNode() {
    init();
    node_ = managed("served", small(), true);
    thread_ = std::thread([this] { executor_->spin(); });
    manager_ = std::make_unique<Manager>();
  }
  ~ServedNode() override {
    manager_.reset();
    rclcpp::shutdown();
    thread_.join();
  }

  std::shared_ptr<LifecycleNode> node_;
  std::thread thread_;
  std::unique_ptr<Manager> manager_;
};

TEST_F(ServedNode, IsLedThroughItsStatesByAPeer) {
  EXPECT_EQ(manager_->state(), "unconfigured");
  EXPECT_TRUE(manager_->change(TransitionMsg::TRANSITION_CONFIGURE));
  EXPECT_EQ(manager_->state(), "inactive");
  EXPECT_EQ(node_->get_current_state().label(), "inactive");
  EXPECT_TRUE(manager_->change(TransitionMsg::TRANSITION_ACTIVATE));
  EXPECT_TRUE(manager_->change(TransitionMsg::TRANSITION_DEACTIVATE));
  EXPECT_TRUE(manager_->change(TransitionMsg::TRANSITION_CLEANUP));
  EXPECT_EQ(manager_->state(), "unconfigured");
  EXPECT_TRUE(manager_->change(TransitionMsg::TRANSITION_UNCONFIGURED_SHUTDOWN));
  EXPECT_EQ(manager_->state(), "finalized");
}

TEST_F(ServedNode, RefusesWhatItsStateDoesNotHave) {
  node_->get_logger().set_level(rclcpp::Logger::Level::Fatal);
  EXPECT_FALSE(manager_->change(TransitionMsg::TRANSITION_ACTIVATE));
  EXPECT_FALSE(manager_->change(TransitionMsg::TRANSITION_ACTIVE_SHUTDOWN));
  EXPECT_FALSE(manager_->change(200));
  EXPECT_FALSE(manager_->change(TransitionMsg::TRANSITION_CONFIGURE, "no such label"));
  EXPECT_EQ(manager_->state(), "unconfigured");
}

TEST_F(ServedNode, TakesALabelBeforeAnId) {
  EXPECT_TRUE(manager_->change(0, "configure"));
  EXPECT_TRUE(manager_->change(TransitionMsg::TRANSITION_CLEANUP, "activate"));
  EXPECT_EQ(manager_->state(), "active");
  EXPECT_TRUE(manager_->change(0, "shutdown"));
  EXPECT_EQ(manager_->state(), "finalized");
}

TEST_F(ServedNode, TellsThatACallbackFailedOrErred) {
  COVERS("rclcpp_lifecycle::LifecycleNode", "register_on_error");
  node_->get_logger().set_level(rclcpp::Logger::Level::Fatal);
  node_->register_on_configure([](const State&) { return Return::FAILURE; });
  EXPECT_FALSE(manager_->change(TransitionMsg::TRANSITION_CONFIGURE));
  EXPECT_EQ(manager_->state(), "unconfigured");
  node_->register_on_configure([](const State&) -> Return { throw std::runtime_error("no"); });
  node_->register_on_error([](const State&) { return Return::SUCCESS; });
  EXPECT_FALSE(manager_->change(TransitionMsg::TRANSITION_CONFIGURE));
  EXPECT_EQ(manager_->state(), "unconfigured");
}

TEST_F(ServedNode, TellsItsStatesAndTransitions) {
  const auto states = manager_->ask<GetAvailableStates>("/served/get_available_states");
  ASSERT_EQ(states.available_states.size(), 11u);
  EXPECT_EQ(states.available_states[4].label, "finalized");
  EXPECT_EQ(states.available_states[5].id, StateMsg::TRANSITION_STATE_CONFIGURING);
  EXPECT_THAT(
      manager_->transitions("/served/get_available_transitions"),
      ElementsAre("1configure:unconfigured>configuring", "5shutdown:unconfigured>shuttingdown"));
  const auto graph = manager_->transitions("/served/get_transition_graph");
  EXPECT_EQ(graph.size(), 25u);
  EXPECT_THAT(graph, IsSupersetOf({"3activate:inactive>activating",
                                   "61transition_failure:errorprocessing>finalized"}));
}

TEST_F(ServedNode, TellsEveryTransitionToPeers) {
  std::promise<std::vector<std::string>> promise;
  std::vector<std::string> steps;
  auto subscription = manager_->node().create_subscription<Event>("/served/transition_event", 10,
                                                                  [&](const Event& event) {
                                                                    steps.push_back(step(event));
                                                                    if (steps.size() == 4)
                                                                      promise.set_value(steps);
                                                                  });
  while (node_->count_subscribers("~/transition_event") == 0) {
    auto event = node_->get_graph_event();
    if (node_->count_subscribers("~/transition_event") == 0) {
      node_->wait_for_graph_change(event, 1s);
    }
  }
  EXPECT_TRUE(manager_->change(TransitionMsg::TRANSITION_CONFIGURE));
  EXPECT_TRUE(manager_->change(TransitionMsg::TRANSITION_ACTIVATE));
  auto told = promise.get_future();
  ASSERT_EQ(told.wait_for(30s), std::future_status::ready);
  EXPECT_THAT(told.get(), ElementsAre("unconfigured>configuring", "configuring>inactive",
                                      "inactive>activating", "activating>active"));
}

TEST_F(ServedNode, WithoutItsInterfaceServesNothingAndStillTells) {
  auto silent = std::make_shared<LifecycleNode>("silent", small(), false);
  EXPECT_EQ(node_->count_services("/served/change_state"), 1u);
  for (const char* service : {"change_state", "get_state", "get_available_states",
                              "get_available_transitions", "get_transition_graph"}) {
    EXPECT_EQ(silent->count_services(std::string("~/") + service), 0u) << service;
  }
  EXPECT_EQ(silent->count_publishers("~/transition_event"), 1u);
}

TEST_F(ServedNode, MayEndInTheCallbackOfItsShutdown) {
  COVERS("rclcpp_lifecycle::LifecycleNode", "register_on_shutdown");
  std::promise<void> ended;
  std::weak_ptr<LifecycleNode> weak = node_;
  node_->register_on_shutdown([&](const State&) {
    node_.reset();
    ended.set_value();
    return Return::SUCCESS;
  });
  auto client = manager_->node().create_client<ChangeState>("/served/change_state");
  ASSERT_TRUE(client->wait_for_service(30s));
  auto request = std::make_shared<ChangeState::Request>();
  request->transition.label = "shutdown";
  auto future = client->async_send_request(request);
  ASSERT_EQ(ended.get_future().wait_for(30s), std::future_status::ready);
  EXPECT_TRUE(weak.expired());
}

}  // namespace
}  // namespace managed
