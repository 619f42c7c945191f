// A node: the place where publishers, subscriptions, services and timers live.
#ifndef RCLCPP__NODE_HPP_
#define RCLCPP__NODE_HPP_

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rcl_interfaces/msg/detail/parameter_event__struct.hpp"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/detail/options.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{

namespace detail
{

/// What rclcpp::Node and rclcpp_lifecycle::LifecycleNode share: the parts of a
/// node, and the functions that ask them.
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeApi
{
public:
  const char * get_name() const;  ///< The name without the namespace; valid as long as the node.
  const char * get_namespace() const;  ///< Begins with a slash; "/" if there is none.
  const char * get_fully_qualified_name() const;  ///< Namespace and name: "/robot/camera".
  Logger get_logger() const;  ///< Named after the node, with dots for slashes.
  Clock::SharedPtr get_clock();  ///< Of the node's time: the system's, or /clock with use_sim_time.
  Clock::ConstSharedPtr get_clock() const;  ///< The same.
  Time now() const;  ///< Of get_clock().
  const NodeOptions & get_node_options() const;  ///< What it was made with.

  /// Entities of a mutually exclusive group run one at a time. The caller keeps the group.
  CallbackGroup::SharedPtr create_callback_group(
    CallbackGroupType group_type, bool automatically_add_to_executor_with_node = true);
  void for_each_callback_group(
    const node_interfaces::NodeBaseInterface::CallbackGroupFunction & func);

  /// @param qos a number is the depth of a reliable, volatile queue. @throws as PublisherBase.
  template<
    typename MessageT, typename AllocatorT = std::allocator<void>,
    typename PublisherT = Publisher<MessageT, AllocatorT>>
  std::shared_ptr<PublisherT> create_publisher(
    const std::string & topic_name, const QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options =
    detail::no_options<PublisherOptionsWithAllocator<AllocatorT>>())
  {
    return detail::make_publisher<PublisherT>(
      &parameters(), topics(), extended(topic_name), qos, options);
  }

  /// It ends with the pointer that this gives. @throws as SubscriptionBase.
  template<
    typename MessageT, typename CallbackT, typename AllocatorT = std::allocator<void>,
    typename SubscriptionT = Subscription<MessageT, AllocatorT>>
  std::shared_ptr<SubscriptionT> create_subscription(
    const std::string & topic_name, const QoS & qos, CallbackT && callback,
    const SubscriptionOptionsWithAllocator<AllocatorT> & options =
    detail::no_options<SubscriptionOptionsWithAllocator<AllocatorT>>())
  {
    return detail::make_subscription<
      SubscriptionT, AnySubscriptionCallback<MessageT, AllocatorT>>(
      &parameters(), topics(), extended(topic_name), qos,
      std::forward<CallbackT>(callback), options);
  }

  /// With a memory strategy: see rclcpp/message_memory_strategy.hpp.
  template<
    typename MessageT, typename CallbackT, typename AllocatorT,
    typename SubscriptionT = Subscription<MessageT, AllocatorT>, typename StrategyT>
  std::shared_ptr<SubscriptionT> create_subscription(
    const std::string & topic_name, const QoS & qos, CallbackT && callback,
    const SubscriptionOptionsWithAllocator<AllocatorT> & options,
    std::shared_ptr<StrategyT> msg_mem_strat)
  {
    auto subscription = create_subscription<MessageT, CallbackT, AllocatorT, SubscriptionT>(
      topic_name, qos, std::forward<CallbackT>(callback), options);
    subscription->use_memory(std::move(msg_mem_strat));
    return subscription;
  }

  /// A timer on the steady clock. @throws as TimerBase.
  template<typename DurationRepT = int64_t, typename DurationT = std::milli, typename CallbackT>
  [[gnu::cold]] typename WallTimer<CallbackT>::SharedPtr create_wall_timer(
    std::chrono::duration<DurationRepT, DurationT> period, CallbackT callback,
    CallbackGroup::SharedPtr group = nullptr, bool autostart = true)
  {
    return detail::make_wall_timer(timers(), period, std::move(callback), group, autostart);
  }

  /// A timer on the node's clock: it follows simulated time.
  template<typename DurationRepT = int64_t, typename DurationT = std::milli, typename CallbackT>
  typename GenericTimer<CallbackT>::SharedPtr create_timer(
    std::chrono::duration<DurationRepT, DurationT> period, CallbackT callback,
    CallbackGroup::SharedPtr group = nullptr)
  {
    return rclcpp::create_timer(
      get_clock(), period, std::move(callback), std::move(group), &base(), &timers());
  }

  /// @param callback see Service::start(). @throws as ServiceBase.
  template<typename ServiceT, typename CallbackT>
  typename Service<ServiceT>::SharedPtr create_service(
    const std::string & service_name, CallbackT && callback, const QoS & qos = ServicesQoS(),
    CallbackGroup::SharedPtr group = nullptr)
  {
    return detail::make_service<ServiceT>(
      base(), services(), extended(service_name), std::forward<CallbackT>(callback), qos,
      std::move(group));
  }
  template<typename ServiceT, typename CallbackT>
  typename Service<ServiceT>::SharedPtr create_service(
    const std::string & service_name, CallbackT && callback,
    const rmw_qos_profile_t & qos_profile, CallbackGroup::SharedPtr group = nullptr)
  {
    return create_service<ServiceT>(
      service_name, std::forward<CallbackT>(callback), detail::to_qos(qos_profile),
      std::move(group));
  }
  template<typename ServiceT>
  typename Client<ServiceT>::SharedPtr create_client(
    const std::string & service_name, const QoS & qos = ServicesQoS(),
    CallbackGroup::SharedPtr group = nullptr)
  {
    return detail::make_client<ServiceT>(
      base(), services(), extended(service_name), qos, std::move(group));
  }
  template<typename ServiceT>
  typename Client<ServiceT>::SharedPtr create_client(
    const std::string & service_name, const rmw_qos_profile_t & qos_profile,
    CallbackGroup::SharedPtr group = nullptr)
  {
    return create_client<ServiceT>(
      service_name, detail::to_qos(qos_profile), std::move(group));
  }

  /// See GenericClient.
  GenericClient::SharedPtr create_generic_client(
    const std::string & service_name, const std::string & service_type,
    const QoS & qos = ServicesQoS(), CallbackGroup::SharedPtr group = nullptr);

  template<typename AllocatorT = std::allocator<void>>
  later_t<AllocatorT, std::shared_ptr<GenericPublisher>> create_generic_publisher(
    const std::string & topic_name, const std::string & topic_type, const QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options =
    detail::no_options<PublisherOptionsWithAllocator<AllocatorT>>())
  {
    return detail::make_generic_publisher(
      topics(), extended(topic_name), topic_type, qos, options);
  }
  template<typename CallbackT, typename AllocatorT = std::allocator<void>>
  later_t<AllocatorT, std::shared_ptr<GenericSubscription>> create_generic_subscription(
    const std::string & topic_name, const std::string & topic_type, const QoS & qos,
    CallbackT && callback,
    const SubscriptionOptionsWithAllocator<AllocatorT> & options =
    detail::no_options<SubscriptionOptionsWithAllocator<AllocatorT>>())
  {
    return detail::make_generic_subscription(
      topics(), extended(topic_name), topic_type, qos, std::forward<CallbackT>(callback),
      options);
  }

  // ---- parameters: see NodeParametersInterface for what they throw ----

  using PreSetParametersCallbackHandle = node_interfaces::PreSetParametersCallbackHandle;
  using PreSetParametersCallbackType =
    PreSetParametersCallbackHandle::PreSetParametersCallbackType;
  using OnSetParametersCallbackHandle = node_interfaces::OnSetParametersCallbackHandle;
  using OnSetParametersCallbackType = OnSetParametersCallbackHandle::OnSetParametersCallbackType;
  using OnParametersSetCallbackType = OnSetParametersCallbackType;
  using PostSetParametersCallbackHandle = node_interfaces::PostSetParametersCallbackHandle;
  using PostSetParametersCallbackType =
    PostSetParametersCallbackHandle::PostSetParametersCallbackType;
  using ParameterDescriptor = rcl_interfaces::msg::ParameterDescriptor;

  const ParameterValue & declare_parameter(
    const std::string & name, const ParameterValue & default_value,
    const ParameterDescriptor & parameter_descriptor = detail::no_descriptor(),
    bool ignore_override = false);  ///< @return the override if there is one, else the default.
  const ParameterValue & declare_parameter(
    const std::string & name, ParameterType type,
    const ParameterDescriptor & parameter_descriptor = detail::no_descriptor(),
    bool ignore_override = false);  ///< Without a value until it is set.
  /// @return the value in force: int64_t, double and arrays of them for the number
  /// types that ROS 2 takes (int, float, short, …), the type itself for others.
  /// Throws InvalidParameterValueException if the type cannot hold the value.
  template<typename ParameterT>
  auto declare_parameter(
    const std::string & name, const ParameterT & default_value,
    const ParameterDescriptor & parameter_descriptor = detail::no_descriptor(),
    bool ignore_override = false)
  {
    return declared<ParameterT>(
      declare(name, default_value, parameter_descriptor, ignore_override));
  }
  /// Without a default: throws UninitializedStaticallyTypedParameterException if
  /// nothing sets it.
  template<typename ParameterT>
  auto declare_parameter(
    const std::string & name,
    const ParameterDescriptor & parameter_descriptor = detail::no_descriptor(),
    bool ignore_override = false)
  {
    const ParameterValue & value = declare_parameter(
      name, ParameterValue(ParameterT{}).get_type(), parameter_descriptor, ignore_override);
    if (value.get_type() == PARAMETER_NOT_SET) {
      throw exceptions::UninitializedStaticallyTypedParameterException(name);
    }
    return declared<ParameterT>(Parameter(name, value));
  }
  /// Several below one prefix, with their defaults.
  template<typename ParameterT>
  std::vector<ParameterT> declare_parameters(
    const std::string & namespace_, const std::map<std::string, ParameterT> & parameters,
    bool ignore_overrides = false)
  {
    std::vector<ParameterT> values;
    for (const auto & [name, value] : parameters) {
      values.push_back(
        declare(below(namespace_, name), value, detail::no_descriptor(), ignore_overrides)
        .template get_value_as<ParameterT>());
    }
    return values;
  }
  template<typename ParameterT>
  std::vector<ParameterT> declare_parameters(
    const std::string & namespace_,
    const std::map<std::string, std::pair<ParameterT, ParameterDescriptor>> & parameters,
    bool ignore_overrides = false)
  {
    std::vector<ParameterT> values;
    for (const auto & [name, value] : parameters) {
      values.push_back(
        declare(below(namespace_, name), value.first, value.second, ignore_overrides)
        .template get_value_as<ParameterT>());
    }
    return values;
  }
  void undeclare_parameter(const std::string & name);  ///< Throws if read-only or not declared.
  bool has_parameter(const std::string & name) const;  ///< Whether it is declared.

  rcl_interfaces::msg::SetParametersResult set_parameter(const Parameter & parameter);
  std::vector<rcl_interfaces::msg::SetParametersResult> set_parameters(
    const std::vector<Parameter> & parameters);
  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(
    const std::vector<Parameter> & parameters);  ///< All, or none.

  Parameter get_parameter(const std::string & name) const;  ///< Throws if it is not declared.
  bool get_parameter(const std::string & name, Parameter & parameter) const;  ///< False: not there.
  /// @return false, and `parameter` untouched, if it has no value. Throws as
  /// Parameter::get_value_as().
  /// Not inline: a number that is not set before it would count as maybe uninitialized.
  template<typename ParameterT>
  [[gnu::noinline]] bool get_parameter(const std::string & name, ParameterT & parameter) const
  {
    Parameter found;
    if (!get_parameter(name, found)) {return false;}
    parameter = found.get_value_as<ParameterT>();
    return true;
  }
  template<typename ParameterT>
  bool get_parameter_or(
    const std::string & name, ParameterT & parameter, const ParameterT & alternative_value) const
  {
    const bool found = get_parameter(name, parameter);
    if (!found) {parameter = alternative_value;}
    return found;
  }
  template<typename ParameterT>
  ParameterT get_parameter_or(
    const std::string & name, const ParameterT & alternative_value) const
  {
    ParameterT parameter = alternative_value;
    get_parameter(name, parameter);
    return parameter;
  }
  std::vector<Parameter> get_parameters(const std::vector<std::string> & names) const;
  /// Those of "<prefix>.<rest>", by their rest.
  template<typename ParameterT>
  bool get_parameters(
    const std::string & prefix, std::map<std::string, ParameterT> & values) const
  {
    later_t<ParameterT, std::map<std::string, Parameter>> found;
    if (!parameters().get_parameters_by_prefix(prefix, found)) {return false;}
    for (const auto & [name, parameter] : found) {
      values[name] = parameter.template get_value_as<ParameterT>();
    }
    return true;
  }
  ParameterDescriptor describe_parameter(const std::string & name) const;  ///< Type, range, text.
  std::vector<ParameterDescriptor> describe_parameters(
    const std::vector<std::string> & names) const;
  std::vector<uint8_t> get_parameter_types(const std::vector<std::string> & names) const;
  rcl_interfaces::msg::ListParametersResult list_parameters(
    const std::vector<std::string> & prefixes, uint64_t depth) const;

  /// A callback is in force while its handle lives.
  [[nodiscard]] PreSetParametersCallbackHandle::SharedPtr add_pre_set_parameters_callback(
    PreSetParametersCallbackType callback);
  [[nodiscard]] OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(
    OnSetParametersCallbackType callback);  ///< Before values change; it may refuse them.
  [[nodiscard]] PostSetParametersCallbackHandle::SharedPtr add_post_set_parameters_callback(
    PostSetParametersCallbackType callback);  ///< When values have changed.
  void remove_pre_set_parameters_callback(const PreSetParametersCallbackHandle * handler);
  void remove_on_set_parameters_callback(const OnSetParametersCallbackHandle * handler);
  void remove_post_set_parameters_callback(const PostSetParametersCallbackHandle * handler);

  /// Names with their namespaces, ours and every peer's.
  std::vector<std::string> get_node_names() const;
  /// Topic names with the names of their types.
  std::map<std::string, std::vector<std::string>> get_topic_names_and_types(
    bool no_demangle = false) const;
  std::map<std::string, std::vector<std::string>> get_service_names_and_types() const;
  std::map<std::string, std::vector<std::string>> get_service_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_) const;
  size_t count_publishers(const std::string & topic_name) const;  ///< Of peers too.
  size_t count_subscribers(const std::string & topic_name) const;  ///< Of peers too.
  size_t count_clients(const std::string & service_name) const;  ///< Of peers too.
  size_t count_services(const std::string & service_name) const;  ///< Servers, of peers too.
  /// The endpoints of a topic. `no_mangle`: the name is one of DDS, not of ROS,
  /// of which the graph shows none.
  std::vector<TopicEndpointInfo> get_publishers_info_by_topic(
    const std::string & topic_name, bool no_mangle = false) const;
  std::vector<TopicEndpointInfo> get_subscriptions_info_by_topic(
    const std::string & topic_name, bool no_mangle = false) const;  ///< As above.

