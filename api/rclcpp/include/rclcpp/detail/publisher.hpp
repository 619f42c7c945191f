// Sends messages of one type to a topic.
#ifndef RCLCPP__DETAIL__PUBLISHER_HPP_
#define RCLCPP__DETAIL__PUBLISHER_HPP_

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rclcpp/context.hpp"
#include "rclcpp/detail/delivery.hpp"
#include "rclcpp/detail/options.hpp"
#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/qos.hpp"
#include "rcutils/allocator.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace ranvier
{
class Message;
class Publisher;
}

struct rmw_network_flow_endpoint_s;  // rmw/network_flow_endpoint.h

namespace rclcpp
{
class EventHandlerBase;

// ---- where the packets of an endpoint go or come from ----

/// A value. Equal if all of it is.
class RCLCPP_PUBLIC NetworkFlowEndpoint
{
public:
  /// A copy of what the C functions give.
  explicit NetworkFlowEndpoint(const rmw_network_flow_endpoint_s & endpoint);

  /// "UDP", "TCP" or "Unknown".
  const std::string & transport_protocol() const {return transport_protocol_;}
  /// "IPv4", "IPv6" or "Unknown".
  const std::string & internet_protocol() const {return internet_protocol_;}
  uint16_t transport_port() const {return transport_port_;}  ///< 0 if it is not known.
  uint32_t flow_label() const {return flow_label_;}  ///< Of IPv6; 0 if there is none.
  uint8_t dscp() const {return dscp_;}  ///< The class of its packets; 0 if there is none.
  const std::string & internet_address() const {return internet_address_;}  ///< As text.

private:
  std::string transport_protocol_;
  std::string internet_protocol_;
  uint16_t transport_port_;
  uint32_t flow_label_;
  uint8_t dscp_;
  std::string internet_address_;
};

/// Whether all of it is equal.
RCLCPP_PUBLIC bool operator==(const NetworkFlowEndpoint & left, const NetworkFlowEndpoint & right);
/// Whether something differs.
RCLCPP_PUBLIC bool operator!=(const NetworkFlowEndpoint & left, const NetworkFlowEndpoint & right);
/// As JSON.
RCLCPP_PUBLIC std::ostream & operator<<(
  std::ostream & os, const NetworkFlowEndpoint & network_flow_endpoint);


namespace detail
{

/// Memory of the middleware's for one message, or none. Goes back unless it is published.
class RCLCPP_PUBLIC LoanedBuffer
{
public:
  LoanedBuffer() = default;
  explicit LoanedBuffer(ranvier::MessagePtr message);
  LoanedBuffer(LoanedBuffer && other) noexcept
  : memory_(std::exchange(other.memory_, nullptr)), message_(other.message_) {}
  LoanedBuffer & operator=(LoanedBuffer &&) = delete;
  ~LoanedBuffer() {give_back();}

  void * memory() const {return memory_;}
  void give_back() {if (memory_) {let_go();}}
  /// There must be some. Contract: gives it away.
  ranvier::MessagePtr release();

private:
  void let_go();

  void * memory_ = nullptr;
  ranvier::Message * message_ = nullptr;
};

}  // namespace detail

/// Sends messages to a topic, whatever their type.
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC PublisherBase : public std::enable_shared_from_this<PublisherBase>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(PublisherBase)

  /// @throws exceptions::InvalidTopicNameError, exceptions::RCLError.
  PublisherBase(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
    const rosidl_message_type_support_t & type_support, const QoS & qos,
    const PublisherOptionsBase & options);
  /// Subscriptions see that it is gone; what it sent reliably may be lost with it.
  virtual ~PublisherBase();
  RCLCPP_DISABLE_COPY(PublisherBase)

  /// Of the events that have callbacks.
  const std::unordered_map<rmw_event_type_t, std::shared_ptr<EventHandlerBase>> &
  get_event_handlers() const;

