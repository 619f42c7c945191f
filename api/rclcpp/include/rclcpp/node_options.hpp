// Options of a node.
#ifndef RCLCPP__NODE_OPTIONS_HPP_
#define RCLCPP__NODE_OPTIONS_HPP_

#include <memory>
#include <string>
#include <vector>

#include "rclcpp/context.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/detail/endpoint_options.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/macros.hpp"
#include "rcutils/allocator.h"

namespace rclcpp
{

#define RCLCPP_NODE_OPTION(type, name) \
public: \
  const type & name() const {return name ## _;} \
  NodeOptions & name(const type & value); \
\
private: \
  type name ## _;

/// Each option is read by `name()` and set by `name(value)`, which chains.
class RCLCPP_PUBLIC NodeOptions
{
  RCLCPP_NODE_OPTION(Context::SharedPtr, context)
  /// Extra command-line arguments for this node alone.
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
  /// Values that win over those of the command line.
  RCLCPP_NODE_OPTION(std::vector<Parameter>, parameter_overrides)

public:
  std::vector<Parameter> & parameter_overrides() {return parameter_overrides_;}

  RCLCPP_NODE_OPTION(bool, allow_undeclared_parameters)
  RCLCPP_NODE_OPTION(bool, automatically_declare_parameters_from_overrides)
  /// Accepted for compatibility: the runtime allocates by itself.
  RCLCPP_NODE_OPTION(rcutils_allocator_t, allocator)

public:
  RCLCPP_SMART_PTR_DEFINITIONS(NodeOptions)

  // Out of line: every user's file would compile them otherwise.
  NodeOptions();
  NodeOptions(const NodeOptions & other);
  NodeOptions & operator=(const NodeOptions & other);
  ~NodeOptions();

  template<typename ParameterT>
  NodeOptions & append_parameter_override(const std::string & name, const ParameterT & value)
  {
    return append_parameter_override(name, Parameter(name, value).get_parameter_value());
  }

  NodeOptions & append_parameter_override(const std::string & name, const ParameterValue & value);

  /// The part of the options that rcl's node takes, as NodeBase's constructor
  /// wants it; valid until the next change of these options.
  const rcl_node_options_t * get_rcl_node_options() const;

  /// Unset: pairs of one process do not use DDS. False: they do. True: as unset.
  bool use_intra_process_comms() const {return use_intra_process_comms_;}
  NodeOptions & use_intra_process_comms(bool value)
  {
    use_intra_process_comms_ = value;
    return *this;
  }

private:
  bool use_intra_process_comms_ = true;
  mutable std::shared_ptr<const rcl_node_options_t> rcl_options_;
};

#undef RCLCPP_NODE_OPTION

}  // namespace rclcpp
#endif  // RCLCPP__NODE_OPTIONS_HPP_
