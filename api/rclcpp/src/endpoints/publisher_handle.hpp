// What rclcpp::PublisherBase::get_publisher_handle() refers to.
#ifndef PUBLISHER_HANDLE_HPP_
#define PUBLISHER_HANDLE_HPP_

#include <memory>
#include <utility>

#include "ranvier/node/publisher.h"
#include "rcl/types.h"

namespace rclcpp::detail
{

/// It keeps the core; its own memory is that of the control block.
struct PublisherHandle : rcl_publisher_t
{
  PublisherHandle(std::shared_ptr<ranvier::Publisher> of, const rmw_qos_profile_t & actual_qos)
  : rcl_publisher_t{this}, core(std::move(of)), qos(actual_qos) {}
  PublisherHandle(const PublisherHandle &) = delete;

  /// Null for a handle of nothing.
  static PublisherHandle * of(const rcl_publisher_t * handle)
  {
    return handle ? static_cast<PublisherHandle *>(handle->impl) : nullptr;
  }

  const std::shared_ptr<ranvier::Publisher> core;
  const rmw_qos_profile_t qos;
};

}  // namespace rclcpp::detail

#endif  // PUBLISHER_HANDLE_HPP_
