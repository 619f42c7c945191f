// The parts of a node as interfaces, but for NodeBaseInterface and
// NodeParametersInterface. In one file, as rclcpp.hpp needs all of them; each
// has its own header's name beside this folder.
#ifndef RCLCPP__NODE_INTERFACES__DETAIL__INTERFACES_HPP_
#define RCLCPP__NODE_INTERFACES__DETAIL__INTERFACES_HPP_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "rcl_interfaces/msg/detail/list_parameters_result__struct.hpp"
#include "rcl_interfaces/msg/detail/parameter_descriptor__struct.hpp"
#include "rcl_interfaces/msg/detail/set_parameters_result__struct.hpp"
#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/waitable.hpp"
#include "rmw/types.h"
#include "rosidl_runtime_c/type_hash.h"

namespace rclcpp
{
namespace detail
{
/// What a parameter has that is declared without one. A function, not a
/// temporary in default arguments, as those are compiled by every user's file.
RCLCPP_PUBLIC const rcl_interfaces::msg::ParameterDescriptor & no_descriptor();
}  // namespace detail

namespace node_interfaces
{

/// Each keeps its callback in force while it lives.
struct PreSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(PreSetParametersCallbackHandle)
  using PreSetParametersCallbackType = std::function<void (std::vector<rclcpp::Parameter> &)>;
  PreSetParametersCallbackType callback;
};

struct OnSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(OnSetParametersCallbackHandle)
  using OnSetParametersCallbackType =
    std::function<rcl_interfaces::msg::SetParametersResult(
        const std::vector<rclcpp::Parameter> &)>;
  using OnParametersSetCallbackType = OnSetParametersCallbackType;
  OnSetParametersCallbackType callback;
};

struct PostSetParametersCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(PostSetParametersCallbackHandle)
  using PostSetParametersCallbackType =
    std::function<void (const std::vector<rclcpp::Parameter> &)>;
  PostSetParametersCallbackType callback;
};

/// Threads: all functions from any thread. Callbacks run on the thread that
/// declares or sets; from inside one no parameter can be declared, undeclared or
/// set (ParameterModifiedInCallbackException), but all can be read.
class RCLCPP_PUBLIC NodeParametersInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeParametersInterface)
  using PreSetParametersCallbackType =
    PreSetParametersCallbackHandle::PreSetParametersCallbackType;
  using OnSetParametersCallbackType = OnSetParametersCallbackHandle::OnSetParametersCallbackType;
  using PostSetParametersCallbackType =
    PostSetParametersCallbackHandle::PostSetParametersCallbackType;

  virtual ~NodeParametersInterface() = default;

  /// @return the value in force: an override, else the default.
  /// Throws ParameterAlreadyDeclaredException, InvalidParametersException (an
  /// empty name), InvalidParameterValueException (out of range or refused),
  /// InvalidParameterTypeException (an override of another type).
  virtual const ParameterValue & declare_parameter(
    const std::string & name, const ParameterValue & default_value,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
    detail::no_descriptor(),
    bool ignore_override = false) = 0;
  /// As above, of a type but without a default.
  virtual const ParameterValue & declare_parameter(
    const std::string & name, ParameterType type,
    const rcl_interfaces::msg::ParameterDescriptor & parameter_descriptor =
    detail::no_descriptor(),
    bool ignore_override = false) = 0;
  /// Throws ParameterNotDeclaredException, ParameterImmutableException (read
  /// only), InvalidParameterTypeException (statically typed).
  virtual void undeclare_parameter(const std::string & name) = 0;
  virtual bool has_parameter(const std::string & name) const = 0;  ///< Whether it is declared.

  /// Each on its own. Throws ParameterNotDeclaredException.
  virtual std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
    const std::vector<rclcpp::Parameter> & parameters) = 0;
  /// All or none.
  virtual rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
    const std::vector<rclcpp::Parameter> & parameters) = 0;

  /// Throws ParameterNotDeclaredException, ParameterUninitializedException.
  virtual std::vector<rclcpp::Parameter> get_parameters(
    const std::vector<std::string> & names) const = 0;
  /// Throws ParameterNotDeclaredException.
  virtual rclcpp::Parameter get_parameter(const std::string & name) const = 0;
  virtual bool get_parameter(const std::string & name, rclcpp::Parameter & parameter) const = 0;
  /// Those of "<prefix>.<rest>", by their rest.
  virtual bool get_parameters_by_prefix(
    const std::string & prefix, std::map<std::string, rclcpp::Parameter> & parameters) const = 0;

  virtual std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
    const std::vector<std::string> & names) const = 0;
  virtual std::vector<uint8_t> get_parameter_types(
    const std::vector<std::string> & names) const = 0;
  /// Names and prefixes below the given prefixes, at most `depth` dots deeper; 0
  /// is any depth.
  virtual rcl_interfaces::msg::ListParametersResult list_parameters(
    const std::vector<std::string> & prefixes, uint64_t depth) const = 0;

  virtual PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
    PreSetParametersCallbackType callback) = 0;
  virtual OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
    OnSetParametersCallbackType callback) = 0;
  virtual PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
    PostSetParametersCallbackType callback) = 0;
  /// Throw std::runtime_error if the callback is not there.
  virtual void remove_pre_set_parameters_callback(
    const PreSetParametersCallbackHandle * const handler) = 0;
  virtual void remove_on_set_parameters_callback(
    const OnSetParametersCallbackHandle * const handler) = 0;
  virtual void remove_post_set_parameters_callback(
    const PostSetParametersCallbackHandle * const handler) = 0;

  /// What options, files and arguments gave, for this node.
  virtual const std::map<std::string, ParameterValue> & get_parameter_overrides() const = 0;
};

}  // namespace node_interfaces
}  // namespace rclcpp

