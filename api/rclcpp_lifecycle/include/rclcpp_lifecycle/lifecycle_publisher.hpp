// A publisher that sends only while it is activated.
#ifndef RCLCPP_LIFECYCLE__LIFECYCLE_PUBLISHER_HPP_
#define RCLCPP_LIFECYCLE__LIFECYCLE_PUBLISHER_HPP_

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "rclcpp/publisher.hpp"
#include "rclcpp_lifecycle/managed_entity.hpp"
#include "rclcpp_lifecycle/visibility_control.h"

namespace rclcpp_lifecycle
{
namespace detail
{

/// Says that a message to `topic` went nowhere.
RCLCPP_LIFECYCLE_PUBLIC void warn_of_inactive_publisher(const char * topic);

}  // namespace detail

/// Drops what it gets while it is not activated, and warns of the first such
/// message after it was made or activated. Its publish() hides that of rclcpp::Publisher,
/// through which messages are sent in every state, as in ROS 2: controllers do so.
/// Threads: all functions from any thread.
template<typename MessageT, typename Alloc = std::allocator<void>>
class LifecyclePublisher : public SimpleManagedEntity, public rclcpp::Publisher<MessageT, Alloc>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(LifecyclePublisher)

  using MessageAllocTraits = rclcpp::allocator::AllocRebind<MessageT, Alloc>;
  using MessageAlloc = typename MessageAllocTraits::allocator_type;
  using typename rclcpp::Publisher<MessageT, Alloc>::PublishedType;
  using typename rclcpp::Publisher<MessageT, Alloc>::ROSMessageType;
  using typename rclcpp::Publisher<MessageT, Alloc>::MessageUniquePtr;
  using MessageDeleter = typename rclcpp::Publisher<MessageT, Alloc>::PublishedTypeDeleter;

  LifecyclePublisher(
    rclcpp::node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
    const rclcpp::QoS & qos, const rclcpp::PublisherOptionsWithAllocator<Alloc> & options)
  : rclcpp::Publisher<MessageT, Alloc>(node_base, topic, qos, options) {}

  /// See rclcpp::Publisher.
  virtual void publish(MessageUniquePtr msg)
  {
    if (sends()) {rclcpp::Publisher<MessageT, Alloc>::publish(std::move(msg));}
  }
  virtual void publish(const PublishedType & msg)
  {
    if (sends()) {rclcpp::Publisher<MessageT, Alloc>::publish(msg);}
  }
  virtual void publish(rclcpp::LoanedMessage<ROSMessageType, Alloc> && loaned_msg)
  {
    if (sends()) {rclcpp::Publisher<MessageT, Alloc>::publish(std::move(loaned_msg));}
  }

  void on_activate() override
  {
    SimpleManagedEntity::on_activate();
    warned_.store(false, std::memory_order_relaxed);
  }

private:
  bool sends()
  {
    if (is_activated()) {return true;}
    if (!warned_.exchange(true, std::memory_order_relaxed)) {
      detail::warn_of_inactive_publisher(this->get_topic_name());
    }
    return false;
  }

  std::atomic<bool> warned_{false};
};

}  // namespace rclcpp_lifecycle
#endif  // RCLCPP_LIFECYCLE__LIFECYCLE_PUBLISHER_HPP_
