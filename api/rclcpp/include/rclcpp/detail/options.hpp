// Options of publishers, subscriptions and nodes.
#ifndef RCLCPP__DETAIL__OPTIONS_HPP_
#define RCLCPP__DETAIL__OPTIONS_HPP_

#include <chrono>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "rcl/types.h"
#include "rcl_interfaces/msg/detail/set_parameters_result__struct.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/parameter.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/time.hpp"
#include "rcutils/allocator.h"
#include "rmw/types.h"

// ---- what happens to an endpoint, and the callbacks that hear of it ----

namespace rclcpp
{

/// Deadlines that publishers missed.
using QOSDeadlineRequestedInfo = rmw_requested_deadline_missed_status_t;
/// Deadlines that this publisher missed.
using QOSDeadlineOfferedInfo = rmw_offered_deadline_missed_status_t;
/// Publishers that came alive, and that fell silent.
using QOSLivelinessChangedInfo = rmw_liveliness_changed_status_t;
/// Leases that this publisher let pass.
using QOSLivelinessLostInfo = rmw_liveliness_lost_status_t;
/// Messages that this subscription lost.
using QOSMessageLostInfo = rmw_message_lost_status_t;
/// Subscriptions that ask for more than this publisher offers.
using QOSOfferedIncompatibleQoSInfo = rmw_offered_qos_incompatible_event_status_t;
/// Publishers that offer less than this subscription asks for.
using QOSRequestedIncompatibleQoSInfo = rmw_requested_qos_incompatible_event_status_t;
/// Other ends of another type.
using IncompatibleTypeInfo = rmw_incompatible_type_status_t;
/// Other ends that came and went.
using MatchedInfo = rmw_matched_status_t;

using QOSDeadlineRequestedCallbackType = std::function<void (QOSDeadlineRequestedInfo &)>;
using QOSDeadlineOfferedCallbackType = std::function<void (QOSDeadlineOfferedInfo &)>;
using QOSLivelinessChangedCallbackType = std::function<void (QOSLivelinessChangedInfo &)>;
using QOSLivelinessLostCallbackType = std::function<void (QOSLivelinessLostInfo &)>;
using QOSMessageLostCallbackType = std::function<void (QOSMessageLostInfo &)>;
using QOSOfferedIncompatibleQoSCallbackType =
  std::function<void (QOSOfferedIncompatibleQoSInfo &)>;
using QOSRequestedIncompatibleQoSCallbackType =
  std::function<void (QOSRequestedIncompatibleQoSInfo &)>;
using IncompatibleTypeCallbackType = std::function<void (IncompatibleTypeInfo &)>;
using PublisherMatchedCallbackType = std::function<void (MatchedInfo &)>;
using SubscriptionMatchedCallbackType = std::function<void (MatchedInfo &)>;

/// Called on a spinning thread, in the callback group of the publisher.
struct PublisherEventCallbacks
{
  QOSDeadlineOfferedCallbackType deadline_callback;  ///< a message came too late
  QOSLivelinessLostCallbackType liveliness_callback;  ///< its lease has passed
  QOSOfferedIncompatibleQoSCallbackType incompatible_qos_callback;  ///< a pair is refused
  IncompatibleTypeCallbackType incompatible_type_callback;  ///< a pair is refused
  PublisherMatchedCallbackType matched_callback;  ///< a subscription came or went
};

/// Called on a spinning thread, in the callback group of the subscription.
struct SubscriptionEventCallbacks
{
  QOSDeadlineRequestedCallbackType deadline_callback;  ///< a message came too late
  QOSLivelinessChangedCallbackType liveliness_callback;  ///< a publisher fell silent or came back
  QOSRequestedIncompatibleQoSCallbackType incompatible_qos_callback;  ///< a pair is refused
  QOSMessageLostCallbackType message_lost_callback;  ///< messages were lost
  IncompatibleTypeCallbackType incompatible_type_callback;  ///< a pair is refused
  SubscriptionMatchedCallbackType matched_callback;  ///< a publisher came or went
};

// ---- QoS that parameters may change ----

namespace node_interfaces
{
class NodeParametersInterface;
}

/// "depth", as in the parameter's name. Throw std::invalid_argument for Invalid.
RCLCPP_PUBLIC const char * qos_policy_kind_to_cstr(const QosPolicyKind & qpk);
/// The name, as in parameters: "reliability".
RCLCPP_PUBLIC std::ostream & operator<<(std::ostream & os, const QosPolicyKind & qpk);

/// What a check of overrides says: allowed, or why not.
using QosCallbackResult = rcl_interfaces::msg::SetParametersResult;
/// Says whether the endpoint's author accepts the QoS after overriding.
using QosCallback = std::function<QosCallbackResult(const rclcpp::QoS &)>;

/// Empty: nothing may be overridden.
/// Threads: a value.
class RCLCPP_PUBLIC QosOverridingOptions
{
public:
  QosOverridingOptions() = default;  ///< Nothing may be overridden.
  /// `id` tells endpoints of one node and topic apart.
  QosOverridingOptions(
    std::initializer_list<QosPolicyKind> policy_kinds,
    QosCallback validation_callback = nullptr, std::string id = {});
  /// History, depth and reliability.
  static QosOverridingOptions with_default_policies(
    QosCallback validation_callback = nullptr, std::string id = {});

