// Parameters of other nodes: clients of their services, and their events. And
// the services themselves.
#ifndef RCLCPP__DETAIL__REMOTE_PARAMETERS_HPP_
#define RCLCPP__DETAIL__REMOTE_PARAMETERS_HPP_

#include <chrono>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rcl_interfaces/msg/detail/parameter_event__struct.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/executor.hpp"

namespace rclcpp
{
namespace detail
{

/// A QoS, or the profile of rmw that older code gives.
struct RCLCPP_PUBLIC QosOrProfile : QoS
{
  QosOrProfile(const QoS & qos)  // NOLINT(runtime/explicit)
  : QoS(qos) {}
  QosOrProfile(const rmw_qos_profile_t & profile)  // NOLINT(runtime/explicit)
  : QoS(to_qos(profile)) {}
  QosOrProfile(size_t depth)  // NOLINT(runtime/explicit)
  : QoS(depth) {}
};

template<typename T>
using if_pointer_t = std::enable_if_t<!std::is_void_v<pointed_t<T>>>;

}  // namespace detail

/// Asks the parameter services of a node; answers come when its own node spins.
/// A future is never set if the other node goes away.
///
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC AsyncParametersClient
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(AsyncParametersClient)
  using SetParametersResult = rcl_interfaces::msg::SetParametersResult;
  template<typename T>
  using Future = std::shared_future<T>;
  template<typename T>
  using Callback = std::function<void (std::shared_future<T>)>;

  /// @param remote_node_name  the node itself if empty.
  AsyncParametersClient(
    node_interfaces::NodeBaseInterface::SharedPtr node_base,
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
    node_interfaces::NodeGraphInterface::SharedPtr node_graph,
    node_interfaces::NodeServicesInterface::SharedPtr node_services,
    const std::string & remote_node_name = "",
    const detail::QosOrProfile & qos = ParametersQoS(),
    CallbackGroup::SharedPtr group = nullptr);
  /// @param node  any pointer to what has the parts of a node.
  template<typename NodePtrT, typename = detail::if_pointer_t<NodePtrT>>
  explicit AsyncParametersClient(
    NodePtrT node, const std::string & remote_node_name = "",
    const detail::QosOrProfile & qos = ParametersQoS(), CallbackGroup::SharedPtr group = nullptr)
  : AsyncParametersClient(
      node_interfaces::get_node_base_interface(node),
      node_interfaces::get_node_topics_interface(node),
      node_interfaces::get_node_graph_interface(node),
      node_interfaces::get_node_services_interface(node), remote_node_name, qos,
      std::move(group)) {}
  virtual ~AsyncParametersClient();  ///< Futures that are not ready then never are.

  // Of each pair, the callback gets the future that was returned, once it is ready.
  // (Pairs, as a default for the callback would be compiled in every file.)

  /// In the order of the names; without type for those that have no value.
  Future<std::vector<Parameter>> get_parameters(const std::vector<std::string> & names);
  /// With a callback.
  Future<std::vector<Parameter>> get_parameters(
    const std::vector<std::string> & names, Callback<std::vector<Parameter>> callback);
  /// Type, range and text of each.
  Future<std::vector<rcl_interfaces::msg::ParameterDescriptor>> describe_parameters(
    const std::vector<std::string> & names);
  Future<std::vector<rcl_interfaces::msg::ParameterDescriptor>> describe_parameters(
    const std::vector<std::string> & names,
    Callback<std::vector<rcl_interfaces::msg::ParameterDescriptor>> callback);
  /// NOT_SET for what is not there.
  Future<std::vector<ParameterType>> get_parameter_types(const std::vector<std::string> & names);
  Future<std::vector<ParameterType>> get_parameter_types(
    const std::vector<std::string> & names, Callback<std::vector<ParameterType>> callback);
  /// One after the other; one that is refused stops none.
  Future<std::vector<SetParametersResult>> set_parameters(
    const std::vector<Parameter> & parameters);
  Future<std::vector<SetParametersResult>> set_parameters(
    const std::vector<Parameter> & parameters,
    Callback<std::vector<SetParametersResult>> callback);
  /// All, or none.
  Future<SetParametersResult> set_parameters_atomically(
    const std::vector<Parameter> & parameters);
  Future<SetParametersResult> set_parameters_atomically(
    const std::vector<Parameter> & parameters, Callback<SetParametersResult> callback);
  /// Sets each to NOT_SET, which undeclares those whose type may change.
  Future<std::vector<SetParametersResult>> delete_parameters(
    const std::vector<std::string> & parameters_names);
  /// What the file says of that node. Throws exceptions::RCLError (a bad file),
  /// exceptions::InvalidParametersException (it says nothing of the node).
  Future<std::vector<SetParametersResult>> load_parameters(const std::string & yaml_filename);
  /// Of a file that was read already.
  Future<std::vector<SetParametersResult>> load_parameters(
    const std::unordered_map<std::string, std::vector<Parameter>> & parameter_map);
  /// Names below the prefixes, `depth` dots deep; 0: all. No prefix: all names.
  Future<rcl_interfaces::msg::ListParametersResult> list_parameters(
    const std::vector<std::string> & prefixes, uint64_t depth);
  Future<rcl_interfaces::msg::ListParametersResult> list_parameters(
    const std::vector<std::string> & prefixes, uint64_t depth,
    Callback<rcl_interfaces::msg::ListParametersResult> callback);

