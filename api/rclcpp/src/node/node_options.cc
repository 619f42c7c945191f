#include "rclcpp/node_options.hpp"

namespace rclcpp
{
NodeOptions::NodeOptions() = default;
NodeOptions::NodeOptions(rcutils_allocator_t allocator)
: NodeOptions() {allocator_ = allocator;}
NodeOptions::NodeOptions(const NodeOptions & other) = default;
NodeOptions & NodeOptions::operator=(const NodeOptions & other) = default;
NodeOptions::~NodeOptions() = default;

const rcl_node_options_t * NodeOptions::get_rcl_node_options() const
{
  struct Made
  {
    std::vector<std::string> arguments;
    rcl_node_options_t options;
  };
  if (!rcl_options_) {
    auto made = std::make_shared<Made>();
    made->arguments = arguments_;
    made->options = {
      use_global_arguments_, {&made->arguments}, enable_rosout_,
      rosout_qos_.get_rmw_qos_profile()};
    rcl_options_ = std::shared_ptr<const rcl_node_options_t>(made, &made->options);
  }
  return rcl_options_.get();
}

NodeOptions & NodeOptions::append_parameter_override(
  const std::string & name, const ParameterValue & value)
{
  return append_parameter_override(Parameter(name, value));
}
NodeOptions & NodeOptions::append_parameter_override(const Parameter & parameter)
{
  parameter_overrides_.push_back(parameter);
  return *this;
}

}  // namespace rclcpp
