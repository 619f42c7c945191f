// What containers of users call and derive from, without the services.
#include <gmock/gmock.h>

#include <fstream>

#include "class_loader/class_loader.hpp"
#include "covers.h"
#include "rclcpp_components/component_manager.hpp"
#include "rclcpp_components/node_factory_template.hpp"
#include "rclcpp_components/visibility_control.hpp"
#include "running.hpp"

namespace own {

class Inside : public rclcpp::Node {
 public:
  explicit Inside(const rclcpp::NodeOptions& options) : Node("inside", options) {}
};

}  // namespace own

namespace {

using rclcpp_components::ComponentManager;
using rclcpp_components::ComponentManagerException;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class ContainerNamesTest : public Running {
 protected:
  ContainerNamesTest() {
    init();
    prefix_ = testing::TempDir() + "ranvier_container_" + std::to_string(::getpid());
    const auto index =
        std::filesystem::path(prefix_) / "share/ament_index/resource_index/rclcpp_components";
    std::filesystem::create_directories(index);
    std::ofstream(index / "zoo") << "zoo::Echo;" << TEST_COMPONENTS << "\nzoo::Far;lib/far.so\n";
    ::setenv("AMENT_PREFIX_PATH", prefix_.c_str(), 1);
  }
  ~ContainerNamesTest() override { std::filesystem::remove_all(prefix_); }

  std::string prefix_;
};

TEST_F(ContainerNamesTest, ClassesOfAPackageAreFoundAndMade) {
  COVERS("rclcpp_components::ComponentManager", "ComponentResource", "get_component_resources",
         "create_component_factory");
  COVERS("rclcpp_components::ComponentManagerException");
  COVERS("rclcpp_components::NodeFactory", "create_node_instance");
  COVERS("rclcpp_components::NodeInstanceWrapper", "NodeBaseInterfaceGetter", "get_node_instance",
         "get_node_base_interface");
  const auto manager = std::make_shared<ComponentManager>();
  const std::vector<ComponentManager::ComponentResource> found =
      manager->get_component_resources("zoo");
  EXPECT_THAT(found, ElementsAre(Pair("zoo::Echo", TEST_COMPONENTS),
                                 Pair("zoo::Far", prefix_ + "/lib/far.so")));
  EXPECT_THROW(manager->get_component_resources("nowhere"), ComponentManagerException);
  const std::shared_ptr<rclcpp_components::NodeFactory> factory =
      manager->create_component_factory(found[0]);
  ASSERT_NE(factory, nullptr);
  rclcpp_components::NodeInstanceWrapper made =
      factory->create_node_instance(rclcpp::NodeOptions());
  EXPECT_NE(made.get_node_instance(), nullptr);
  EXPECT_STREQ(made.get_node_base_interface()->get_name(), "echo");
  EXPECT_EQ(manager->create_component_factory({"zoo::None", TEST_COMPONENTS}), nullptr);
  try {
    manager->create_component_factory(found[1]);
    FAIL() << "there is no such library";
  } catch (const ComponentManagerException& error) {
    EXPECT_THAT(error.what(), HasSubstr("lib/far.so"));
  }
  const rclcpp_components::NodeInstanceWrapper::NodeBaseInterfaceGetter base_of =
      [](const std::shared_ptr<void>& node) {
        return std::static_pointer_cast<rclcpp::Node>(node)->get_node_base_interface();
      };
  const auto alone = std::make_shared<rclcpp::Node>("alone");
  rclcpp_components::NodeInstanceWrapper wrapper(alone, base_of);
  EXPECT_EQ(wrapper.get_node_instance(), alone);
  EXPECT_EQ(wrapper.get_node_base_interface(), alone->get_node_base_interface());
}

TEST_F(ContainerNamesTest, AFactoryMakesNodesOfItsClass) {
  COVERS("rclcpp_components::NodeFactoryTemplate", "create_node_instance");
  rclcpp_components::NodeFactoryTemplate<own::Inside> factory;
  auto made = factory.create_node_instance(
      rclcpp::NodeOptions().arguments({"--ros-args", "-r", "__node:=renamed"}));
  EXPECT_STREQ(made.get_node_base_interface()->get_name(), "renamed");
}

TEST_F(ContainerNamesTest, NodesRunOnTheExecutorThatIsSet) {
  COVERS("rclcpp_components::ComponentManager", "set_executor", "LoadNode", "UnloadNode",
         "ListNodes");
  const auto manager = std::make_shared<ComponentManager>();
  executor_->add_node(manager);
  const auto apart = std::make_shared<rclcpp::executors::SingleThreadedExecutor>();
  manager->set_executor(apart);
  const auto client = node("client");
  ComponentManager::LoadNode::Request load;
  load.package_name = "zoo";
  load.plugin_name = "zoo::Echo";
  const std::string services = "/ComponentManager/_container/";
  const auto loaded = ask<ComponentManager::LoadNode>(client, services + "load_node", load);
  ASSERT_TRUE(loaded.success) << loaded.error_message;
  const auto groups = apart->get_automatically_added_callback_groups_from_nodes();
  EXPECT_FALSE(groups.empty()) << "the node is on that executor";
  const ComponentManager::ListNodes::Request nothing;
  EXPECT_THAT(ask<ComponentManager::ListNodes>(client, services + "list_nodes", nothing).unique_ids,
              ElementsAre(loaded.unique_id));
  ComponentManager::UnloadNode::Request unload;
  unload.unique_id = loaded.unique_id;
  EXPECT_TRUE(ask<ComponentManager::UnloadNode>(client, services + "unload_node", unload).success);
}

TEST_F(ContainerNamesTest, ALibraryHasTheClassesThatItRegisters) {
  COVERS("(macros)", "RCLCPP_COMPONENTS_REGISTER_NODE");
  class_loader::ClassLoader library(TEST_COMPONENTS);
  const auto classes = library.getAvailableClasses<rclcpp_components::NodeFactory>();
  // components.cc: RCLCPP_COMPONENTS_REGISTER_NODE(zoo::Echo)
  EXPECT_THAT(classes, Contains("rclcpp_components::NodeFactoryTemplate<zoo::Echo>"));
}

// Functions that such a library shows, hides or takes from another.
RCLCPP_COMPONENTS_EXPORT int exported() { return 1; }
RCLCPP_COMPONENTS_IMPORT int imported() { return 2; }
RCLCPP_COMPONENTS_PUBLIC int shown() { return 3; }
RCLCPP_COMPONENTS_LOCAL int hidden() { return 4; }
class RCLCPP_COMPONENTS_PUBLIC_TYPE Type {};

#define TEXT_OF(...) #__VA_ARGS__
#define TEXT(...) TEXT_OF(__VA_ARGS__)

TEST(ComponentMacrosTest, VisibilityIsThatOfTheCompiler) {
  COVERS("(macros)", "RCLCPP_COMPONENTS_EXPORT", "RCLCPP_COMPONENTS_IMPORT",
         "RCLCPP_COMPONENTS_PUBLIC", "RCLCPP_COMPONENTS_LOCAL", "RCLCPP_COMPONENTS_PUBLIC_TYPE");
  EXPECT_EQ(exported() + imported() + shown() + hidden(), 10);
  static_assert(std::is_class<Type>::value);
  EXPECT_STREQ(TEXT(RCLCPP_COMPONENTS_EXPORT), "__attribute__((visibility(\"default\")))");
  EXPECT_STREQ(TEXT(RCLCPP_COMPONENTS_PUBLIC), TEXT(RCLCPP_COMPONENTS_EXPORT));
  EXPECT_STREQ(TEXT(RCLCPP_COMPONENTS_LOCAL), "__attribute__((visibility(\"hidden\")))");
  EXPECT_STREQ(TEXT(RCLCPP_COMPONENTS_IMPORT) TEXT(RCLCPP_COMPONENTS_PUBLIC_TYPE), "");
}

}  // namespace