  /// Events of all nodes: a subscription to /parameter_events.
  template<typename CallbackT, typename AllocatorT = std::allocator<void>>
  detail::later_t<CallbackT, std::shared_ptr<Subscription<rcl_interfaces::msg::ParameterEvent>>>
  on_parameter_event(
    CallbackT && callback, const QoS & qos = ParameterEventsQoS(),
    const SubscriptionOptionsWithAllocator<AllocatorT> & options =
    detail::no_options<SubscriptionOptionsWithAllocator<AllocatorT>>())
  {
    return on_parameter_event(topics(), std::forward<CallbackT>(callback), qos, options);
  }
  template<typename CallbackT, typename NodeT, typename AllocatorT = std::allocator<void>>
  static detail::later_t<
    CallbackT, std::shared_ptr<Subscription<rcl_interfaces::msg::ParameterEvent>>>
  on_parameter_event(
    NodeT && node, CallbackT && callback, const QoS & qos = ParameterEventsQoS(),
    const SubscriptionOptionsWithAllocator<AllocatorT> & options =
    detail::no_options<SubscriptionOptionsWithAllocator<AllocatorT>>())
  {
    return rclcpp::create_subscription<rcl_interfaces::msg::ParameterEvent>(
      node, "/parameter_events", qos, std::forward<CallbackT>(callback), options);
  }

  /// Whether all six services are there.
  bool service_is_ready() const;
  /// @return false if time ran out or the context ended; a negative time waits on.
  template<typename RepT = int64_t, typename RatioT = std::milli>
  bool wait_for_service(
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return wait_for_service_nanoseconds(
      detail::to_nanoseconds(timeout));
  }

protected:
  bool wait_for_service_nanoseconds(std::chrono::nanoseconds timeout);

private:
  const node_interfaces::NodeTopicsInterface::SharedPtr & topics() const;

  struct Impl;
  const detail::Owned<Impl> impl_;
};