  const char * get_topic_name() const;  ///< The full name, after remapping.
  size_t get_queue_size() const;  ///< The depth of its QoS.
  const rmw_gid_t & get_gid() const;  ///< Unique in the network; of the endpoint in DDS.
  /// Subscriptions matched now, in this process and out of it.
  size_t get_subscription_count() const;
  /// Those of this process, which get pointers.
  size_t get_intra_process_subscription_count() const;
  bool is_durability_transient_local() const;  ///< Whether late joiners get what it kept.
  /// @return false if it is not manual-by-topic, or the context is gone.
  [[nodiscard]] bool assert_liveliness() const;
  QoS get_actual_qos() const;  ///< What the network took.
  /// Whether messages of this type, which has a fixed size, can lie in shared memory
  /// (RANVIER_SHM). A loan is of the heap else, and while nobody would read it there
  /// or there is no room.
  bool can_loan_messages() const;
  /// Throws exceptions::RCLError (unsupported): no network tells them.
  std::vector<NetworkFlowEndpoint> get_network_flow_endpoints() const;
  /// `callback` gets how many QoS events of a kind came, on the thread that
  /// brings them. It must be short, and not publish or throw. Throws
  /// std::invalid_argument for null, and if the event has no callback of its own.
  void set_on_new_qos_event_callback(
    std::function<void(size_t)> callback, rcl_publisher_event_type_t event_type);
  /// Waits for a call under way.
  void clear_on_new_qos_event_callback(rcl_publisher_event_type_t event_type);
  /// Names the publisher to functions of C.
  std::shared_ptr<rcl_publisher_t> get_publisher_handle();
  std::shared_ptr<const rcl_publisher_t> get_publisher_handle() const;  ///< The same.
  bool operator==(const rmw_gid_t & gid) const;  ///< Whether it is the publisher of that id.
  /// The same; null is of none.
  bool operator==(const rmw_gid_t * gid) const {return gid && *this == *gid;}
  /// Waits until all matched reliable subscriptions have acknowledged.
  template<typename DurationRepT = int64_t, typename DurationT = std::milli>
  bool wait_for_all_acked(
    std::chrono::duration<DurationRepT, DurationT> timeout =
    std::chrono::duration<DurationRepT, DurationT>(-1)) const
  {
    return wait_for_all_acked_ns(detail::to_nanoseconds(timeout));
  }

protected:
  // The object is taken over, also when this throws.
  void send(void * object);
  void send_copy(const void * object);
  void send_adapted(const detail::Adaptation & adaptation, void * custom);
  void send_adapted_copy(const detail::Adaptation & adaptation, const void * custom);
  void send_serialized(const rcutils_uint8_array_t & bytes);
  void send_lent(detail::LoanedBuffer lent);

  ranvier::Publisher * core_;  // of impl_, one step nearer

private:
  template<typename, typename>
  friend class LoanedMessage;
  detail::LoanedBuffer lend() const;
  bool wait_for_all_acked_ns(std::chrono::nanoseconds timeout) const;

  struct Impl;
  detail::Owned<Impl> impl_;
};

/// A message to be published without a copy. It lies in shared memory, if there is a
/// subscription of this host that reads it there and its type has a fixed size; else on
/// the heap, or in the allocator's memory, for the subscriptions of this process.
///
/// It begins with its defaults and zeros, but for its long arrays of numbers (4096 bytes
/// and more, without a default): in shared memory they hold what was there, so write all
/// that is to be read.
///
/// Lifetime: in shared memory, of the publisher's process; not for a child of fork().
template<typename MessageT, typename AllocatorT = std::allocator<void>>
class LoanedMessage
{
public:
  using MessageAllocator = typename allocator::AllocRebind<MessageT, AllocatorT>::allocator_type;
  using MessageDeleter = allocator::Deleter<MessageAllocator, MessageT>;

  /// Borrows from the publisher. @throws std::bad_alloc.
  explicit LoanedMessage(const PublisherBase & publisher)
  : LoanedMessage(publisher, AllocatorT()) {}
  /// The same; the allocator is for a loan on the heap.
  LoanedMessage(const PublisherBase & publisher, const AllocatorT & allocator)
  : allocator_(kept(allocator)), lent_(publisher.lend())
  {
    if (lent_.memory()) {
      new (lent_.memory()) MessageT(rosidl_runtime_cpp::MessageInitialization::ALL_BUT_BULK);
    } else {
      message_ = detail::make_message<MessageT>(*allocator_);
    }
  }
  LoanedMessage(LoanedMessage &&) = default;  ///< The other is then invalid.
  virtual ~LoanedMessage() = default;  ///< Gives it back, unless it was published.

