// A component is looked up in the permissions of its container before code of its own runs.
#ifndef RCLCPP__DETAIL__LOADS_COMPONENT_HPP_
#define RCLCPP__DETAIL__LOADS_COMPONENT_HPP_

#include "rclcpp/macros.hpp"

namespace rclcpp::detail
{

/// While one lives, its thread makes a component. The first node with parameter services that is
/// made there is refused if the security enclave of its context allows none of them: then no
/// policy of the enclave names that node. Its constructor throws exceptions::RCLError before that
/// of a class derived from it begins. Without security it does nothing.
///
/// Threads: made and destroyed on one thread; may be nested.
class RCLCPP_PUBLIC LoadsComponent final
{
public:
  LoadsComponent();
  ~LoadsComponent();
  LoadsComponent(const LoadsComponent &) = delete;
  LoadsComponent & operator=(const LoadsComponent &) = delete;

  /// Whether the caller is to look: true for the first call on the thread of one that lives.
  static bool first_node() noexcept;

private:
  const bool outer_;
};

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__LOADS_COMPONENT_HPP_