/// The same, spinning its node until the answer is there. The node must be on no
/// executor. Where time runs out what is returned is empty; list_parameters() and
/// set_parameters_atomically() throw std::runtime_error.
///
/// Threads: one at a time.
class RCLCPP_PUBLIC SyncParametersClient
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(SyncParametersClient)
  using SetParametersResult = rcl_interfaces::msg::SetParametersResult;
  using Nanoseconds = std::chrono::nanoseconds;  ///< Of timeouts; a negative one waits on.

  SyncParametersClient(
    Executor::SharedPtr executor, node_interfaces::NodeBaseInterface::SharedPtr node_base,
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics,
    node_interfaces::NodeGraphInterface::SharedPtr node_graph,
    node_interfaces::NodeServicesInterface::SharedPtr node_services,
    const std::string & remote_node_name = "",
    const detail::QosOrProfile & qos = ParametersQoS());
  template<typename NodePtrT, typename = detail::if_pointer_t<NodePtrT>>
  SyncParametersClient(
    detail::later_t<NodePtrT, Executor::SharedPtr> executor, NodePtrT node,
    const std::string & remote_node_name = "",
    const detail::QosOrProfile & qos = ParametersQoS())
  : SyncParametersClient(
      std::move(executor), node_interfaces::get_node_base_interface(node),
      node_interfaces::get_node_topics_interface(node),
      node_interfaces::get_node_graph_interface(node),
      node_interfaces::get_node_services_interface(node), remote_node_name, qos) {}
  template<typename NodePtrT, typename = detail::if_pointer_t<NodePtrT>>
  explicit SyncParametersClient(
    NodePtrT node, const std::string & remote_node_name = "",
    const detail::QosOrProfile & qos = ParametersQoS())
  : SyncParametersClient(nullptr, std::move(node), remote_node_name, qos) {}
  virtual ~SyncParametersClient();  ///< Does not wait.

  // Timeouts: nanoseconds take every duration; negative ones wait on.

  /// Empty if the time is over.
  std::vector<Parameter> get_parameters(
    const std::vector<std::string> & parameter_names, Nanoseconds timeout = Nanoseconds(-1));
  bool has_parameter(const std::string & parameter_name);  ///< False also if nobody answers.
  template<typename T>
  T get_parameter_impl(
    const std::string & parameter_name, std::function<T()> parameter_not_found_handler)
  {
    const auto found = get_parameters({parameter_name});
    if (found.size() != 1 || found[0].get_type() == PARAMETER_NOT_SET) {
      return parameter_not_found_handler();
    }
    return found[0].template get_value_as<T>();
  }
  template<typename T>
  T get_parameter(const std::string & parameter_name, const T & default_value)
  {
    return get_parameter_impl<T>(parameter_name, [&] {return default_value;});
  }
  /// Throws std::runtime_error if it has no value, and as Parameter::get_value_as().
  template<typename T>
  T get_parameter(const std::string & parameter_name)
  {
    return get_parameter_impl<T>(
      parameter_name, [&]() -> T {
        throw std::runtime_error("Parameter '" + parameter_name + "' is not set");
      });
  }
  /// Type, range and text of each; empty if the time is over.
  std::vector<rcl_interfaces::msg::ParameterDescriptor> describe_parameters(
    const std::vector<std::string> & parameter_names, Nanoseconds timeout = Nanoseconds(-1));
  /// Empty if the time is over.
  std::vector<ParameterType> get_parameter_types(
    const std::vector<std::string> & parameter_names, Nanoseconds timeout = Nanoseconds(-1));
  /// One after the other; empty if the time is over.
  std::vector<SetParametersResult> set_parameters(
    const std::vector<Parameter> & parameters, Nanoseconds timeout = Nanoseconds(-1));
  /// All, or none. @throws std::runtime_error if the time is over.
  SetParametersResult set_parameters_atomically(
    const std::vector<Parameter> & parameters, Nanoseconds timeout = Nanoseconds(-1));
  /// As of the other client; empty if the time is over.
  std::vector<SetParametersResult> delete_parameters(
    const std::vector<std::string> & parameters_names, Nanoseconds timeout = Nanoseconds(-1));
  /// As of the other client; empty if the time is over.
  std::vector<SetParametersResult> load_parameters(
    const std::string & yaml_filename, Nanoseconds timeout = Nanoseconds(-1));
  /// As of the other client. @throws std::runtime_error if the time is over.
  rcl_interfaces::msg::ListParametersResult list_parameters(
    const std::vector<std::string> & parameter_prefixes, uint64_t depth,
    Nanoseconds timeout = Nanoseconds(-1));

  template<typename CallbackT>
  detail::later_t<CallbackT, std::shared_ptr<Subscription<rcl_interfaces::msg::ParameterEvent>>>
  on_parameter_event(
    CallbackT && callback)
  {
    return async().on_parameter_event(std::forward<CallbackT>(callback));
  }
  template<typename CallbackT, typename NodeT>
  static detail::later_t<
    CallbackT, std::shared_ptr<Subscription<rcl_interfaces::msg::ParameterEvent>>>
  on_parameter_event(NodeT && node, CallbackT && callback)
  {
    return AsyncParametersClient::on_parameter_event(node, std::forward<CallbackT>(callback));
  }
  bool service_is_ready() const;  ///< Whether all services of the other node are matched.
  template<typename RepT = int64_t, typename RatioT = std::milli>
  bool wait_for_service(
    std::chrono::duration<RepT, RatioT> timeout = std::chrono::duration<RepT, RatioT>(-1))
  {
    return async().wait_for_service(timeout);
  }

private:
  AsyncParametersClient & async();
  template<typename FutureT>
  bool wait(const FutureT & future, Nanoseconds timeout);

  struct Impl;
  const detail::Owned<Impl> impl_;
};

/// Each keeps its callback in force while it lives.
struct ParameterCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterCallbackHandle)
  using ParameterCallbackType = std::function<void (const Parameter &)>;
  std::string parameter_name;  ///< which parameter
  std::string node_name;  ///< of which node, in full
  ParameterCallbackType callback;  ///< gets the parameter as it is then
};
/// Keeps a callback for whole events in force while it lives.
struct ParameterEventCallbackHandle
{
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterEventCallbackHandle)
  using ParameterEventCallbackType =
    std::function<void (const rcl_interfaces::msg::ParameterEvent &)>;
  ParameterEventCallbackType callback;  ///< gets what changed of one node
};

