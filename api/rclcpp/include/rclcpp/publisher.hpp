// Sends messages of one type to a topic.
#ifndef RCLCPP__PUBLISHER_HPP_
#define RCLCPP__PUBLISHER_HPP_

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rclcpp/publisher_base.hpp"
#include "rclcpp/detail/delivery.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace rclcpp
{

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

}  // namespace rclcpp

#endif  // RCLCPP__PUBLISHER_HPP_