namespace rclcpp
{

class ClientBase;
class PublisherBase;
class ServiceBase;
class SubscriptionBase;
class TimerBase;
class Waitable;
struct PublisherFactory;
struct SubscriptionFactory;

/// A flag that one side sets and the other looks at.
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC Event
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Event)
  Event() = default;
  RCLCPP_DISABLE_COPY(Event)

  /// @return whether it was set before.
  bool set() {return state_.exchange(true);}
  bool check() {return state_.load();}  ///< Whether the graph changed since it was last cleared.
  bool check_and_clear() {return state_.exchange(false);}  ///< The same, and clears it.

private:
  std::atomic_bool state_{false};
};

/// Which end of a topic.
enum class EndpointType
{
  Invalid = 0,
  Publisher = 1,
  Subscription = 2,
};

/// A publisher or subscription of a topic, ours or a peer's.
/// Threads: a value.
class TopicEndpointInfo
{
public:
  using Gid = std::array<uint8_t, RMW_GID_STORAGE_SIZE>;

  TopicEndpointInfo(
    EndpointType endpoint_type, std::string node_name, std::string node_namespace,
    std::string topic_type, const rosidl_type_hash_t & topic_type_hash, const Gid & endpoint_gid,
    const QoS & qos_profile)
  : endpoint_type_(endpoint_type), node_name_(std::move(node_name)),
    node_namespace_(std::move(node_namespace)), topic_type_(std::move(topic_type)),
    topic_type_hash_(topic_type_hash), endpoint_gid_(endpoint_gid), qos_profile_(qos_profile) {}

  /// "_NODE_NAME_UNKNOWN_" for a peer that tells none.
  const std::string & node_name() const {return node_name_;}
  const std::string & node_namespace() const {return node_namespace_;}  ///< "/" if there is none.
  /// "std_msgs/msg/String".
  const std::string & topic_type() const {return topic_type_;}
  EndpointType endpoint_type() const {return endpoint_type_;}  ///< Which end.
  const Gid & endpoint_gid() const {return endpoint_gid_;}  ///< Of the endpoint in DDS.
  const QoS & qos_profile() const {return qos_profile_;}  ///< As far as it is on the wire.
  /// Version 0 and zeros for a peer that tells none.
  const rosidl_type_hash_t & topic_type_hash() const {return topic_type_hash_;}

private:
  EndpointType endpoint_type_;
  std::string node_name_;
  std::string node_namespace_;
  std::string topic_type_;
  rosidl_type_hash_t topic_type_hash_;
  Gid endpoint_gid_;
  QoS qos_profile_;
};

