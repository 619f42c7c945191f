// Receives messages of one type from a topic.
#ifndef RCLCPP__SUBSCRIPTION_HPP_
#define RCLCPP__SUBSCRIPTION_HPP_

#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <shared_mutex>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rclcpp/any_subscription_callback.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/detail/allocators.hpp"
#include "rclcpp/detail/delivery.hpp"
#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/detail/options.hpp"
#include "rclcpp/detail/publisher.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace ranvier
{
class Subscription;
class Work;
}

namespace rclcpp
{
class EventHandlerBase;
class NetworkFlowEndpoint;  // rclcpp/publisher.hpp

namespace dynamic_typesupport
{
class DynamicMessage;
class DynamicMessageType;
class DynamicSerializationSupport;
}  // namespace dynamic_typesupport

// ---- what a callback says of its message, at compile time ----

namespace subscription_traits
{

/// The message type of a callback's argument: T of T, of const T &, and of a
/// shared or unique pointer to it.
template<typename ArgumentT>
struct extract_message_type
{
  using type = std::remove_cv_t<std::remove_reference_t<ArgumentT>>;
};
template<typename ArgumentT>
struct extract_message_type<ArgumentT &>: extract_message_type<std::remove_cv_t<ArgumentT>> {};
template<typename ArgumentT>
struct extract_message_type<ArgumentT &&>: extract_message_type<std::remove_cv_t<ArgumentT>> {};
template<typename MessageT>
struct extract_message_type<std::shared_ptr<MessageT>>: extract_message_type<MessageT> {};
template<typename MessageT, typename DeleterT>
struct extract_message_type<std::unique_ptr<MessageT, DeleterT>>: extract_message_type<MessageT>
{};

/// Whether an argument is bytes instead of a message.
template<typename ArgumentT>
struct is_serialized_subscription_argument
  : std::bool_constant<
    std::is_same_v<typename extract_message_type<ArgumentT>::type, SerializedMessage>> {};

/// The same of a subscription's message type.
template<typename MessageT>
struct is_serialized_subscription : is_serialized_subscription_argument<MessageT> {};

/// The same of a callback.
template<typename CallbackT>
struct is_serialized_callback
  : is_serialized_subscription_argument<
    typename function_traits::function_traits<CallbackT>::template argument_type<0>> {};

/// `type` is the message type of a callback.
template<typename CallbackT, typename AllocatorT = std::allocator<void>>
struct has_message_type
  : extract_message_type<
    typename function_traits::function_traits<CallbackT>::template argument_type<0>> {};

}  // namespace subscription_traits

/// What a subscription's callback is given.
enum class DeliveredMessageKind : uint8_t
{
  INVALID = 0,
  ROS_MESSAGE = 1,
  SERIALIZED_MESSAGE = 2,
  DYNAMIC_MESSAGE = 3,  ///< of no subscription here
};

/// Receives messages of a topic, whatever their type.
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC SubscriptionBase : public std::enable_shared_from_this<SubscriptionBase>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(SubscriptionBase)

  /// @throws exceptions::InvalidTopicNameError, exceptions::RCLError.
  SubscriptionBase(
    node_interfaces::NodeBaseInterface * node_base,
    const rosidl_message_type_support_t & type_support, const std::string & topic,
    const QoS & qos, const SubscriptionOptionsBase & options,
    detail::Owned<detail::ErasedCallback> callback);
  /// No callback begins any more; one under way goes on.
  virtual ~SubscriptionBase();
  RCLCPP_DISABLE_COPY(SubscriptionBase)

  /// Of the events that have callbacks.
  const std::unordered_map<rmw_event_type_t, std::shared_ptr<EventHandlerBase>> &
  get_event_handlers() const;

  const char * get_topic_name() const;  ///< The full name, after remapping.
  /// Publishers matched now, in this process and out of it.
  size_t get_publisher_count() const;
  QoS get_actual_qos() const;  ///< What the network took.
  /// Names its type.
  const rosidl_message_type_support_t & get_message_type_support_handle() const;
  bool is_serialized() const;  ///< Whether its callback takes bytes.
  /// Whether messages of this type can be read where a publisher of this host lent
  /// them: it has a fixed size, and there is shared memory (RANVIER_SHM).
  bool can_loan_messages() const;
  /// Throws exceptions::RCLError (unsupported): no network tells them.
  std::vector<NetworkFlowEndpoint> get_network_flow_endpoints() const;
  bool use_intra_process() const;  ///< Whether publishers of this process pass it pointers.
  /// Names the subscription to wait sets.
  std::shared_ptr<rcl_subscription_t> get_subscription_handle();
  std::shared_ptr<const rcl_subscription_t> get_subscription_handle() const;  ///< The same.
  /// The part is this, or one of its event handlers. @return what it was before.
  /// @throws std::runtime_error for another pointer.
  bool exchange_in_use_by_wait_set_state(void * pointer_to_subscription_part, bool in_use_state);