  /// Set when the graph changes, while somebody holds it.
  std::shared_ptr<Event> get_graph_event();
  /// See NodeGraphInterface. Contract: blocks.
  void wait_for_graph_change(std::shared_ptr<Event> event, std::chrono::nanoseconds timeout);

  /// "" for a node that is no sub-node.
  const std::string & get_sub_namespace() const;
  /// The namespace with the sub-namespace.
  const std::string & get_effective_namespace() const;

  // ---- the parts that the node is made of ----

  node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface();
  node_interfaces::NodeClockInterface::SharedPtr get_node_clock_interface();
  node_interfaces::NodeGraphInterface::SharedPtr get_node_graph_interface();
  node_interfaces::NodeLoggingInterface::SharedPtr get_node_logging_interface();
  node_interfaces::NodeParametersInterface::SharedPtr get_node_parameters_interface();
  node_interfaces::NodeServicesInterface::SharedPtr get_node_services_interface();
  node_interfaces::NodeTimeSourceInterface::SharedPtr get_node_time_source_interface();
  node_interfaces::NodeTimersInterface::SharedPtr get_node_timers_interface();
  node_interfaces::NodeTopicsInterface::SharedPtr get_node_topics_interface();
  node_interfaces::NodeTypeDescriptionsInterface::SharedPtr get_node_type_descriptions_interface();
  node_interfaces::NodeWaitablesInterface::SharedPtr get_node_waitables_interface();

protected:
  /// See Node for what it throws.
  NodeApi(
    const std::string & node_name, const std::string & namespace_, const NodeOptions & options);
  /// A sub-node of `other`.
  NodeApi(const NodeApi & other, const std::string & sub_namespace);
  ~NodeApi();

private:
  RCLCPP_DISABLE_COPY(NodeApi)

