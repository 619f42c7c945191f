#include "rclcpp/memory_strategy.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rclcpp/strategies/allocator_memory_strategy.hpp"

namespace rclcpp
{

using memory_strategy::MemoryStrategy;
using Groups = MemoryStrategy::WeakCallbackGroupsToNodesMap;

namespace
{

template<typename T>
using Find = std::shared_ptr<T> (CallbackGroup::*)(
  const std::function<bool(std::shared_ptr<T> &)> &) const;

// The first entity of the groups that `is_it`, and its group; null if there is none.
template<typename T, typename IsIt>
std::pair<std::shared_ptr<T>, CallbackGroup::SharedPtr> first(
  const Groups & groups, Find<T> find, IsIt is_it)
{
  for (const auto & [weak, node] : groups) {
    const auto group = weak.lock();
    if (!group) {continue;}
    if (const auto found = ((*group).*find)(is_it)) {return {found, group};}
  }
  return {};
}

template<typename T>
CallbackGroup::SharedPtr group_of(
  const Groups & groups, Find<T> find, const std::shared_ptr<T> & entity)
{
  return first(groups, find, [&](const auto & one) {return one == entity;}).second;
}

// Takes the first of a row whose group can be taken from; forgets those that
// are in no group any more, and those that `give` refuses.
template<typename T, typename GroupOf, typename Give>
void take_next(
  std::vector<std::shared_ptr<T>> & row, AnyExecutable & any, const Groups & groups,
  GroupOf group_in, Give give)
{
  for (auto one = row.begin(); one != row.end(); ) {
    const auto group = group_in(*one, groups);
    if (group && !group->can_be_taken_from()) {
      ++one;
      continue;
    }
    const std::shared_ptr<T> entity = *one;
    one = row.erase(one);
    if (!group || !give(entity)) {continue;}
    if (group->type() == CallbackGroupType::MutuallyExclusive) {
      group->can_be_taken_from() = false;
    }
    any.callback_group = group;
    any.node_base = MemoryStrategy::get_node_by_group(group, groups);
    return;
  }
}

template<typename T, typename HandleT>
void forget_unready(std::vector<std::shared_ptr<T>> & row, const HandleT * const * handles)
{
  std::vector<std::shared_ptr<T>> ready;
  for (size_t i = 0; i < row.size(); ++i) {
    if (handles[i] != nullptr) {ready.push_back(std::move(row[i]));}
  }
  row = std::move(ready);
}

}  // namespace

MemoryStrategy::~MemoryStrategy() = default;

std::shared_ptr<SubscriptionBase> MemoryStrategy::get_subscription_by_handle(
  const std::shared_ptr<const rcl_subscription_t> & handle, const Groups & groups)
{
  return first(
    groups, &CallbackGroup::find_subscription_ptrs_if,
    [&](const auto & one) {return one->get_subscription_handle() == handle;}).first;
}
std::shared_ptr<ServiceBase> MemoryStrategy::get_service_by_handle(
  const std::shared_ptr<const rcl_service_t> & handle, const Groups & groups)
{
  return first(
    groups, &CallbackGroup::find_service_ptrs_if,
    [&](const auto & one) {return one->get_service_handle() == handle;}).first;
}
std::shared_ptr<ClientBase> MemoryStrategy::get_client_by_handle(
  const std::shared_ptr<const rcl_client_t> & handle, const Groups & groups)
{
  return first(
    groups, &CallbackGroup::find_client_ptrs_if,
    [&](const auto & one) {return one->get_client_handle() == handle;}).first;
}
std::shared_ptr<TimerBase> MemoryStrategy::get_timer_by_handle(
  const std::shared_ptr<const rcl_timer_t> & handle, const Groups & groups)
{
  return first(
    groups, &CallbackGroup::find_timer_ptrs_if,
    [&](const auto & one) {return one->get_timer_handle() == handle;}).first;
}

node_interfaces::NodeBaseInterface::SharedPtr MemoryStrategy::get_node_by_group(
  const CallbackGroup::SharedPtr & group, const Groups & groups)
{
  const auto found = groups.find(group);
  return group && found != groups.end() ? found->second.lock() : nullptr;
}

CallbackGroup::SharedPtr MemoryStrategy::get_group_by_subscription(
  const std::shared_ptr<SubscriptionBase> & entity, const Groups & groups)
{
  return group_of(groups, &CallbackGroup::find_subscription_ptrs_if, entity);
}
CallbackGroup::SharedPtr MemoryStrategy::get_group_by_service(
  const std::shared_ptr<ServiceBase> & entity, const Groups & groups)
{
  return group_of(groups, &CallbackGroup::find_service_ptrs_if, entity);
}
CallbackGroup::SharedPtr MemoryStrategy::get_group_by_client(
  const std::shared_ptr<ClientBase> & entity, const Groups & groups)
{
  return group_of(groups, &CallbackGroup::find_client_ptrs_if, entity);
}
CallbackGroup::SharedPtr MemoryStrategy::get_group_by_timer(
  const std::shared_ptr<TimerBase> & entity, const Groups & groups)
{
  return group_of(groups, &CallbackGroup::find_timer_ptrs_if, entity);
}
CallbackGroup::SharedPtr MemoryStrategy::get_group_by_waitable(
  const std::shared_ptr<Waitable> & entity, const Groups & groups)
{
  return group_of(groups, &CallbackGroup::find_waitable_ptrs_if, entity);
}

MemoryStrategy::SharedPtr memory_strategies::create_default_strategy()
{
  return std::make_shared<allocator_memory_strategy::AllocatorMemoryStrategy<>>();
}

namespace detail
{

struct CollectingStrategy::Impl
{
  // What the waitables count for, beside the entities of a row.
  template<typename Count>
  size_t of_waitables(Count count) const
  {
    size_t sum = 0;
    for (const auto & one : waitables) {sum += ((*one).*count)();}
    return sum;
  }

