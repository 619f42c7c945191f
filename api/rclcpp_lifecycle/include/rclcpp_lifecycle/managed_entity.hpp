// What a node switches on when it becomes active and off when it ceases to be.
#ifndef RCLCPP_LIFECYCLE__MANAGED_ENTITY_HPP_
#define RCLCPP_LIFECYCLE__MANAGED_ENTITY_HPP_

#include <atomic>

#include "rclcpp_lifecycle/visibility_control.h"

namespace rclcpp_lifecycle
{

class RCLCPP_LIFECYCLE_PUBLIC ManagedEntityInterface
{
public:
  ManagedEntityInterface();
  virtual ~ManagedEntityInterface();

  virtual void on_activate() = 0;
  virtual void on_deactivate() = 0;
};

/// Remembers whether it is on; off at first.
/// Threads: all functions from any thread.
class RCLCPP_LIFECYCLE_PUBLIC SimpleManagedEntity : public ManagedEntityInterface
{
public:
  SimpleManagedEntity();
  ~SimpleManagedEntity() override;

  void on_activate() override;
  void on_deactivate() override;
  bool is_activated() const {return activated_.load(std::memory_order_acquire);}

private:
  std::atomic<bool> activated_{false};
};

}  // namespace rclcpp_lifecycle
#endif  // RCLCPP_LIFECYCLE__MANAGED_ENTITY_HPP_
