// A class that is a node without being rclcpp::Node: it makes its parts itself,
// in the order and with the arguments that lifecycle nodes have in the field.
#ifndef OWN_NODE_HPP_
#define OWN_NODE_HPP_

#include <memory>
#include <string>

#include "rclcpp/node_interfaces/node_base.hpp"
#include "rclcpp/node_interfaces/node_clock.hpp"
#include "rclcpp/node_interfaces/node_graph.hpp"
#include "rclcpp/node_interfaces/node_logging.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"
#include "rclcpp/node_interfaces/node_services.hpp"
#include "rclcpp/node_interfaces/node_time_source.hpp"
#include "rclcpp/node_interfaces/node_timers.hpp"
#include "rclcpp/node_interfaces/node_topics.hpp"
#include "rclcpp/node_interfaces/node_type_descriptions.hpp"
#include "rclcpp/node_interfaces/node_waitables.hpp"
#include "rclcpp/rclcpp.hpp"

class OwnNode {
 public:
  using Ptr = std::shared_ptr<OwnNode>;
  template <class T>
  using Part = std::shared_ptr<T>;

  explicit OwnNode(const std::string& name, const std::string& space = "",
                   const rclcpp::NodeOptions& options = rclcpp::NodeOptions(),
                   rclcpp::CallbackGroup::SharedPtr group = nullptr)
      : base_(new rclcpp::node_interfaces::NodeBase(
            name, space, options.context(), *(options.get_rcl_node_options()),
            options.use_intra_process_comms(), options.enable_topic_statistics(), group)),
        graph_(new rclcpp::node_interfaces::NodeGraph(base_.get())),
        logging_(new rclcpp::node_interfaces::NodeLogging(base_)),
        timers_(new rclcpp::node_interfaces::NodeTimers(base_.get())),
        topics_(new rclcpp::node_interfaces::NodeTopics(base_.get(), timers_.get())),
        services_(new rclcpp::node_interfaces::NodeServices(base_.get())),
        clock_(new rclcpp::node_interfaces::NodeClock(base_, topics_, graph_, services_, logging_,
                                                      options.clock_type())),
        parameters_(new rclcpp::node_interfaces::NodeParameters(
            base_, logging_, topics_, services_, clock_, options.parameter_overrides(),
            options.start_parameter_services(), options.start_parameter_event_publisher(),
            options.parameter_event_qos(), options.parameter_event_publisher_options(),
            options.allow_undeclared_parameters(),
            options.automatically_declare_parameters_from_overrides())),
        time_source_(new rclcpp::node_interfaces::NodeTimeSource(
            base_, topics_, graph_, services_, logging_, clock_, parameters_, options.clock_qos(),
            options.use_clock_thread())),
        type_descriptions_(new rclcpp::node_interfaces::NodeTypeDescriptions(
            base_, logging_, parameters_, services_)),
        waitables_(new rclcpp::node_interfaces::NodeWaitables(base_.get())) {}

  Part<rclcpp::node_interfaces::NodeBaseInterface> get_node_base_interface() { return base_; }
  Part<rclcpp::node_interfaces::NodeClockInterface> get_node_clock_interface() { return clock_; }
  Part<rclcpp::node_interfaces::NodeGraphInterface> get_node_graph_interface() { return graph_; }
  Part<rclcpp::node_interfaces::NodeLoggingInterface> get_node_logging_interface() {
    return logging_;
  }
  Part<rclcpp::node_interfaces::NodeParametersInterface> get_node_parameters_interface() {
    return parameters_;
  }
  Part<rclcpp::node_interfaces::NodeServicesInterface> get_node_services_interface() {
    return services_;
  }
  Part<rclcpp::node_interfaces::NodeTimeSourceInterface> get_node_time_source_interface() {
    return time_source_;
  }
  Part<rclcpp::node_interfaces::NodeTimersInterface> get_node_timers_interface() { return timers_; }
  Part<rclcpp::node_interfaces::NodeTopicsInterface> get_node_topics_interface() { return topics_; }
  Part<rclcpp::node_interfaces::NodeTypeDescriptionsInterface>
  get_node_type_descriptions_interface() {
    return type_descriptions_;
  }
  Part<rclcpp::node_interfaces::NodeWaitablesInterface> get_node_waitables_interface() {
    return waitables_;
  }

 private:
  Part<rclcpp::node_interfaces::NodeBaseInterface> base_;
  Part<rclcpp::node_interfaces::NodeGraphInterface> graph_;
  Part<rclcpp::node_interfaces::NodeLoggingInterface> logging_;
  Part<rclcpp::node_interfaces::NodeTimersInterface> timers_;
  Part<rclcpp::node_interfaces::NodeTopicsInterface> topics_;
  Part<rclcpp::node_interfaces::NodeServicesInterface> services_;
  Part<rclcpp::node_interfaces::NodeClockInterface> clock_;
  Part<rclcpp::node_interfaces::NodeParametersInterface> parameters_;
  Part<rclcpp::node_interfaces::NodeTimeSourceInterface> time_source_;
  Part<rclcpp::node_interfaces::NodeTypeDescriptionsInterface> type_descriptions_;
  Part<rclcpp::node_interfaces::NodeWaitablesInterface> waitables_;
};

#endif  // OWN_NODE_HPP_