  std::vector<std::shared_ptr<SubscriptionBase>> subscriptions;
  std::vector<std::shared_ptr<ServiceBase>> services;
  std::vector<std::shared_ptr<ClientBase>> clients;
  std::vector<std::shared_ptr<TimerBase>> timers;
  std::vector<std::shared_ptr<Waitable>> waitables;
  std::vector<const GuardCondition *> guard_conditions;
};

CollectingStrategy::CollectingStrategy()
: impl_(std::make_unique<Impl>()) {}
CollectingStrategy::~CollectingStrategy() = default;

bool CollectingStrategy::collect_entities(const WeakCallbackGroupsToNodesMap & groups)
{
  bool some_are_gone = false;
  for (const auto & [weak_group, weak_node] : groups) {
    const auto group = weak_group.lock();
    if (!group || weak_node.expired()) {
      some_are_gone = true;
      continue;
    }
    if (!group->can_be_taken_from()) {continue;}
    group->collect_all_ptrs(
      [this](const auto & one) {impl_->subscriptions.push_back(one);},
      [this](const auto & one) {impl_->services.push_back(one);},
      [this](const auto & one) {impl_->clients.push_back(one);},
      [this](const auto & one) {impl_->timers.push_back(one);},
      [this](const auto & one) {impl_->waitables.push_back(one);});
  }
  return some_are_gone;
}

size_t CollectingStrategy::number_of_ready_subscriptions() const
{
  return impl_->subscriptions.size() +
         impl_->of_waitables(&Waitable::get_number_of_ready_subscriptions);
}
size_t CollectingStrategy::number_of_ready_services() const
{
  return impl_->services.size() + impl_->of_waitables(&Waitable::get_number_of_ready_services);
}
size_t CollectingStrategy::number_of_ready_clients() const
{
  return impl_->clients.size() + impl_->of_waitables(&Waitable::get_number_of_ready_clients);
}
size_t CollectingStrategy::number_of_ready_events() const
{
  return impl_->of_waitables(&Waitable::get_number_of_ready_events);
}
size_t CollectingStrategy::number_of_ready_timers() const
{
  return impl_->timers.size() + impl_->of_waitables(&Waitable::get_number_of_ready_timers);
}
size_t CollectingStrategy::number_of_guard_conditions() const
{
  return impl_->guard_conditions.size() +
         impl_->of_waitables(&Waitable::get_number_of_ready_guard_conditions);
}
size_t CollectingStrategy::number_of_waitables() const {return impl_->waitables.size();}

void CollectingStrategy::add_waitable_handle(const std::shared_ptr<Waitable> & waitable)
{
  if (!waitable) {throw std::runtime_error("waitable object unexpectedly nullptr");}
  impl_->waitables.push_back(waitable);
}

bool CollectingStrategy::add_handles_to_wait_set(rcl_wait_set_t * wait_set)
{
  bool added = true;
  const auto check = [&added](rcl_ret_t code) {added = added && code == RCL_RET_OK;};
  for (const auto & one : impl_->subscriptions) {
    check(rcl_wait_set_add_subscription(wait_set, one->get_subscription_handle().get(), nullptr));
  }
  for (const auto & one : impl_->clients) {
    check(rcl_wait_set_add_client(wait_set, one->get_client_handle().get(), nullptr));
  }
  for (const auto & one : impl_->services) {
    check(rcl_wait_set_add_service(wait_set, one->get_service_handle().get(), nullptr));
  }
  for (const auto & one : impl_->timers) {
    check(rcl_wait_set_add_timer(wait_set, one->get_timer_handle().get(), nullptr));
  }
  for (const auto * one : impl_->guard_conditions) {
    check(rcl_wait_set_add_guard_condition(wait_set, &one->get_rcl_guard_condition(), nullptr));
  }
  if (!added) {return false;}
  for (const auto & one : impl_->waitables) {one->add_to_wait_set(*wait_set);}
  return true;
}

void CollectingStrategy::clear_handles()
{
  impl_->subscriptions.clear();
  impl_->services.clear();
  impl_->clients.clear();
  impl_->timers.clear();
  impl_->waitables.clear();
}

void CollectingStrategy::remove_null_handles(rcl_wait_set_t * wait_set)
{
  forget_unready(impl_->subscriptions, wait_set->subscriptions);
  forget_unready(impl_->services, wait_set->services);
  forget_unready(impl_->clients, wait_set->clients);
  forget_unready(impl_->timers, wait_set->timers);
  std::erase_if(
    impl_->waitables, [wait_set](const auto & one) {
      return !one->is_ready(std::as_const(*wait_set));
    });
}

void CollectingStrategy::add_guard_condition(const GuardCondition & guard_condition)
{
  auto & all = impl_->guard_conditions;
  if (std::find(all.begin(), all.end(), &guard_condition) == all.end()) {
    all.push_back(&guard_condition);
  }
}
void CollectingStrategy::remove_guard_condition(const GuardCondition * guard_condition)
{
  std::erase(impl_->guard_conditions, guard_condition);
}

void CollectingStrategy::get_next_subscription(AnyExecutable & any, const Groups & groups)
{
  take_next(
    impl_->subscriptions, any, groups, get_group_by_subscription,
    [&any](const auto & one) {any.subscription = one; return true;});
}
void CollectingStrategy::get_next_service(AnyExecutable & any, const Groups & groups)
{
  take_next(
    impl_->services, any, groups, get_group_by_service,
    [&any](const auto & one) {any.service = one; return true;});
}
void CollectingStrategy::get_next_client(AnyExecutable & any, const Groups & groups)
{
  take_next(
    impl_->clients, any, groups, get_group_by_client,
    [&any](const auto & one) {any.client = one; return true;});
}
void CollectingStrategy::get_next_timer(AnyExecutable & any, const Groups & groups)
{
  take_next(
    impl_->timers, any, groups, get_group_by_timer, [&any](const auto & one) {
      any.data = one->call();
      if (!any.data) {return false;}  // cancelled since
      any.timer = one;
      return true;
    });
}
void CollectingStrategy::get_next_waitable(AnyExecutable & any, const Groups & groups)
{
  take_next(
    impl_->waitables, any, groups, get_group_by_waitable, [&any](const auto & one) {
      any.waitable = one;
      any.data = one->take_data();
      return true;
    });
}

}  // namespace detail
}  // namespace rclcpp
