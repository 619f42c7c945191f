// What rclcpp::PublisherBase::get_publisher_handle() refers to.
#ifndef PUBLISHER_HANDLE_HPP_
#define PUBLISHER_HANDLE_HPP_

#include <memory>

#include "ranvier/node/publisher.h"
#include "rcl/types.h"

namespace rclcpp::detail
{

/// It keeps the core; its own memory is that of the control block.
struct PublisherHandle : rcl_publisher_t
{
  std::shared_ptr<ranvier::Publisher> core;
};

}  // namespace rclcpp::detail

#endif  // PUBLISHER_HANDLE_HPP_