  /// Whether a filter is in force.
  bool is_cft_enabled() const;
  /// From now on only messages that fulfil the expression arrive; all, if it is
  /// empty. `expression_parameters` stand for its %0, %1 ...; docs/differences.md
  /// has the language. The first filter of a subscription that began without one
  /// makes its endpoint again: messages under way may be lost.
  /// Throws exceptions::RCLError with the place and the remedy.
  void set_content_filter(
    const std::string & filter_expression,
    const std::vector<std::string> & expression_parameters = {});
  /// Throws exceptions::RCLError if there is none.
  ContentFilterOptions get_content_filter() const;

  /// Takes the oldest message past the executor, as bytes; false if there is none.
  bool take_serialized(SerializedMessage & message_out, MessageInfo & message_info_out);
  /// The same, copied into an object of the topic's type.
  bool take_type_erased(void * message_out, MessageInfo & message_info_out);

  /// `callback` gets how many messages came, on the thread that brings them, once now
  /// if some wait already. It must be short, and not publish or throw.
  /// Throws std::invalid_argument for null.
  void set_on_new_message_callback(std::function<void(size_t)> callback);
  void clear_on_new_message_callback();  ///< Waits for a call of it that is under way.
  /// The same of a QoS event, which must have a callback of its own: else
  /// std::invalid_argument.
  void set_on_new_qos_event_callback(
    std::function<void(size_t)> callback, rcl_subscription_event_type_t event_type);
  /// As the one above.
  void clear_on_new_qos_event_callback(rcl_subscription_event_type_t event_type);

  /// What its callback takes: bytes, or a message.
  DeliveredMessageKind get_delivered_message_kind() const
  {
    return is_serialized() ? DeliveredMessageKind::SERIALIZED_MESSAGE :
           DeliveredMessageKind::ROS_MESSAGE;
  }

  // ---- for code that takes messages past the executor, and calls callbacks itself ----

  /// An empty message of the topic's type, of the memory strategy if there is one.
  virtual std::shared_ptr<void> create_message();
  virtual std::shared_ptr<SerializedMessage> create_serialized_message();  ///< Empty.
  /// Gives back what the two lent.
  virtual void return_message(std::shared_ptr<void> & message);
  /// The same.
  virtual void return_serialized_message(std::shared_ptr<SerializedMessage> & message);
  /// Calls the callback here, with a copy of the message.
  virtual void handle_message(
    std::shared_ptr<void> & message, const MessageInfo & message_info);
  /// The same with encoded bytes. Throws exceptions::RCLError if the callback
  /// wants a message and the bytes are none.
  virtual void handle_serialized_message(
    const std::shared_ptr<SerializedMessage> & serialized_message,
    const MessageInfo & message_info);
  /// The same with a message that stays the caller's.
  virtual void handle_loaned_message(void * loaned_message, const MessageInfo & message_info);

  // Dynamic messages are of no subscription that ROS 2 has: these throw
  // exceptions::UnimplementedError, as there.
  virtual std::shared_ptr<dynamic_typesupport::DynamicMessageType>
  get_shared_dynamic_message_type();
  virtual std::shared_ptr<dynamic_typesupport::DynamicMessage> get_shared_dynamic_message();
  virtual std::shared_ptr<dynamic_typesupport::DynamicSerializationSupport>
  get_shared_dynamic_serialization_support();
  virtual std::shared_ptr<dynamic_typesupport::DynamicMessage> create_dynamic_message();
  virtual void return_dynamic_message(
    std::shared_ptr<dynamic_typesupport::DynamicMessage> & message);
  virtual void handle_dynamic_message(
    const std::shared_ptr<dynamic_typesupport::DynamicMessage> & message,
    const MessageInfo & message_info);
  bool take_dynamic_message(
    dynamic_typesupport::DynamicMessage & message_out, MessageInfo & message_info_out);

  // ---- the runtime's own ----

