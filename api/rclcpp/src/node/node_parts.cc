// The small parts of a node.
#include "core/core_edge.hpp"
#include "core/denied.hpp"
#include "ranvier/proto/describe/loggers.h"
#include "ranvier/proto/describe/types.h"
#include "rcl/node.h"
#include "rclcpp/client.hpp"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node_interfaces/node_clock.hpp"
#include "rclcpp/node_interfaces/node_logging.hpp"
#include "rclcpp/node_interfaces/node_services.hpp"
#include "rclcpp/node_interfaces/node_time_source.hpp"
#include "rclcpp/node_interfaces/node_timers.hpp"
#include "rclcpp/node_interfaces/node_topics.hpp"
#include "rclcpp/node_interfaces/node_type_descriptions.hpp"
#include "rclcpp/publisher_factory.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_factory.hpp"
#include "rclcpp/timer.hpp"
#include "time/sim_time.hpp"

namespace rclcpp::node_interfaces
{
namespace
{

using detail::check_given;
using detail::given;

constexpr const char * kTypeDescriptions = "start_type_description_service";

CallbackGroup & group_of(NodeBaseInterface & node, const CallbackGroup::SharedPtr & group)
{
  return group ? *group : *node.get_default_callback_group();
}

}  // namespace

NodeClock::NodeClock(
  NodeBaseInterface::SharedPtr, NodeTopicsInterface::SharedPtr, NodeGraphInterface::SharedPtr,
  NodeServicesInterface::SharedPtr, NodeLoggingInterface::SharedPtr, rcl_clock_type_t clock_type)
: clock_(std::make_shared<Clock>(clock_type)) {}
NodeClock::~NodeClock() = default;
Clock::SharedPtr NodeClock::get_clock() {return clock_;}
Clock::ConstSharedPtr NodeClock::get_clock() const {return clock_;}

NodeLogging::NodeLogging(NodeBaseInterface::SharedPtr node_base)
: node_base_(std::move(node_base)),
  logger_(rclcpp::get_logger(given(node_base_, "NodeLogging()", "node_base").core()->logger_name())) {}
NodeLogging::~NodeLogging() = default;
Logger NodeLogging::get_logger() const {return logger_;}
const char * NodeLogging::get_logger_name() const {return logger_.get_name();}
void NodeLogging::create_logger_services(NodeServicesInterface::SharedPtr node_services)
{
  services_.clear();
  check_given(node_services, "create_logger_services()", "node_services");
  for (auto & service : ranvier::logger_services()) {
    detail::make_unless_denied(
      [&] {
        services_.push_back(detail::serve(*node_base_, std::move(service), ServicesQoS()));
        node_services->add_service(services_.back(), nullptr);
      });
  }
}

}  // namespace rclcpp::node_interfaces

rclcpp::Logger rclcpp::get_node_logger(const rcl_node_s * node)
{
  if (node == nullptr || node->impl == nullptr) {
    const Logger none = get_logger("rclcpp");
    RCLCPP_ERROR(
      none, "a logger was asked for of a node that is null: give the handle of "
      "NodeBaseInterface::get_rcl_node_handle()");
    return none;
  }
  return get_logger(rcl_node_get_logger_name(node));
}