  /// False once it was published or released.
  bool is_valid() const {return lent_.memory() || message_;}
  /// Throws std::runtime_error if it was released.
  MessageT & get() const
  {
    if (!is_valid()) {throw std::runtime_error("the loaned message was published or released");}
    return lent_.memory() ? *static_cast<MessageT *>(lent_.memory()) : *message_;
  }
  /// A copy, if it lies in shared memory. Of a custom allocator: valid as long as the
  /// loan, which has the allocator.
  std::unique_ptr<MessageT, MessageDeleter> release()
  {
    if (lent_.memory()) {
      message_ = detail::make_message<MessageT>(*allocator_, get());
      lent_.give_back();
    }
    return std::move(message_);
  }

private:
  template<typename, typename>
  friend class Publisher;

  // A message of the heap needs none of its own.
  static std::shared_ptr<MessageAllocator> kept(const AllocatorT & allocator)
  {
    if constexpr (std::is_same_v<MessageDeleter, std::default_delete<MessageT>>) {
      static MessageAllocator any;
      return std::shared_ptr<MessageAllocator>(std::shared_ptr<void>(), &any);
    } else {
      return std::make_shared<MessageAllocator>(allocator);
    }
  }

  std::shared_ptr<MessageAllocator> allocator_;  // at one place for as long as the message
  std::unique_ptr<MessageT, MessageDeleter> message_;
  detail::LoanedBuffer lent_;  // or here
};

/// MessageT is a ROS message, or an adapter of one (TypeAdapter): PublishedType
/// is then the custom type. No publish() is virtual, as in ROS 2: through a pointer to
/// this class what a derived class hides (LifecyclePublisher) is not called.
template<typename MessageT, typename AllocatorT = std::allocator<void>>
class Publisher : public PublisherBase
{
  using Adapter = TypeAdapter<MessageT>;
  static constexpr bool kAdapted = Adapter::is_specialized::value;

public:
  RCLCPP_SMART_PTR_DEFINITIONS(Publisher<MessageT, AllocatorT>)
  using PublishedType = typename Adapter::custom_type;  ///< What publish() takes.
  using ROSMessageType = typename Adapter::ros_message_type;  ///< What is on the wire.
  using PublishedTypeAllocatorTraits = allocator::AllocRebind<PublishedType, AllocatorT>;
  using PublishedTypeAllocator = typename PublishedTypeAllocatorTraits::allocator_type;
  using PublishedTypeDeleter = allocator::Deleter<PublishedTypeAllocator, PublishedType>;
  using ROSMessageTypeAllocatorTraits = allocator::AllocRebind<ROSMessageType, AllocatorT>;
  using ROSMessageTypeAllocator = typename ROSMessageTypeAllocatorTraits::allocator_type;
  using ROSMessageTypeDeleter = allocator::Deleter<ROSMessageTypeAllocator, ROSMessageType>;
  using MessageAllocatorTraits = ROSMessageTypeAllocatorTraits;
  using MessageAllocator = ROSMessageTypeAllocator;
  using MessageDeleter = ROSMessageTypeDeleter;
  /// A message that is given away.
  using MessageUniquePtr = std::unique_ptr<PublishedType, PublishedTypeDeleter>;
  using MessageSharedPtr = std::shared_ptr<const PublishedType>;

  /// @throws as PublisherBase.
  Publisher(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic, const QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options)
  : PublisherBase(
      node_base, topic,
      *rosidl_typesupport_cpp::get_message_type_support_handle<ROSMessageType>(), qos, options),
    allocator_(options.allocator) {}

  /// For classes that derive: called once after the constructor. Does nothing.
  virtual void post_init_setup(
    node_interfaces::NodeBaseInterface *, const std::string &, const QoS &,
    const PublisherOptionsWithAllocator<AllocatorT> &) {}

