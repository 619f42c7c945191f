// What an executor of a user's own has, by kind, and what of it is ready.
#ifndef RCLCPP__EXECUTORS__EXECUTOR_ENTITIES_COLLECTION_HPP_
#define RCLCPP__EXECUTORS__EXECUTOR_ENTITIES_COLLECTION_HPP_

#include <cstddef>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

#include "rclcpp/any_executable.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/executors/executor_notify_waitable.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/wait_result.hpp"
#include "rclcpp/wait_set.hpp"

namespace rclcpp
{
namespace executors
{

/// An entity, and the group that it is in. Neither is kept alive.
template<typename EntityValueType>
struct CollectionEntry
{
  using EntityWeakPtr = typename EntityValueType::WeakPtr;
  using EntitySharedPtr = typename EntityValueType::SharedPtr;

  EntityWeakPtr entity;
  CallbackGroup::WeakPtr callback_group;
};

/// Makes `update_to` have the keys of `update_from`. on_removed is called before an
/// entity leaves and on_added before one enters; neither for entities that are gone.
template<typename CollectionType>
void update_entities(
  const CollectionType & update_from, CollectionType & update_to,
  std::function<void(const typename CollectionType::EntitySharedPtr &)> on_added,
  std::function<void(const typename CollectionType::EntitySharedPtr &)> on_removed)
{
  for (auto one = update_to.begin(); one != update_to.end(); ) {
    if (update_from.find(one->first) != update_from.end()) {
      ++one;
      continue;
    }
    if (const auto entity = one->second.entity.lock()) {on_removed(entity);}
    one = update_to.erase(one);
  }
  for (const auto & [key, entry] : update_from) {
    if (update_to.find(key) != update_to.end()) {continue;}
    if (const auto entity = entry.entity.lock()) {on_added(entity);}
    update_to.emplace(key, entry);
  }
}

/// Entities of one kind, by their handles.
template<typename EntityKeyType, typename EntityValueType>
class EntityCollection
  : public std::unordered_map<const EntityKeyType *, CollectionEntry<EntityValueType>>
{
public:
  using Key = const EntityKeyType *;
  using EntityWeakPtr = typename EntityValueType::WeakPtr;
  using EntitySharedPtr = typename EntityValueType::SharedPtr;

  /// update_entities() from the other one to this.
  void update(
    const EntityCollection & other, std::function<void(const EntitySharedPtr &)> on_added,
    std::function<void(const EntitySharedPtr &)> on_removed)
  {
    update_entities(other, *this, std::move(on_added), std::move(on_removed));
  }
};

/// The entities of callback groups, by kind. Threads: one.
struct RCLCPP_PUBLIC ExecutorEntitiesCollection
{
  using TimerCollection = EntityCollection<rcl_timer_t, TimerBase>;
  using SubscriptionCollection = EntityCollection<rcl_subscription_t, SubscriptionBase>;
  using ClientCollection = EntityCollection<rcl_client_t, ClientBase>;
  using ServiceCollection = EntityCollection<rcl_service_t, ServiceBase>;
  using WaitableCollection = EntityCollection<Waitable, Waitable>;
  using GuardConditionCollection = EntityCollection<rcl_guard_condition_t, GuardCondition>;

  TimerCollection timers;
  SubscriptionCollection subscriptions;
  ClientCollection clients;
  ServiceCollection services;
  GuardConditionCollection guard_conditions;
  WaitableCollection waitables;

  bool empty() const;
  void clear();
  /// @return how many entities were gone, and are forgotten now.
  size_t remove_expired_entities();
};

/// Clears `collection` and fills it with what is in those groups that are there and can be
/// taken from.
RCLCPP_PUBLIC void build_entities_collection(
  const std::vector<CallbackGroup::WeakPtr> & callback_groups,
  ExecutorEntitiesCollection & collection);

/// Appends what is ready, timers first, then subscriptions, services, clients and
/// waitables, unless its group cannot be taken from. Timers are called: `data` is
/// for Executor::execute_any_executable(). Of waitables nothing is taken yet: give
/// their take_data() to `data`.
/// @return how many it appended.
RCLCPP_PUBLIC size_t ready_executables(
  const ExecutorEntitiesCollection & collection, WaitResult<WaitSet> & wait_result,
  std::deque<AnyExecutable> & executables);

}  // namespace executors
}  // namespace rclcpp
#endif  // RCLCPP__EXECUTORS__EXECUTOR_ENTITIES_COLLECTION_HPP_
