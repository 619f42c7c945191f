// Makes publishers, subscriptions, clients and services of a node, of a
// pointer to one, of whatever has the interfaces of one, or of the interfaces.
// Node's own functions of these names end here too. Timers: create_timer.hpp.
#ifndef RCLCPP__DETAIL__CREATE_HPP_
#define RCLCPP__DETAIL__CREATE_HPP_

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <unordered_set>
#include <utility>
#include <variant>

#include "rclcpp/client.hpp"
#include "rclcpp/detail/create_timer.hpp"
#include "rclcpp/detail/publisher.hpp"
#include "rclcpp/node_interfaces/detail/get_interface.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp
{
namespace detail
{

// Counted pointers are made out of line, for the base: std::make_shared of each
// type is much to compile. And nodes know their entities weakly, which keeps the
// counts: were their code of a user's library, it could not be closed before the node.
RCLCPP_PUBLIC ClientBase::SharedPtr owned_base(ClientBase * client);
RCLCPP_PUBLIC PublisherBase::SharedPtr owned_base(PublisherBase * publisher);
RCLCPP_PUBLIC ServiceBase::SharedPtr owned_base(ServiceBase * service);
RCLCPP_PUBLIC SubscriptionBase::SharedPtr owned_base(SubscriptionBase * subscription);
RCLCPP_PUBLIC TimerBase::SharedPtr owned_base(TimerBase * timer);

/// Owns what `new` gave.
template<typename T>
std::shared_ptr<T> owned(T * object) {return std::static_pointer_cast<T>(owned_base(object));}

/// The QoS after the parameters that may change it; the same if none may.
/// Throws std::invalid_argument if some may and there are no parameters.
RCLCPP_PUBLIC QoS overridden_qos(
  node_interfaces::NodeParametersInterface * parameters,
  const node_interfaces::NodeTopicsInterface & topics, const std::string & topic,
  const char * entity, const QosOverridingOptions & options, const QoS & qos);

RCLCPP_PUBLIC QoS to_qos(const rmw_qos_profile_t & profile);

/// The handle of a message type by its name: "std_msgs/msg/String". Loads the
/// package's library, found through AMENT_PREFIX_PATH, and keeps it.
/// Throws std::runtime_error naming the type, what was tried and the remedy.
RCLCPP_PUBLIC const rosidl_message_type_support_t & message_type_support(
  const std::string & type);
/// The same for a service type: "std_srvs/srv/SetBool".
RCLCPP_PUBLIC const rosidl_service_type_support_t & service_type_support(
  const std::string & type);

/// A callback that counts messages for topic statistics, if the options or the
/// node want them; else the same. Throws std::invalid_argument for a period that
/// is none.
RCLCPP_PUBLIC Owned<ErasedCallback> measured(
  Owned<ErasedCallback> callback,
  node_interfaces::NodeParametersInterface * parameters,
  node_interfaces::NodeTopicsInterface & topics, const SubscriptionOptionsBase & options);

template<typename PublisherT, typename OptionsT>
[[gnu::cold]] std::shared_ptr<PublisherT> make_publisher(
  node_interfaces::NodeParametersInterface * parameters,
  node_interfaces::NodeTopicsInterface & topics, const std::string & topic, const QoS & qos,
  const OptionsT & options)
{
  const QoS actual =
    overridden_qos(parameters, topics, topic, "publisher", options.qos_overriding_options, qos);
  auto * const publisher =
    new PublisherT(topics.get_node_base_interface(), topic, actual, options);
  PublisherBase::SharedPtr base = owned_base(publisher);
  publisher->post_init_setup(topics.get_node_base_interface(), topic, actual, options);
  topics.add_publisher(base, options.callback_group);
  return std::static_pointer_cast<PublisherT>(std::move(base));
}

template<typename SubscriptionT, typename AnyCallbackT, typename CallbackT, typename OptionsT>
std::shared_ptr<SubscriptionT> make_subscription(
  node_interfaces::NodeParametersInterface * parameters,
  node_interfaces::NodeTopicsInterface & topics, const std::string & topic, const QoS & qos,
  CallbackT && callback, const OptionsT & options)
{
  AnyCallbackT any = options.allocator ? AnyCallbackT(*options.allocator) : AnyCallbackT();
  any.set(std::decay_t<CallbackT>(std::forward<CallbackT>(callback)));
  any.adopt(measured(any.release(), parameters, topics, options));
  const QoS actual = overridden_qos(
    parameters, topics, topic, "subscription", options.qos_overriding_options, qos);
  auto subscription = owned(
    new SubscriptionT(
      topics.get_node_base_interface(), topic, actual, std::move(any), options));
  subscription->post_init_setup(topics.get_node_base_interface(), actual, options);
  topics.add_subscription(subscription, options.callback_group);
  return subscription;
}

RCLCPP_PUBLIC std::shared_ptr<GenericPublisher> make_generic_publisher(
  node_interfaces::NodeTopicsInterface & topics, const std::string & topic,
  const std::string & type, const QoS & qos, const PublisherOptionsBase & options);
RCLCPP_PUBLIC std::shared_ptr<GenericSubscription> open_generic_subscription(
  node_interfaces::NodeTopicsInterface & topics, const std::string & topic,
  const std::string & type, const QoS & qos,
  AnySubscriptionCallback<SerializedMessage> callback,
  const SubscriptionOptionsBase & options);

template<typename CallbackT>
later_t<CallbackT, std::shared_ptr<GenericSubscription>> make_generic_subscription(
  node_interfaces::NodeTopicsInterface & topics, const std::string & topic,
  const std::string & type, const QoS & qos, CallbackT && callback,
  const SubscriptionOptionsBase & options)
{
  AnySubscriptionCallback<SerializedMessage> any;
  any.set(std::decay_t<CallbackT>(std::forward<CallbackT>(callback)));
  return open_generic_subscription(topics, topic, type, qos, std::move(any), options);
}

template<typename ServiceT>
std::shared_ptr<Client<ServiceT>> make_client(
  node_interfaces::NodeBaseInterface & base, node_interfaces::NodeServicesInterface & services,
  const std::string & name, const QoS & qos, CallbackGroup::SharedPtr group)
{
  auto client = owned(new Client<ServiceT>(&base, name, qos, group.get()));
  services.add_client(client, std::move(group));
  return client;
}

template<typename ServiceT, typename CallbackT>
std::shared_ptr<Service<ServiceT>> make_service(
  node_interfaces::NodeBaseInterface & base, node_interfaces::NodeServicesInterface & services,
  const std::string & name, CallbackT && callback, const QoS & qos,
  CallbackGroup::SharedPtr group)
{
  auto service = owned(new Service<ServiceT>(&base, name, qos, group.get()));
  services.add_service(service, std::move(group));
  service->start(std::decay_t<CallbackT>(std::forward<CallbackT>(callback)));
  return service;
}

/// The parameters of what has some; null of what has none.
template<typename NodeT>
later_t<NodeT, std::shared_ptr<node_interfaces::NodeParametersInterface>> parameters_if_any(
  NodeT & node)
{
  using node_interfaces::NodeParametersInterface;
  if constexpr (
    std::is_convertible_v<NodeT &, std::shared_ptr<NodeParametersInterface>> ||
    node_interfaces::has_node_parameters_interface<NodeT>::value ||
    node_interfaces::has_node_parameters_interface<pointed_t<NodeT>>::value)
  {
    return node_interfaces::get_node_parameters_interface(node);
  } else {
    return nullptr;
  }
}

}  // namespace detail

// ---- publishers ----

template<
  typename MessageT, typename AllocatorT = std::allocator<void>,
  typename PublisherT = Publisher<MessageT, AllocatorT>, typename NodeT>
std::shared_ptr<PublisherT> create_publisher(
  NodeT && node, const std::string & topic_name, const QoS & qos,
  const PublisherOptionsWithAllocator<AllocatorT> & options =
  detail::no_options<PublisherOptionsWithAllocator<AllocatorT>>())
{
  return detail::make_publisher<PublisherT>(
    detail::parameters_if_any(node).get(), *node_interfaces::get_node_topics_interface(node),
    topic_name, qos, options);
}

template<
  typename MessageT, typename AllocatorT = std::allocator<void>,
  typename PublisherT = Publisher<MessageT, AllocatorT>>
std::shared_ptr<PublisherT> create_publisher(
  const node_interfaces::NodeParametersInterface::SharedPtr & node_parameters,
  const node_interfaces::NodeTopicsInterface::SharedPtr & node_topics,
  const std::string & topic_name, const QoS & qos,
  const PublisherOptionsWithAllocator<AllocatorT> & options =
  detail::no_options<PublisherOptionsWithAllocator<AllocatorT>>())
{
  return detail::make_publisher<PublisherT>(
    detail::raw<MessageT>(node_parameters),
    detail::not_null<MessageT>(node_topics, "create_publisher()", "node_topics"), topic_name, qos,
    options);
}

// ---- subscriptions ----

template<
  typename MessageT, typename CallbackT, typename AllocatorT = std::allocator<void>,
  typename SubscriptionT = Subscription<MessageT, AllocatorT>, typename NodeT>
std::shared_ptr<SubscriptionT> create_subscription(
  NodeT && node, const std::string & topic_name, const QoS & qos, CallbackT && callback,
  const SubscriptionOptionsWithAllocator<AllocatorT> & options =
  detail::no_options<SubscriptionOptionsWithAllocator<AllocatorT>>())
{
  return detail::make_subscription<
    SubscriptionT, AnySubscriptionCallback<MessageT, AllocatorT>>(
    detail::parameters_if_any(node).get(), *node_interfaces::get_node_topics_interface(node),
    topic_name, qos, std::forward<CallbackT>(callback), options);
}

template<
  typename MessageT, typename CallbackT, typename AllocatorT = std::allocator<void>,
  typename SubscriptionT = Subscription<MessageT, AllocatorT>>
std::shared_ptr<SubscriptionT> create_subscription(
  const node_interfaces::NodeParametersInterface::SharedPtr & node_parameters,
  const node_interfaces::NodeTopicsInterface::SharedPtr & node_topics,
  const std::string & topic_name, const QoS & qos, CallbackT && callback,
  const SubscriptionOptionsWithAllocator<AllocatorT> & options =
  detail::no_options<SubscriptionOptionsWithAllocator<AllocatorT>>())
{
  return detail::make_subscription<
    SubscriptionT, AnySubscriptionCallback<MessageT, AllocatorT>>(
    detail::raw<MessageT>(node_parameters),
    detail::not_null<MessageT>(node_topics, "create_subscription()", "node_topics"), topic_name,
    qos, std::forward<CallbackT>(callback), options);
}

/// With a memory strategy: see rclcpp/message_memory_strategy.hpp.
template<
  typename MessageT, typename CallbackT, typename AllocatorT,
  typename SubscriptionT = Subscription<MessageT, AllocatorT>, typename StrategyT, typename NodeT>
std::shared_ptr<SubscriptionT> create_subscription(
  NodeT && node, const std::string & topic_name, const QoS & qos, CallbackT && callback,
  const SubscriptionOptionsWithAllocator<AllocatorT> & options,
  std::shared_ptr<StrategyT> msg_mem_strat)
{
  auto subscription = create_subscription<MessageT, CallbackT, AllocatorT, SubscriptionT>(
    std::forward<NodeT>(node), topic_name, qos, std::forward<CallbackT>(callback), options);
  subscription->use_memory(std::move(msg_mem_strat));
  return subscription;
}

// ---- publishers and subscriptions of types known by name ----

/// Throws std::runtime_error for a type that cannot be found.
template<typename AllocatorT = std::allocator<void>>
detail::later_t<AllocatorT, std::shared_ptr<GenericPublisher>> create_generic_publisher(
  node_interfaces::NodeTopicsInterface::SharedPtr topics_interface,
  const std::string & topic_name, const std::string & topic_type, const QoS & qos,
  const PublisherOptionsWithAllocator<AllocatorT> & options =
  detail::no_options<PublisherOptionsWithAllocator<AllocatorT>>())
{
  return detail::make_generic_publisher(
    detail::not_null<AllocatorT>(
      topics_interface, "create_generic_publisher()", "topics_interface"),
    topic_name, topic_type, qos, options);
}

/// The callback takes a SerializedMessage, as const &, shared_ptr or unique_ptr,
/// and may take a const MessageInfo & after it.
template<typename CallbackT, typename AllocatorT = std::allocator<void>>
detail::later_t<AllocatorT, std::shared_ptr<GenericSubscription>> create_generic_subscription(
  node_interfaces::NodeTopicsInterface::SharedPtr topics_interface,
  const std::string & topic_name, const std::string & topic_type, const QoS & qos,
  CallbackT && callback,
  const SubscriptionOptionsWithAllocator<AllocatorT> & options =
  detail::no_options<SubscriptionOptionsWithAllocator<AllocatorT>>())
{
  return detail::make_generic_subscription(
    detail::not_null<AllocatorT>(
      topics_interface, "create_generic_subscription()", "topics_interface"),
    topic_name, topic_type, qos, std::forward<CallbackT>(callback), options);
}

// ---- clients and services ----

template<typename ServiceT>
typename Client<ServiceT>::SharedPtr create_client(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeGraphInterface>,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, const QoS & qos = ServicesQoS(),
  CallbackGroup::SharedPtr group = nullptr)
{
  return detail::make_client<ServiceT>(
    detail::not_null<ServiceT>(node_base, "create_client()", "node_base"),
    detail::not_null<ServiceT>(node_services, "create_client()", "node_services"), service_name,
    qos, std::move(group));
}

template<typename ServiceT>
typename Client<ServiceT>::SharedPtr create_client(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeGraphInterface> node_graph,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, const rmw_qos_profile_t & qos_profile,
  CallbackGroup::SharedPtr group)
{
  return create_client<ServiceT>(
    std::move(node_base), std::move(node_graph), std::move(node_services), service_name,
    detail::to_qos(qos_profile), std::move(group));
}

template<typename ServiceT, typename NodeT>
typename Client<ServiceT>::SharedPtr create_client(
  NodeT && node, const std::string & service_name, const QoS & qos = ServicesQoS(),
  CallbackGroup::SharedPtr group = nullptr)
{
  return create_client<ServiceT>(
    node_interfaces::get_node_base_interface(node),
    node_interfaces::get_node_graph_interface(node),
    node_interfaces::get_node_services_interface(node), service_name, qos, std::move(group));
}

/// See GenericClient.
RCLCPP_PUBLIC GenericClient::SharedPtr create_generic_client(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeGraphInterface> node_graph,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, const std::string & service_type,
  const QoS & qos = ServicesQoS(), CallbackGroup::SharedPtr group = nullptr);

template<typename NodeT>
detail::later_t<NodeT, GenericClient::SharedPtr> create_generic_client(
  NodeT && node, const std::string & service_name, const std::string & service_type,
  const QoS & qos = ServicesQoS(), CallbackGroup::SharedPtr group = nullptr)
{
  return create_generic_client(
    node_interfaces::get_node_base_interface(node),
    node_interfaces::get_node_graph_interface(node),
    node_interfaces::get_node_services_interface(node), service_name, service_type, qos,
    std::move(group));
}

template<typename ServiceT, typename CallbackT>
typename Service<ServiceT>::SharedPtr create_service(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, CallbackT && callback, const QoS & qos,
  CallbackGroup::SharedPtr group)
{
  return detail::make_service<ServiceT>(
    detail::not_null<ServiceT>(node_base, "create_service()", "node_base"),
    detail::not_null<ServiceT>(node_services, "create_service()", "node_services"), service_name,
    std::forward<CallbackT>(callback), qos, std::move(group));
}

template<typename ServiceT, typename CallbackT>
typename Service<ServiceT>::SharedPtr create_service(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, CallbackT && callback,
  const rmw_qos_profile_t & qos_profile, CallbackGroup::SharedPtr group)
{
  return create_service<ServiceT>(
    std::move(node_base), std::move(node_services), service_name,
    std::forward<CallbackT>(callback), detail::to_qos(qos_profile), std::move(group));
}

template<typename ServiceT, typename CallbackT, typename NodeT>
typename Service<ServiceT>::SharedPtr create_service(
  NodeT && node, const std::string & service_name, CallbackT && callback,
  const QoS & qos = ServicesQoS(), CallbackGroup::SharedPtr group = nullptr)
{
  return create_service<ServiceT>(
    node_interfaces::get_node_base_interface(node),
    node_interfaces::get_node_services_interface(node), service_name,
    std::forward<CallbackT>(callback), qos, std::move(group));
}

}  // namespace rclcpp
#endif  // RCLCPP__DETAIL__CREATE_HPP_