  /// Gives the message away: a lone receiver of this process gets this object.
  /// Of a custom allocator it is copied, if somebody will get it.
  /// @throws exceptions::RCLError if a keep-all bound is reached by the thread
  ///         that would have to make room.
  void publish(MessageUniquePtr msg)
  {
    if (!msg) {throw std::runtime_error("cannot publish msg which is a null pointer");}
    if constexpr (!std::is_same_v<PublishedTypeDeleter, std::default_delete<PublishedType>>) {
      publish(*msg);
    } else if constexpr (kAdapted) {
      send_adapted(detail::AdaptationOf<Adapter>::functions(), msg.release());
    } else {
      send(msg.release());
    }
  }
  /// Copies the message, if somebody will get it.
  void publish(const PublishedType & msg)
  {
    if constexpr (kAdapted) {
      send_adapted_copy(detail::AdaptationOf<Adapter>::functions(), &msg);
    } else {
      send_copy(&msg);
    }
  }
  /// The same with ROS messages, for a publisher of another type.
  template<typename T>
  std::enable_if_t<kAdapted && std::is_same_v<T, ROSMessageType>> publish(
    std::unique_ptr<T, ROSMessageTypeDeleter> msg)
  {
    if (!msg) {throw std::runtime_error("cannot publish msg which is a null pointer");}
    if constexpr (std::is_same_v<ROSMessageTypeDeleter, std::default_delete<T>>) {
      send(msg.release());
    } else {
      send_copy(msg.get());
    }
  }
  template<typename T>
  std::enable_if_t<kAdapted && std::is_same_v<T, ROSMessageType>> publish(const T & msg)
  {
    send_copy(&msg);
  }
  /// Bytes as they are.
  void publish(const rcutils_uint8_array_t & serialized_msg) {send_serialized(serialized_msg);}
  /// Bytes that are a message of its type already; they are sent as they are.
  void publish(const SerializedMessage & serialized_msg)
  {
    send_serialized(serialized_msg.get_rcl_serialized_message());
  }
  /// Throws std::runtime_error for a loan that was published or released.
  template<typename T>  // ROSMessageType; a template, as else each publish() compiled the loan
  void publish(LoanedMessage<T, AllocatorT> && loaned_msg)
  {
    if (!loaned_msg.is_valid()) {throw std::runtime_error("loaned message is not valid");}
    if (loaned_msg.lent_.memory()) {
      send_lent(std::move(loaned_msg.lent_));
    } else {
      publish(loaned_msg.release());
    }
  }
  /// A message to fill and publish without a copy; see LoanedMessage.
  LoanedMessage<ROSMessageType, AllocatorT> borrow_loaned_message()
  {
    return LoanedMessage<ROSMessageType, AllocatorT>(*this, own_allocator());
  }

  /// The one of its options; a new one if there is none.
  std::shared_ptr<AllocatorT> get_allocator() const
  {
    return allocator_ ? allocator_ : std::make_shared<AllocatorT>();
  }
  PublishedTypeAllocator get_published_type_allocator() const
  {
    return PublishedTypeAllocator(own_allocator());
  }
  ROSMessageTypeAllocator get_ros_message_type_allocator() const
  {
    return ROSMessageTypeAllocator(own_allocator());
  }

private:
  AllocatorT own_allocator() const {return allocator_ ? *allocator_ : AllocatorT();}

  const std::shared_ptr<AllocatorT> allocator_;
};

/// Sends bytes to a topic whose type is known by its name alone.
class RCLCPP_PUBLIC GenericPublisher : public PublisherBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericPublisher)

  /// @throws as PublisherBase.
  GenericPublisher(
    node_interfaces::NodeBaseInterface * node_base,
    const rosidl_message_type_support_t & type_support, const std::string & topic,
    const QoS & qos, const PublisherOptionsBase & options)
  : PublisherBase(node_base, topic, type_support, qos, options) {}

  /// Bytes as SerializedMessage holds them: CDR with its header.
  /// @throws exceptions::RCLError as Publisher::publish().
  void publish(const SerializedMessage & message)
  {
    send_serialized(message.get_rcl_serialized_message());
  }
  /// As publish(): bytes are copied once.
  void publish_as_loaned_msg(const SerializedMessage & message) {publish(message);}
};

}  // namespace rclcpp

#endif  // RCLCPP__DETAIL__PUBLISHER_HPP_