namespace node_interfaces
{

// Functions of all interfaces: from any thread.

/// The node's clock.
class RCLCPP_PUBLIC NodeClockInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeClockInterface)
  virtual ~NodeClockInterface() = default;
  /// The node's clock: it follows simulated time while use_sim_time is true.
  virtual Clock::SharedPtr get_clock() = 0;
  virtual Clock::ConstSharedPtr get_clock() const = 0;  ///< The same.
};

/// What the node's participant knows of the graph.
class RCLCPP_PUBLIC NodeGraphInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeGraphInterface)
  using NamesAndTypes = std::map<std::string, std::vector<std::string>>;

  virtual ~NodeGraphInterface() = default;
  /// Topic names with the names of their types. `no_demangle`: names of DDS that
  /// are none of ROS, of which the graph shows none.
  virtual NamesAndTypes get_topic_names_and_types(bool no_demangle = false) const = 0;
  virtual NamesAndTypes get_service_names_and_types() const = 0;  ///< Of the whole graph.
  /// What one node has. Throw exceptions::RCLError if there is no such node.
  virtual NamesAndTypes get_service_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_) const = 0;
  virtual NamesAndTypes get_client_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_) const = 0;
  virtual NamesAndTypes get_publisher_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_,
    bool no_demangle = false) const = 0;
  virtual NamesAndTypes get_subscriber_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_,
    bool no_demangle = false) const = 0;
  /// "/space/name".
  virtual std::vector<std::string> get_node_names() const = 0;
  /// Name, namespace, enclave.
  virtual std::vector<std::tuple<std::string, std::string, std::string>>
  get_node_names_with_enclaves() const = 0;
  /// Name, namespace.
  virtual std::vector<std::pair<std::string, std::string>>
  get_node_names_and_namespaces() const = 0;
  /// Of a name as the node writes it.
  virtual size_t count_publishers(const std::string & topic_name) const = 0;
  virtual size_t count_subscribers(const std::string & topic_name) const = 0;  ///< The same.
  virtual size_t count_clients(const std::string & service_name) const = 0;  ///< The same.
  virtual size_t count_services(const std::string & service_name) const = 0;  ///< The same.
  /// Triggered when the graph changes, from the first call on; lives as long as
  /// the node's context.
  virtual const rcl_guard_condition_t * get_graph_guard_condition() const = 0;
  /// Sets every event that get_graph_event() gave, and ends their waits.
  virtual void notify_graph_change() = 0;
  /// Ends all waits: the context shuts down.
  virtual void notify_shutdown() = 0;
  /// An event that is set when the graph changes, while somebody holds it.
  virtual std::shared_ptr<Event> get_graph_event() = 0;
  /// Returns when the event is set, time is up (negative: never), or the context
  /// shuts down. Throws exceptions::InvalidEventError (null),
  /// exceptions::EventNotRegisteredError (not of get_graph_event()).
  /// Contract: blocks.
  virtual void wait_for_graph_change(
    std::shared_ptr<Event> event, std::chrono::nanoseconds timeout) = 0;
  /// How many events are held.
  virtual size_t count_graph_users() const = 0;
  /// `no_mangle`: the name is one of DDS, not of ROS.
  virtual std::vector<TopicEndpointInfo> get_publishers_info_by_topic(
    const std::string & topic_name, bool no_mangle = false) const = 0;
  virtual std::vector<TopicEndpointInfo> get_subscriptions_info_by_topic(
    const std::string & topic_name, bool no_mangle = false) const = 0;
};