  const std::string & get_id() const {return id_;}  ///< Behind the entity in names of parameters.
  /// Which may be set.
  const std::vector<QosPolicyKind> & get_policy_kinds() const {return policy_kinds_;}
  /// May be empty.
  const QosCallback & get_validation_callback() const {return validation_callback_;}

private:
  std::string id_;
  std::vector<QosPolicyKind> policy_kinds_;
  QosCallback validation_callback_;
};

namespace detail
{
/// Declares the parameter qos_overrides.TOPIC.ENTITY.POLICY for every policy that may be
/// overridden, and gives the QoS that results. TOPIC is the full name, ENTITY is "publisher" or
/// "subscription", with "_ID" behind it where the options have an id.
/// Throws rclcpp::exceptions::InvalidQosOverridesException naming the parameter,
/// its value and the values that there are, or what the callback's reason says.
RCLCPP_PUBLIC QoS overridden_qos(
  node_interfaces::NodeParametersInterface & parameters, const std::string & topic,
  const char * entity, const QosOverridingOptions & options, QoS qos);
}  // namespace detail

// ---- options ----

/// Whether pairs within a process go past DDS.
enum class IntraProcessSetting
{
  Enable,
  Disable,      ///< by DDS even within the process
  NodeDefault,  ///< as the option of the node says; local unless it says otherwise
};

/// Kept for compatibility: what a queue of ROS 2 holds.
enum class IntraProcessBufferType
{
  SharedPtr,
  UniquePtr,
  CallbackDefault,  ///< as the callback's signature asks
};

/// Whether a subscription measures age and period of its messages.
enum class TopicStatisticsState
{
  Enable,
  Disable,
  NodeDefault,  ///< as the option of the node says
};

/// What a publisher is made with, without its allocator.
struct RCLCPP_PUBLIC PublisherOptionsBase
{
  // Out of line: every user's file would compile them otherwise.
  PublisherOptionsBase();
  PublisherOptionsBase(const PublisherOptionsBase & other);
  PublisherOptionsBase(PublisherOptionsBase && other);
  PublisherOptionsBase & operator=(const PublisherOptionsBase & other);
  PublisherOptionsBase & operator=(PublisherOptionsBase && other);
  ~PublisherOptionsBase();
  rcl_publisher_options_t to_rcl(const QoS & qos) const;  ///< As the C structure has it.

  /// Disable: every pair goes over DDS. Otherwise pairs of one process do not.
  IntraProcessSetting use_intra_process_comm = IntraProcessSetting::NodeDefault;
  PublisherEventCallbacks event_callbacks;  ///< Each may be empty.
  /// Log refused pairs when there is no incompatible_qos_callback.
  bool use_default_callbacks = true;
  rmw_unique_network_flow_endpoints_requirement_t require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED;
  /// Group of the event callbacks; the node's default group if null.
  std::shared_ptr<CallbackGroup> callback_group;
  QosOverridingOptions qos_overriding_options;  ///< Which policies parameters may set.
};

/// What a publisher is made with.
template<typename Allocator>
struct PublisherOptionsWithAllocator : public PublisherOptionsBase
{
  std::shared_ptr<Allocator> allocator = nullptr;  ///< Null: a new one of its type.