/// Calls back when parameters change, of this node or of others. Callbacks run
/// where the node spins, under a recursive lock; the newest first.
///
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC ParameterEventHandler
{
public:
  using ParameterCallbackType = ParameterCallbackHandle::ParameterCallbackType;
  using ParameterEventCallbackType = ParameterEventCallbackHandle::ParameterEventCallbackType;
  using CallbacksContainerType = std::list<ParameterCallbackHandle::WeakPtr>;
  using Event = rcl_interfaces::msg::ParameterEvent;  ///< What changed of one node.

  /// @param node  a pointer to a node, or whatever has its base and topics.
  template<typename NodeT>
  explicit ParameterEventHandler(NodeT node, const QoS & qos = ParameterEventsQoS())
  : ParameterEventHandler(
      node_interfaces::get_node_base_interface(node),
      node_interfaces::get_node_topics_interface(node), qos) {}
  virtual ~ParameterEventHandler();  ///< Its callbacks end.

  [[nodiscard]] ParameterEventCallbackHandle::SharedPtr add_parameter_event_callback(
    ParameterEventCallbackType callback);
  /// Of one parameter. `node_name`: of this node if empty; relative to this
  /// node's namespace without a leading '/'.
  [[nodiscard]] ParameterCallbackHandle::SharedPtr add_parameter_callback(
    const std::string & parameter_name, ParameterCallbackType callback,
    const std::string & node_name = "");
  /// Throw std::runtime_error if the callback is not there.
  void remove_parameter_event_callback(ParameterEventCallbackHandle::SharedPtr callback_handle);
  /// Throws std::runtime_error if it is not there.
  void remove_parameter_callback(ParameterCallbackHandle::SharedPtr callback_handle);

  /// The new or changed value of a parameter; false if the event has none, or
  /// is of another node than `node_name` (empty: any).
  static bool get_parameter_from_event(
    const Event & event, Parameter & parameter, const std::string & parameter_name,
    const std::string & node_name = "");
  /// Throws std::runtime_error if the event has none.
  static Parameter get_parameter_from_event(
    const Event & event, const std::string & parameter_name, const std::string & node_name = "");
  /// All new and changed ones.
  static std::vector<Parameter> get_parameters_from_event(const Event & event);

private:
  ParameterEventHandler(
    node_interfaces::NodeBaseInterface::SharedPtr node_base,
    node_interfaces::NodeTopicsInterface::SharedPtr node_topics, const QoS & qos);

  struct Callbacks;
  struct Impl;
  const detail::Owned<Impl> impl_;
};

/// Serves ~/get_parameters, get_parameter_types, set_parameters,
/// set_parameters_atomically, describe_parameters and list_parameters while it
/// lives. Answers run in the node's default callback group.
class RCLCPP_PUBLIC ParameterService
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ParameterService)

  /// `node_params` must outlive it.
  ParameterService(
    std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
    std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
    node_interfaces::NodeParametersInterface * node_params,
    const QoS & qos_profile = ParametersQoS());
  ~ParameterService();  ///< Peers that ask get no answer.
  RCLCPP_DISABLE_COPY(ParameterService)

private:
  struct Impl;
  const detail::Owned<Impl> impl_;
};

namespace detail
{
RCLCPP_PUBLIC void copy_parameters(
  node_interfaces::NodeParametersInterface & from, node_interfaces::NodeParametersInterface & to,
  const Logger & logger, bool override_existing);
}  // namespace detail

/// Declares all parameters of `source` on `destination`, with their values and
/// descriptors; sets those that it has already if `override_existing_params`, but
/// for read-only ones, which are logged.
/// @param source, destination  pointers to nodes.
template<typename NodeT1, typename NodeT2>
void copy_all_parameter_values(
  const NodeT1 & source, const NodeT2 & destination, bool override_existing_params = false)
{
  (void)node_interfaces::get_node_parameters_interface(source);  // refuses null
  (void)node_interfaces::get_node_parameters_interface(destination);
  detail::copy_parameters(
    *source->get_node_parameters_interface(), *destination->get_node_parameters_interface(),
    destination->get_node_logging_interface()->get_logger(), override_existing_params);
}

}  // namespace rclcpp
#endif  // RCLCPP__DETAIL__REMOTE_PARAMETERS_HPP_