/// Adds clients and services to a node.
class RCLCPP_PUBLIC NodeServicesInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeServicesInterface)
  virtual ~NodeServicesInterface() = default;
  /// Throw exceptions::MissingGroupNodeException if the group is another node's.
  virtual void add_client(
    std::shared_ptr<ClientBase> client, CallbackGroup::SharedPtr group) = 0;
  virtual void add_service(
    std::shared_ptr<ServiceBase> service, CallbackGroup::SharedPtr group) = 0;
  /// Throws exceptions::InvalidServiceNameError.
  virtual std::string resolve_service_name(
    const std::string & name, bool only_expand = false) const = 0;
};

/// The node's logger.
class RCLCPP_PUBLIC NodeLoggingInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeLoggingInterface)
  virtual ~NodeLoggingInterface() = default;
  virtual Logger get_logger() const = 0;  ///< Named after the node.
  virtual const char * get_logger_name() const = 0;  ///< With dots for slashes.
  /// Serves ~/get_logger_levels and ~/set_logger_levels from now on.
  virtual void create_logger_services(NodeServicesInterface::SharedPtr node_services) = 0;
};

/// What moves the node's clock: /clock, if use_sim_time is set.
class RCLCPP_PUBLIC NodeTimeSourceInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeTimeSourceInterface)
  virtual ~NodeTimeSourceInterface() = default;
};

/// Adds timers to a node.
class RCLCPP_PUBLIC NodeTimersInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeTimersInterface)
  virtual ~NodeTimersInterface() = default;
  /// Starts the timer, in the node's default group if `callback_group` is null.
  /// Throws exceptions::MissingGroupNodeException if it is another node's.
  virtual void add_timer(
    std::shared_ptr<TimerBase> timer, CallbackGroup::SharedPtr callback_group) = 0;
};

/// Makes publishers and subscriptions, and adds them to a node.
class RCLCPP_PUBLIC NodeTopicsInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeTopicsInterface)
  virtual ~NodeTopicsInterface() = default;
  virtual std::shared_ptr<PublisherBase> create_publisher(
    const std::string & topic_name, const PublisherFactory & publisher_factory,
    const QoS & qos) = 0;
  virtual std::shared_ptr<SubscriptionBase> create_subscription(
    const std::string & topic_name, const SubscriptionFactory & subscription_factory,
    const QoS & qos) = 0;
  /// Throw exceptions::MissingGroupNodeException if the group is another node's.
  virtual void add_publisher(
    std::shared_ptr<PublisherBase> publisher, CallbackGroup::SharedPtr callback_group) = 0;
  virtual void add_subscription(
    std::shared_ptr<SubscriptionBase> subscription,
    CallbackGroup::SharedPtr callback_group) = 0;
  virtual NodeBaseInterface * get_node_base_interface() const = 0;
  virtual NodeTimersInterface * get_node_timers_interface() const = 0;
  /// Throws exceptions::InvalidTopicNameError.
  virtual std::string resolve_topic_name(
    const std::string & name, bool only_expand = false) const = 0;
};

/// Serves ~/get_type_description.
class RCLCPP_PUBLIC NodeTypeDescriptionsInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeTypeDescriptionsInterface)
  virtual ~NodeTypeDescriptionsInterface() = default;
};

/// Adds waitables to a node.
class RCLCPP_PUBLIC NodeWaitablesInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeWaitablesInterface)
  virtual ~NodeWaitablesInterface() = default;
  /// Runs the waitable in the group, the node's default group if it is null,
  /// for as long as somebody else holds it.
  /// Throws exceptions::MissingGroupNodeException if the group is another node's.
  virtual void add_waitable(
    std::shared_ptr<Waitable> waitable, CallbackGroup::SharedPtr group) = 0;
  virtual void remove_waitable(
    std::shared_ptr<Waitable> waitable, CallbackGroup::SharedPtr group) noexcept = 0;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__DETAIL__INTERFACES_HPP_