  // A sub-node's prefix in front of a relative name.
  std::string extended(const std::string & name) const;

  static std::string below(const std::string & prefix, const std::string & name)
  {
    return prefix.empty() ? name : prefix + "." + name;
  }

  template<typename ParameterT>
  Parameter declare(
    const std::string & name, const ParameterT & default_value,
    const ParameterDescriptor & descriptor, bool ignore_override)
  {
    return Parameter(
      name, declare_parameter(
        name, Parameter(name, default_value).get_parameter_value(), descriptor,
        ignore_override));
  }
  // What declare_parameter() gives back.
  template<typename ParameterT>
  static auto declared(const Parameter & parameter)
  {
    if constexpr (detail::holds_numbers<ParameterT> && !detail::is_widened<ParameterT>) {
      return parameter.get_value_as<ParameterT>();
    } else {
      return parameter.get_value<ParameterT>();
    }
  }

  // The parts themselves: a shared_ptr to each is much to compile in every file.
  node_interfaces::NodeBaseInterface & base() const;
  node_interfaces::NodeParametersInterface & parameters() const;
  node_interfaces::NodeServicesInterface & services() const;
  node_interfaces::NodeTimersInterface & timers() const;
  node_interfaces::NodeTopicsInterface & topics() const;

  struct Parts;
  const Owned<Parts> parts_;
};

}  // namespace detail

