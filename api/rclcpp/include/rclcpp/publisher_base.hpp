// What publishers of every type share.
#ifndef RCLCPP__PUBLISHER_BASE_HPP_
#define RCLCPP__PUBLISHER_BASE_HPP_

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/detail/endpoint_options.hpp"
#include "rclcpp/qos.hpp"
#include "rcutils/allocator.h"
#include "rosidl_runtime_c/message_type_support_struct.h"

namespace ranvier
{
class Publisher;
}

namespace rclcpp
{
class SerializedMessage;

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

}  // namespace rclcpp
#endif  // RCLCPP__PUBLISHER_BASE_HPP_
