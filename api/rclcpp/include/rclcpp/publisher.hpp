// Sends messages of one type to a topic.
#ifndef RCLCPP__PUBLISHER_HPP_
#define RCLCPP__PUBLISHER_HPP_

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rclcpp/detail/delivery.hpp"
#include "rclcpp/detail/endpoint_options.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rcutils/allocator.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace ranvier
{
class Publisher;
}

namespace rclcpp
{

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
  virtual ~PublisherBase();
  RCLCPP_DISABLE_COPY(PublisherBase)

  const char * get_topic_name() const;
  size_t get_queue_size() const;
  const rmw_gid_t & get_gid() const;
  /// Subscriptions matched now, in this process and out of it.
  size_t get_subscription_count() const;
  size_t get_intra_process_subscription_count() const;
  bool is_durability_transient_local() const;
  /// @return false if it is not manual-by-topic, or the context is gone.
  [[nodiscard]] bool assert_liveliness() const;
  QoS get_actual_qos() const;
  bool can_loan_messages() const {return false;}
  bool operator==(const rmw_gid_t & gid) const;
  bool operator==(const rmw_gid_t * gid) const {return gid && *this == *gid;}
  /// Waits until all matched reliable subscriptions have acknowledged.
  template<typename DurationRepT = int64_t, typename DurationT = std::milli>
  bool wait_for_all_acked(
    std::chrono::duration<DurationRepT, DurationT> timeout =
    std::chrono::duration<DurationRepT, DurationT>(-1)) const
  {
    return wait_for_all_acked_ns(std::chrono::duration_cast<std::chrono::nanoseconds>(timeout));
  }

protected:
  // The object is taken over, also when this throws.
  void send(void * object);
  void send_copy(const void * object);
  void send_serialized(const rcutils_uint8_array_t & bytes);

private:
  bool wait_for_all_acked_ns(std::chrono::nanoseconds timeout) const;

  struct Impl;
  ranvier::Publisher * core_;  // of impl_, one step nearer
  std::unique_ptr<Impl> impl_;
};

/// Until the shared-memory route lends its own, the loan is an object of the
/// heap: publishing it hands the object over without a copy inside the process.
template<typename MessageT, typename AllocatorT = std::allocator<void>>
class LoanedMessage
{
public:
  explicit LoanedMessage(const PublisherBase & publisher)
  : publisher_(publisher), message_(std::make_unique<MessageT>()) {}
  LoanedMessage(LoanedMessage &&) = default;

  bool is_valid() const {return message_ != nullptr;}
  MessageT & get() const {return *message_;}
  std::unique_ptr<MessageT> release() {return std::move(message_);}

private:
  const PublisherBase & publisher_;
  std::unique_ptr<MessageT> message_;
};

template<typename MessageT, typename AllocatorT = std::allocator<void>>
class Publisher : public PublisherBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Publisher<MessageT, AllocatorT>)
  using PublishedType = MessageT;
  using ROSMessageType = MessageT;
  using MessageUniquePtr = std::unique_ptr<MessageT>;
  using MessageSharedPtr = std::shared_ptr<const MessageT>;

  Publisher(
    node_interfaces::NodeBaseInterface * node_base, const std::string & topic, const QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options)
  : PublisherBase(
      node_base, topic,
      *rosidl_typesupport_cpp::get_message_type_support_handle<MessageT>(), qos, options) {}

  /// Gives the message away: a lone receiver of this process gets this object.
  /// @throws exceptions::RCLError if a keep-all bound is reached by the thread
  ///         that would have to make room.
  virtual void publish(MessageUniquePtr msg)
  {
    if (!msg) {throw std::runtime_error("msg argument is nullptr");}
    send(msg.release());
  }
  /// Copies the message, if somebody will get it.
  virtual void publish(const MessageT & msg) {send_copy(&msg);}
  void publish(const rcutils_uint8_array_t & serialized_msg) {send_serialized(serialized_msg);}
  void publish(const SerializedMessage & serialized_msg)
  {
    send_serialized(serialized_msg.get_rcl_serialized_message());
  }
  void publish(LoanedMessage<MessageT, AllocatorT> && loaned_msg)
  {
    if (!loaned_msg.is_valid()) {throw std::runtime_error("loaned message is not valid");}
    publish(loaned_msg.release());
  }
  LoanedMessage<MessageT, AllocatorT> borrow_loaned_message()
  {
    return LoanedMessage<MessageT, AllocatorT>(*this);
  }
};

/// Sends bytes to a topic whose type is known by its name alone.
class RCLCPP_PUBLIC GenericPublisher : public PublisherBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericPublisher)

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
  void publish_as_loaned_msg(const SerializedMessage & message) {publish(message);}
};

}  // namespace rclcpp

#endif  // RCLCPP__PUBLISHER_HPP_
