// Waitables that the runtime runs by itself.
#ifndef RCLCPP__DETAIL__SERVED_WAITABLE_HPP_
#define RCLCPP__DETAIL__SERVED_WAITABLE_HPP_

#include "rclcpp/waitable.hpp"

namespace rclcpp::detail
{

/// Its entities are works of a callback group already, which executors run as they
/// run any other. So NodeWaitables::add_waitable() shows it to who collects the
/// group, and runs nothing: else two would take from the same entities.
class RCLCPP_PUBLIC ServedWaitable : public Waitable
{
public:
  ~ServedWaitable() override;

protected:
  ServedWaitable();
};

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__SERVED_WAITABLE_HPP_
