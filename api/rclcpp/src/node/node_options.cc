#include "rclcpp/node_options.hpp"

namespace rclcpp
{
NodeOptions::NodeOptions()
: context_(contexts::get_global_default_context()),
  use_global_arguments_(true),
  enable_rosout_(true),
  enable_topic_statistics_(false),
  start_parameter_services_(true),
  start_parameter_event_publisher_(true),
  enable_logger_service_(false),
  clock_type_(RCL_ROS_TIME),
  clock_qos_(ClockQoS()),
  use_clock_thread_(true),
  parameter_event_qos_(ParameterEventsQoS()),
  rosout_qos_(RosoutQoS()),
  allow_undeclared_parameters_(false),
  automatically_declare_parameters_from_overrides_(false),
  allocator_(rcutils_get_default_allocator()) {}

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

#define RCLCPP_NODE_OPTION(type, name) \
  NodeOptions & NodeOptions::name(const type & value) \
  { \
    name ## _ = value; \
    rcl_options_.reset(); \
    return *this; \
  }

RCLCPP_NODE_OPTION(Context::SharedPtr, context)
RCLCPP_NODE_OPTION(std::vector<std::string>, arguments)
RCLCPP_NODE_OPTION(bool, use_global_arguments)
RCLCPP_NODE_OPTION(bool, enable_rosout)
RCLCPP_NODE_OPTION(bool, enable_topic_statistics)
RCLCPP_NODE_OPTION(bool, start_parameter_services)
RCLCPP_NODE_OPTION(bool, start_parameter_event_publisher)
RCLCPP_NODE_OPTION(bool, enable_logger_service)
RCLCPP_NODE_OPTION(rcl_clock_type_t, clock_type)
RCLCPP_NODE_OPTION(QoS, clock_qos)
RCLCPP_NODE_OPTION(bool, use_clock_thread)
RCLCPP_NODE_OPTION(QoS, parameter_event_qos)
RCLCPP_NODE_OPTION(QoS, rosout_qos)
RCLCPP_NODE_OPTION(PublisherOptionsBase, parameter_event_publisher_options)
RCLCPP_NODE_OPTION(std::vector<Parameter>, parameter_overrides)
RCLCPP_NODE_OPTION(bool, allow_undeclared_parameters)
RCLCPP_NODE_OPTION(bool, automatically_declare_parameters_from_overrides)
RCLCPP_NODE_OPTION(rcutils_allocator_t, allocator)

#undef RCLCPP_NODE_OPTION

}  // namespace rclcpp
