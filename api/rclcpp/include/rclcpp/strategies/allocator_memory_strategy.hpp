// The default memory strategy of ROS 2: it collects into vectors.
#ifndef RCLCPP__STRATEGIES__ALLOCATOR_MEMORY_STRATEGY_HPP_
#define RCLCPP__STRATEGIES__ALLOCATOR_MEMORY_STRATEGY_HPP_

#include <memory>
#include <stdexcept>

#include "rcl/error_handling.h"
#include "rclcpp/detail/allocators.hpp"
#include "rclcpp/memory_strategy.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/subscription_traits.hpp"

namespace rclcpp
{
namespace detail
{

/// All but the allocator. Threads: one.
class RCLCPP_PUBLIC CollectingStrategy : public memory_strategy::MemoryStrategy
{
public:
  CollectingStrategy();
  ~CollectingStrategy() override;

  bool collect_entities(const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) override;
  size_t number_of_ready_subscriptions() const override;
  size_t number_of_ready_services() const override;
  size_t number_of_ready_clients() const override;
  size_t number_of_ready_events() const override;
  size_t number_of_ready_timers() const override;
  size_t number_of_guard_conditions() const override;
  size_t number_of_waitables() const override;
  void add_waitable_handle(const std::shared_ptr<Waitable> & waitable) override;
  bool add_handles_to_wait_set(rcl_wait_set_t * wait_set) override;
  void clear_handles() override;
  void remove_null_handles(rcl_wait_set_t * wait_set) override;
  void add_guard_condition(const GuardCondition & guard_condition) override;
  void remove_guard_condition(const GuardCondition * guard_condition) override;
  void get_next_subscription(
    AnyExecutable & any_exec,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) override;
  void get_next_service(
    AnyExecutable & any_exec,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) override;
  void get_next_client(
    AnyExecutable & any_exec,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) override;
  void get_next_timer(
    AnyExecutable & any_exec,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) override;
  void get_next_waitable(
    AnyExecutable & any_exec,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) override;

private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace detail

namespace memory_strategies
{
namespace allocator_memory_strategy
{

/// What is collected is kept in the heap, whatever the allocator: no hot path
/// counts on it. get_allocator() gives the allocator to what code makes itself.
template<typename Alloc = std::allocator<void>>
class AllocatorMemoryStrategy : public detail::CollectingStrategy
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(AllocatorMemoryStrategy<Alloc>)
  using VoidAllocTraits = typename std::allocator_traits<Alloc>::template rebind_traits<void *>;
  using VoidAlloc = typename VoidAllocTraits::allocator_type;

  AllocatorMemoryStrategy() = default;
  /// Throws std::invalid_argument for null.
  explicit AllocatorMemoryStrategy(std::shared_ptr<Alloc> allocator)
  : allocator_(given(allocator)) {}

  /// Valid as long as this.
  rcl_allocator_t get_allocator() override
  {
    return rclcpp::allocator::get_rcl_allocator<void *, VoidAlloc>(allocator_);
  }

private:
  static const Alloc & given(const std::shared_ptr<Alloc> & allocator)
  {
    if (!allocator) {throw std::invalid_argument("the allocator of a memory strategy is null");}
    return *allocator;
  }

  VoidAlloc allocator_;
};

}  // namespace allocator_memory_strategy
}  // namespace memory_strategies
}  // namespace rclcpp
#endif  // RCLCPP__STRATEGIES__ALLOCATOR_MEMORY_STRATEGY_HPP_