  /// Before messages are borrowed.
  void use_memory(std::shared_ptr<detail::MessageMemory> memory);
  const std::shared_ptr<ranvier::Subscription> & core() const;  ///< The runtime's own.
  /// What executors run this as; null if none can yet. The runtime's own.
  ranvier::Work * work() const noexcept;
  /// Runs the callback for what came first, if something did, on this thread,
  /// past executors. The runtime's own.
  void run_once();

private:
  struct Impl;
  detail::Owned<Impl> impl_;
};

/// MessageT is a ROS message, or an adapter of one (TypeAdapter): SubscribedType
/// is then the custom type.
template<typename MessageT, typename AllocatorT = std::allocator<void>>
class Subscription : public SubscriptionBase
{
  using Adapter = TypeAdapter<MessageT>;

public:
  RCLCPP_SMART_PTR_DEFINITIONS(Subscription<MessageT, AllocatorT>)
  using SubscribedType = typename Adapter::custom_type;  ///< What a callback takes.
  using ROSMessageType = typename Adapter::ros_message_type;  ///< What is on the wire.
  using SubscribedTypeAllocatorTraits = allocator::AllocRebind<SubscribedType, AllocatorT>;
  using SubscribedTypeAllocator = typename SubscribedTypeAllocatorTraits::allocator_type;
  using SubscribedTypeDeleter = allocator::Deleter<SubscribedTypeAllocator, SubscribedType>;
  using ROSMessageTypeAllocatorTraits = allocator::AllocRebind<ROSMessageType, AllocatorT>;
  using ROSMessageTypeAllocator = typename ROSMessageTypeAllocatorTraits::allocator_type;
  using ROSMessageTypeDeleter = allocator::Deleter<ROSMessageTypeAllocator, ROSMessageType>;
  using MessageAllocatorTraits = ROSMessageTypeAllocatorTraits;
  using MessageAllocator = ROSMessageTypeAllocator;
  using MessageDeleter = ROSMessageTypeDeleter;
  /// Of a message of its own.
  using MessageUniquePtr = std::unique_ptr<ROSMessageType, ROSMessageTypeDeleter>;
  /// Of one that others read too.
  using ConstMessageSharedPtr = std::shared_ptr<const ROSMessageType>;
  using MessageMemoryStrategyType =
    message_memory_strategy::MessageMemoryStrategy<ROSMessageType, AllocatorT>;

  /// It receives from its creation on. @throws as SubscriptionBase.
  Subscription(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic, const QoS & qos,
    AnySubscriptionCallback<MessageT, AllocatorT> callback,
    const SubscriptionOptionsWithAllocator<AllocatorT> & options)
  : SubscriptionBase(
      node_base, *rosidl_typesupport_cpp::get_message_type_support_handle<ROSMessageType>(),
      topic, qos, options, callback.release()) {}

  /// Called once after the constructor, by the factory of the very class; a class that derives
  /// may hide it. Does nothing.
  void post_init_setup(
    node_interfaces::NodeBaseInterface *, const QoS &,
    const SubscriptionOptionsWithAllocator<AllocatorT> &) {}

  /// Takes the oldest message past the executor; false if there is none.
  bool take(ROSMessageType & message_out, MessageInfo & message_info_out)
  {
    return take_type_erased(&message_out, message_info_out);
  }
  /// The same, converted to the custom type.
  template<typename T>
  std::enable_if_t<
    Adapter::is_specialized::value && std::is_same_v<T, SubscribedType>, bool> take(
    T & message_out, MessageInfo & message_info_out)
  {
    const auto message = std::make_unique<ROSMessageType>();  // may be too large for the stack
    if (!take_type_erased(message.get(), message_info_out)) {return false;}
    Adapter::convert_to_custom(*message, message_out);
    return true;
  }
};

/// Receives bytes from a topic whose type is known by its name alone.
class RCLCPP_PUBLIC GenericSubscription : public SubscriptionBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericSubscription)

  /// @throws as SubscriptionBase.
  GenericSubscription(
    node_interfaces::NodeBaseInterface * node_base,
    const rosidl_message_type_support_t & type_support, const std::string & topic,
    const QoS & qos, AnySubscriptionCallback<SerializedMessage> callback,
    const SubscriptionOptionsBase & options)
  : SubscriptionBase(node_base, type_support, topic, qos, options, callback.release()) {}
};

}  // namespace rclcpp
#endif  // RCLCPP__SUBSCRIPTION_HPP_
