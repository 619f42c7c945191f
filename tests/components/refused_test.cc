// Classes that are no nodes, or hide it, in each container.
#include <gmock/gmock.h>

#include "containers.hpp"
#include "rclcpp_components/component_manager_isolated.hpp"

namespace {

using rclcpp::Parameter;
using rclcpp_components::ComponentManager;
using rclcpp_components::ComponentManagerIsolated;
using testing::ElementsAre;
using testing::IsEmpty;

/// The three containers that programs are made of.
template <class Manager>
class EveryContainerTest : public ContainerTest {
 protected:
  EveryContainerTest() {
    init();
    manager_ = std::make_shared<Manager>(share());
    executor_->add_node(manager_);
    client_ = node("client");
  }
  std::string reason(const composition_interfaces::srv::LoadNode::Request& request) {
    const auto answer = load(request);
    EXPECT_FALSE(answer.success);
    EXPECT_EQ(answer.unique_id, 0u);
    EXPECT_EQ(answer.full_node_name, "");
    EXPECT_THAT(list().unique_ids, IsEmpty());
    return answer.error_message;
  }
};
using EveryContainer =
    testing::Types<ComponentManager, ComponentManagerIsolated<>,
                   ComponentManagerIsolated<rclcpp::executors::MultiThreadedExecutor>>;
TYPED_TEST_SUITE(EveryContainerTest, EveryContainer);

TYPED_TEST(EveryContainerTest, AClassThatIsNoNodeIsRefusedWithTheReason) {
  auto asked = this->request("Homeless");
  EXPECT_EQ(this->reason(asked),
            "Component has no base interface: its get_node_base_interface() returned null, and "
            "must return that of a node");
  asked.parameters = {Parameter("gives", "text").to_parameter_msg()};
  EXPECT_EQ(this->reason(asked),
            "Component's get_node_base_interface() threw an exception: no home");
  asked.parameters = {Parameter("gives", "int").to_parameter_msg()};
  EXPECT_EQ(this->reason(asked), "Component's get_node_base_interface() threw an exception");
  EXPECT_EQ(this->reason(this->request("NoNodeFactory")),
            "Component factory gave no node: its create_node_instance() must return one");
  EXPECT_EQ(this->reason(this->request("ThrowingFactory")), "an exception without a message");
  asked = this->request("Thrower");
  EXPECT_EQ(this->reason(asked), "Component constructor threw an exception: no animal");
  asked.parameters = {Parameter("int", true).to_parameter_msg()};
  EXPECT_EQ(this->reason(asked), "Component constructor threw an exception");
  EXPECT_FALSE(this->unload(1).success) << "nothing of it is there";
  EXPECT_TRUE(this->load(this->request("Echo")).success) << "it goes on after all this";
}

TYPED_TEST(EveryContainerTest, ANodeThatDoesNotShowItsBaseAgainIsUnloadedAllTheSame) {
  const auto loaded = this->load(this->request("Fleeting"));
  ASSERT_TRUE(loaded.success) << loaded.error_message;
  EXPECT_EQ(loaded.full_node_name, "/fleeting");
  EXPECT_THAT(this->list().full_node_names, ElementsAre("/fleeting"));
  EXPECT_TRUE(this->unload(loaded.unique_id).success);
  EXPECT_THAT(this->list().unique_ids, IsEmpty());
}

}  // namespace