  PublisherOptionsWithAllocator() = default;
  explicit PublisherOptionsWithAllocator(const PublisherOptionsBase & base)
  : PublisherOptionsBase(base) {}
  /// The allocator, or a new one.
  std::shared_ptr<Allocator> get_allocator() const
  {
    return allocator ? allocator : std::make_shared<Allocator>();
  }
  /// What the C structure has of these, with the heap's allocator.
  template<typename MessageT>
  rcl_publisher_options_t to_rcl_publisher_options(const QoS & qos) const {return to_rcl(qos);}
};

/// With the heap's allocator.
using PublisherOptions = PublisherOptionsWithAllocator<std::allocator<void>>;

/// Which messages arrive at all.
struct ContentFilterOptions
{
  std::string filter_expression;  ///< The language is in docs/differences.md; empty: all.
  std::vector<std::string> expression_parameters;  ///< Stand for %0, %1 ... in it.
};

/// What a subscription is made with, without its allocator.
struct RCLCPP_PUBLIC SubscriptionOptionsBase
{
  // Out of line: every user's file would compile them otherwise.
  SubscriptionOptionsBase();
  SubscriptionOptionsBase(const SubscriptionOptionsBase & other);
  SubscriptionOptionsBase(SubscriptionOptionsBase && other);
  SubscriptionOptionsBase & operator=(const SubscriptionOptionsBase & other);
  SubscriptionOptionsBase & operator=(SubscriptionOptionsBase && other);
  ~SubscriptionOptionsBase();
  rcl_subscription_options_t to_rcl(const QoS & qos) const;  ///< As the C structure has it.

  SubscriptionEventCallbacks event_callbacks;  ///< Each may be empty.
  /// Log refused pairs when there is no incompatible_qos_callback.
  bool use_default_callbacks = true;
  /// Nothing that this context publishes comes in.
  bool ignore_local_publications = false;
  rmw_unique_network_flow_endpoints_requirement_t require_unique_network_flow_endpoints =
    RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED;
  /// The node's default group if null.
  std::shared_ptr<CallbackGroup> callback_group = nullptr;
  /// Disable: every pair goes over DDS. Otherwise pairs of one process do not.
  IntraProcessSetting use_intra_process_comm = IntraProcessSetting::NodeDefault;
  /// Accepted for compatibility; ownership follows the callback's signature.
  IntraProcessBufferType intra_process_buffer_type = IntraProcessBufferType::CallbackDefault;

  /// Of the statistics of one subscription.
  struct TopicStatisticsOptions
  {
    /// Off, unless the node's option is on.
    TopicStatisticsState state = TopicStatisticsState::NodeDefault;
    std::string publish_topic = "/statistics";  ///< Where they are published.
    std::chrono::milliseconds publish_period{std::chrono::seconds(1)};  ///< How often.
    QoS qos = SystemDefaultsQoS().keep_last(10);  ///< Of that publisher.
  };
  TopicStatisticsOptions topic_stats_options;  ///< See TopicStatisticsOptions.
  QosOverridingOptions qos_overriding_options;  ///< Which policies parameters may set.
  ContentFilterOptions content_filter_options;  ///< See set_content_filter().

  /// Ranvier's own: messages from other processes run their callback on the
  /// thread that received them, without a wake-up, while an executor spins and
  /// the callback group is free; otherwise they queue as ever. Callbacks of
  /// different groups may then run at the same time under a single-threaded
  /// executor too, and a long callback delays the network.
  bool ranvier_direct = false;
  /// Ranvier's own: what the history pushes out counts as lost (message_lost_callback), within this
  /// host. If it is direct too, messages may wait 2 ms for others, and came when they were sent.
  bool ranvier_count_history = false;
};

/// What a subscription is made with.
template<typename Allocator>
struct SubscriptionOptionsWithAllocator : public SubscriptionOptionsBase
{
  std::shared_ptr<Allocator> allocator = nullptr;  ///< Null: a new one of its type.

  SubscriptionOptionsWithAllocator() = default;
  explicit SubscriptionOptionsWithAllocator(const SubscriptionOptionsBase & base)
  : SubscriptionOptionsBase(base) {}
  /// The allocator, or a new one.
  std::shared_ptr<Allocator> get_allocator() const
  {
    return allocator ? allocator : std::make_shared<Allocator>();
  }
  /// What the C structure has of these, with the heap's allocator.
  template<typename MessageT>
  rcl_subscription_options_t to_rcl_subscription_options(const QoS & qos) const
  {
    return to_rcl(qos);
  }
};

/// With the heap's allocator.
using SubscriptionOptions = SubscriptionOptionsWithAllocator<std::allocator<void>>;

namespace detail
{

/// Options that say nothing, for default arguments: so no user's file makes and
/// destroys any. Never destroyed: objects that end later may make endpoints.
template<typename OptionsT>
const OptionsT & no_options()
{
  static const auto & none = *new OptionsT;
  return none;
}
template<>
RCLCPP_PUBLIC const PublisherOptions & no_options<PublisherOptions>();
template<>
RCLCPP_PUBLIC const SubscriptionOptions & no_options<SubscriptionOptions>();

}  // namespace detail

}  // namespace rclcpp