/// A member of the graph, with a name, endpoints, timers and parameters. Threads: all functions from
/// any thread.
class RCLCPP_PUBLIC Node : public detail::NodeApi, public std::enable_shared_from_this<Node>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Node)

  /// @throws exceptions::InvalidNodeNameError, exceptions::InvalidNamespaceError,
  ///         exceptions::RCLInvalidROSArgsError, exceptions::RCLError.
  explicit Node(const std::string & node_name);
  Node(const std::string & node_name, const NodeOptions & options);  ///< The same with options.
  Node(
    const std::string & node_name, const std::string & namespace_,
    const NodeOptions & options = NodeOptions());  ///< "": the namespace of the command line.
  virtual ~Node();  ///< Ends its endpoints that nobody else has; waits for no callback.

  /// A node whose relative names begin with `sub_namespace`; it has this node's
  /// name, parameters and everything else of this node.
  /// Throws exceptions::NameValidationError for a name that begins with '/' or
  /// ends with it, exceptions::InvalidNamespaceError.
  std::shared_ptr<Node> create_sub_node(const std::string & sub_namespace);

protected:
  /// A sub-node of `other`.
  Node(const Node & other, const std::string & sub_namespace);

private:
  RCLCPP_DISABLE_COPY(Node)
};

}  // namespace rclcpp
#endif  // RCLCPP__NODE_HPP_
