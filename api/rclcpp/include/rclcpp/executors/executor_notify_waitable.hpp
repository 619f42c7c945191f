// Wakes an executor of a user's own when what it has changes.
#ifndef RCLCPP__EXECUTORS__EXECUTOR_NOTIFY_WAITABLE_HPP_
#define RCLCPP__EXECUTORS__EXECUTOR_NOTIFY_WAITABLE_HPP_

#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "rclcpp/guard_condition.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp
{
namespace executors
{

/// Ready when one of its guard conditions was triggered: those of nodes and
/// callback groups are when entities come. It does not own them, but holds those
/// that it last added to a wait set.
/// Threads: all functions from any thread; the callbacks on whichever calls.
class RCLCPP_PUBLIC ExecutorNotifyWaitable : public Waitable
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(ExecutorNotifyWaitable)

  /// @param on_execute_callback  what execute() does; may be null.
  explicit ExecutorNotifyWaitable(std::function<void(void)> on_execute_callback = {});
  ~ExecutorNotifyWaitable() override;
  /// Of the same guard conditions and callback, without the on-ready callback.
  ExecutorNotifyWaitable(ExecutorNotifyWaitable & other);
  ExecutorNotifyWaitable & operator=(ExecutorNotifyWaitable & other);

  void add_to_wait_set(rcl_wait_set_t & wait_set) override;
  bool is_ready(const rcl_wait_set_t & wait_set) override;
  void execute(const std::shared_ptr<void> & data) override;
  /// Null: there is nothing to take.
  std::shared_ptr<void> take_data() override;
  std::shared_ptr<void> take_data_by_entity_id(size_t id) override;
  /// Becomes the on-trigger callback of the guard conditions. Throws
  /// std::invalid_argument for null.
  void set_on_ready_callback(std::function<void(size_t, int)> callback) override;
  void clear_on_ready_callback() override;

  /// Nothing happens for one that is gone, or there already.
  void add_guard_condition(GuardCondition::WeakPtr guard_condition);
  /// Nothing happens for one that is not there.
  void remove_guard_condition(GuardCondition::WeakPtr weak_guard_condition);
  /// How many there are.
  size_t get_number_of_ready_guard_conditions() override;

private:
  std::vector<GuardCondition::SharedPtr> there();

  std::function<void(void)> execute_callback_;
  std::mutex mutex_;  // guards what follows
  std::function<void(size_t)> on_ready_;
  std::vector<GuardCondition::WeakPtr> guard_conditions_;
  std::vector<GuardCondition::SharedPtr> held_;  // a wait set refers to these
};

}  // namespace executors
}  // namespace rclcpp
#endif  // RCLCPP__EXECUTORS__EXECUTOR_NOTIFY_WAITABLE_HPP_