namespace rclcpp
{

#define RCLCPP_NODE_OPTION(type, name, preset) \
public: \
  const type & name() const {return name ## _;} \
  NodeOptions & name(const type & value) \
  { \
    name ## _ = value; \
    rcl_options_.reset(); \
    return *this; \
  } \
\
private: \
  type name ## _ = preset;

/// Each option is read by `name()` and set by `name(value)`, which chains.
class RCLCPP_PUBLIC NodeOptions
{
  /// The default one.
  RCLCPP_NODE_OPTION(Context::SharedPtr, context, contexts::get_global_default_context())
  /// Extra command-line arguments for this node alone.
  RCLCPP_NODE_OPTION(std::vector<std::string>, arguments, {})
  /// Heed --ros-args of the program: true.
  RCLCPP_NODE_OPTION(bool, use_global_arguments, true)
  /// Publish its log on /rosout: true.
  RCLCPP_NODE_OPTION(bool, enable_rosout, true)
  /// Of all its subscriptions: false.
  RCLCPP_NODE_OPTION(bool, enable_topic_statistics, false)
  /// Serve peers that ask: true.
  RCLCPP_NODE_OPTION(bool, start_parameter_services, true)
  /// On /parameter_events: true.
  RCLCPP_NODE_OPTION(bool, start_parameter_event_publisher, true)
  /// Peers may set levels: false.
  RCLCPP_NODE_OPTION(bool, enable_logger_service, false)
  /// Of get_clock(): RCL_ROS_TIME.
  RCLCPP_NODE_OPTION(rcl_clock_type_t, clock_type, RCL_ROS_TIME)
  /// Of the subscription to /clock.
  RCLCPP_NODE_OPTION(QoS, clock_qos, ClockQoS())
  /// Hear /clock on a thread of its own: true.
  RCLCPP_NODE_OPTION(bool, use_clock_thread, true)
  /// Of /parameter_events.
  RCLCPP_NODE_OPTION(QoS, parameter_event_qos, ParameterEventsQoS())
  /// Of /rosout.
  RCLCPP_NODE_OPTION(QoS, rosout_qos, RosoutQoS())
  RCLCPP_NODE_OPTION(PublisherOptionsBase, parameter_event_publisher_options, {})
  /// Values that win over those of the command line.
  RCLCPP_NODE_OPTION(std::vector<Parameter>, parameter_overrides, {})

public:
  std::vector<Parameter> & parameter_overrides() {return parameter_overrides_;}

  /// Set without declaring: false.
  RCLCPP_NODE_OPTION(bool, allow_undeclared_parameters, false)
  RCLCPP_NODE_OPTION(bool, automatically_declare_parameters_from_overrides, false)
  /// Accepted for compatibility: the runtime allocates by itself.
  RCLCPP_NODE_OPTION(rcutils_allocator_t, allocator, rcutils_get_default_allocator())

public:
  RCLCPP_SMART_PTR_DEFINITIONS(NodeOptions)

  // Out of line: every user's file would compile them otherwise.
  NodeOptions();  ///< As the comments above say.
  explicit NodeOptions(rcutils_allocator_t allocator);
  NodeOptions(const NodeOptions & other);
  NodeOptions & operator=(const NodeOptions & other);
  virtual ~NodeOptions();

  /// As the last of parameter_overrides(). @return this.
  template<typename ParameterT>
  NodeOptions & append_parameter_override(const std::string & name, const ParameterT & value)
  {
    return append_parameter_override(name, Parameter(name, value).get_parameter_value());
  }

  /// The same.
  NodeOptions & append_parameter_override(const std::string & name, const ParameterValue & value);
  NodeOptions & append_parameter_override(const Parameter & parameter);  ///< The same.

  /// The part of the options that rcl's node takes, as NodeBase's constructor
  /// wants it; valid until the next change of these options.
  const rcl_node_options_t * get_rcl_node_options() const;

  /// Unset: pairs of one process do not use DDS. False: they do. True: as unset.
  bool use_intra_process_comms() const {return use_intra_process_comms_;}
  /// False: its pairs go over DDS even within the process. @return this.
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
#endif  // RCLCPP__DETAIL__OPTIONS_HPP_
