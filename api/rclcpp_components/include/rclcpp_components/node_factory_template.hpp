// The factory of a class that is made from NodeOptions.
#ifndef RCLCPP_COMPONENTS__NODE_FACTORY_TEMPLATE_HPP__
#define RCLCPP_COMPONENTS__NODE_FACTORY_TEMPLATE_HPP__

#include <memory>

#include "rclcpp_components/node_factory.hpp"

namespace rclcpp_components
{

/// NodeT has a constructor for `const rclcpp::NodeOptions &` and a function
/// get_node_base_interface(); it need not be an rclcpp::Node.
template<typename NodeT>
class NodeFactoryTemplate : public NodeFactory
{
public:
  NodeFactoryTemplate() = default;
  ~NodeFactoryTemplate() override = default;

  NodeInstanceWrapper create_node_instance(const rclcpp::NodeOptions & options) override
  {
    return {
      std::make_shared<NodeT>(options),
      [](const std::shared_ptr<void> & node) {
        return static_cast<NodeT *>(node.get())->get_node_base_interface();
      }};
  }
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__NODE_FACTORY_TEMPLATE_HPP__