namespace rclcpp::node_interfaces
{

NodeServices::NodeServices(NodeBaseInterface * node_base)
: node_base_(&given(node_base, "NodeServices()", "node_base")) {}
NodeServices::~NodeServices() = default;
void NodeServices::add_client(std::shared_ptr<ClientBase> client, CallbackGroup::SharedPtr group)
{
  check_given(client, "NodeServices::add_client()", "client");
  detail::check_group(*node_base_, group, "client");
  group_of(*node_base_, group).add(client);
}
void NodeServices::add_service(
  std::shared_ptr<ServiceBase> service, CallbackGroup::SharedPtr group)
{
  check_given(service, "NodeServices::add_service()", "service");
  detail::check_group(*node_base_, group, "service");
  group_of(*node_base_, group).add(service);
}
std::string NodeServices::resolve_service_name(const std::string & name, bool only_expand) const
{
  return node_base_->resolve_topic_or_service_name(name, true, only_expand);
}

NodeTimers::NodeTimers(NodeBaseInterface * node_base)
: node_base_(&given(node_base, "NodeTimers()", "node_base")) {}
NodeTimers::~NodeTimers() = default;
void NodeTimers::add_timer(std::shared_ptr<TimerBase> timer, CallbackGroup::SharedPtr group)
{
  check_given(timer, "NodeTimers::add_timer()", "timer");
  detail::check_group(*node_base_, group, "timer");
  timer->add_to(*node_base_, group.get());
  group_of(*node_base_, group).add(timer);
}

NodeTopics::NodeTopics(NodeBaseInterface * node_base, NodeTimersInterface * node_timers)
: node_base_(&given(node_base, "NodeTopics()", "node_base")), node_timers_(node_timers) {}
NodeTopics::~NodeTopics() = default;
std::shared_ptr<PublisherBase> NodeTopics::create_publisher(
  const std::string & topic_name, const PublisherFactory & publisher_factory, const QoS & qos)
{
  detail::check_callback(publisher_factory.create_typed_publisher, "NodeTopics::create_publisher()");
  return publisher_factory.create_typed_publisher(node_base_, topic_name, qos);
}
std::shared_ptr<SubscriptionBase> NodeTopics::create_subscription(
  const std::string & topic_name, const SubscriptionFactory & subscription_factory,
  const QoS & qos)
{
  detail::check_callback(
    subscription_factory.create_typed_subscription, "NodeTopics::create_subscription()");
  return subscription_factory.create_typed_subscription(node_base_, topic_name, qos);
}
void NodeTopics::add_publisher(
  std::shared_ptr<PublisherBase> publisher, CallbackGroup::SharedPtr callback_group)
{
  check_given(publisher, "NodeTopics::add_publisher()", "publisher");
  detail::check_group(*node_base_, callback_group, "publisher");
}
void NodeTopics::add_subscription(
  std::shared_ptr<SubscriptionBase> subscription, CallbackGroup::SharedPtr callback_group)
{
  check_given(subscription, "NodeTopics::add_subscription()", "subscription");
  detail::check_group(*node_base_, callback_group, "subscription");
  group_of(*node_base_, callback_group).add(subscription);
}
NodeBaseInterface * NodeTopics::get_node_base_interface() const {return node_base_;}
NodeTimersInterface * NodeTopics::get_node_timers_interface() const {return node_timers_;}
std::string NodeTopics::resolve_topic_name(const std::string & name, bool only_expand) const
{
  return node_base_->resolve_topic_or_service_name(name, false, only_expand);
}

NodeTypeDescriptions::NodeTypeDescriptions(
  NodeBaseInterface::SharedPtr node_base, NodeLoggingInterface::SharedPtr,
  NodeParametersInterface::SharedPtr node_parameters,
  NodeServicesInterface::SharedPtr node_services)
: node_base_(std::move(node_base))
{
  constexpr const char * kMaker = "NodeTypeDescriptions()";
  check_given(node_base_, kMaker, "node_base");
  check_given(node_services, kMaker, "node_services");
  if (!given(node_parameters, kMaker, "node_parameters").has_parameter(kTypeDescriptions)) {
    rcl_interfaces::msg::ParameterDescriptor descriptor;
    descriptor.description = "Start the ~/get_type_description service for this node.";
    descriptor.read_only = true;
    node_parameters->declare_parameter(kTypeDescriptions, ParameterValue(true), descriptor);
  }
  // One of the overrides may have declared it, with any type.
  const Parameter start = node_parameters->get_parameter(kTypeDescriptions);
  if (start.get_type() != ParameterType::PARAMETER_BOOL) {
    throw exceptions::InvalidParameterTypeException(
            kTypeDescriptions,
            "expected [bool] got [" + to_string(start.get_type()) + "]: set it to true or false");
  }
  if (!start.as_bool()) {return;}
  detail::make_unless_denied(
    [&] {
      service_ = detail::serve(*node_base_, ranvier::type_description_service(), ServicesQoS());
      node_services->add_service(service_, nullptr);
    });
}
NodeTypeDescriptions::~NodeTypeDescriptions() = default;

struct NodeTimeSource::Impl
{
  const NodeBaseInterface::SharedPtr node_base;
  const NodeParametersInterface::SharedPtr node_parameters;
  const Clock::SharedPtr clock;
  const std::unique_ptr<ranvier::SimTime> sim_time;
  const std::unique_ptr<ranvier::GraphPresence> events = detail::show_parameter_events(*node_base);
};

NodeTimeSource::NodeTimeSource(
  NodeBaseInterface::SharedPtr node_base, NodeTopicsInterface::SharedPtr,
  NodeGraphInterface::SharedPtr, NodeServicesInterface::SharedPtr,
  NodeLoggingInterface::SharedPtr, NodeClockInterface::SharedPtr node_clock,
  NodeParametersInterface::SharedPtr node_parameters, const QoS & qos, bool use_clock_thread)
: impl_(new Impl{
    node_base, node_parameters, given(node_clock, "NodeTimeSource()", "node_clock").get_clock(),
    detail::follow_clock(
      given(node_base, "NodeTimeSource()", "node_base"),
      given(node_parameters, "NodeTimeSource()", "node_parameters"), *node_clock->get_clock(), qos,
      use_clock_thread)}) {}
NodeTimeSource::~NodeTimeSource() = default;

}  // namespace rclcpp::node_interfaces
