#include "rclcpp/executors/executor_entities_collection.hpp"

#include <tuple>

namespace rclcpp::executors
{
namespace
{

template<typename Collection, typename Do>
auto each_row(Collection & of, Do with)
{
  return std::apply(
    with, std::tie(
      of.timers, of.subscriptions, of.clients, of.services, of.guard_conditions, of.waitables));
}

// The entity and group of a handle that a wait set found ready. The entity is
// null if it is gone, not in the row, or in a group that cannot be taken from.
template<typename Row>
std::pair<typename Row::EntitySharedPtr, CallbackGroup::SharedPtr> runnable(
  const Row & row, typename Row::Key key)
{
  const auto found = row.find(key);
  if (found == row.end()) {return {};}
  auto entity = found->second.entity.lock();
  auto group = found->second.callback_group.lock();
  if (!entity || !group || !group->can_be_taken_from()) {return {};}
  return {std::move(entity), std::move(group)};
}

// Appends what `fill` makes of the entities of the handles that are left.
class Appender final
{
public:
  explicit Appender(std::deque<AnyExecutable> & to)
  : to_(to), before_(to.size()) {}

  template<typename Row, typename Handle, typename Fill>
  void add(const Row & row, const Handle * const * handles, size_t count, Fill fill)
  {
    for (size_t i = 0; i < count; ++i) {
      if (handles[i] != nullptr) {add_one(row, handles[i], fill);}
    }
  }
  // `fill` may refuse.
  template<typename Row, typename Fill>
  void add_one(const Row & row, typename Row::Key key, Fill fill)
  {
    auto [entity, group] = runnable(row, key);
    if (!entity) {return;}
    AnyExecutable any;
    any.callback_group = std::move(group);
    if (fill(any, entity)) {to_.push_back(std::move(any));}
  }
  size_t added() const {return to_.size() - before_;}

private:
  std::deque<AnyExecutable> & to_;
  const size_t before_;
};

}  // namespace

bool ExecutorEntitiesCollection::empty() const
{
  return each_row(*this, [](const auto & ... row) {return (row.empty() && ...);});
}

void ExecutorEntitiesCollection::clear()
{
  each_row(*this, [](auto & ... row) {(row.clear(), ...);});
}

size_t ExecutorEntitiesCollection::remove_expired_entities()
{
  const auto forget = [](auto & row) {
      return std::erase_if(row, [](const auto & one) {return one.second.entity.expired();});
    };
  return each_row(*this, [&](auto & ... row) {return (size_t{0} + ... + forget(row));});
}

void build_entities_collection(
  const std::vector<CallbackGroup::WeakPtr> & callback_groups,
  ExecutorEntitiesCollection & collection)
{
  collection.clear();
  for (const auto & weak : callback_groups) {
    const auto group = weak.lock();
    if (!group || !group->can_be_taken_from()) {continue;}
    group->collect_all_ptrs(
      [&](const auto & one) {
        collection.subscriptions.insert({one->get_subscription_handle().get(), {one, weak}});
      },
      [&](const auto & one) {
        collection.services.insert({one->get_service_handle().get(), {one, weak}});
      },
      [&](const auto & one) {
        collection.clients.insert({one->get_client_handle().get(), {one, weak}});
      },
      [&](const auto & one) {
        collection.timers.insert({one->get_timer_handle().get(), {one, weak}});
      },
      [&](const auto & one) {collection.waitables.insert({one.get(), {one, weak}});});
  }
}

size_t ready_executables(
  const ExecutorEntitiesCollection & collection, WaitResult<WaitSet> & wait_result,
  std::deque<AnyExecutable> & executables)
{
  if (wait_result.kind() != WaitResultKind::Ready) {return 0;}
  const rcl_wait_set_t & raw = wait_result.get_wait_set().get_rcl_wait_set();
  Appender appender(executables);
  appender.add(
    collection.timers, raw.timers, raw.size_of_timers, [](AnyExecutable & any, const auto & timer) {
      any.timer = timer;
      any.data = timer->call();
      return any.data != nullptr;  // else it was cancelled since
    });
  appender.add(
    collection.subscriptions, raw.subscriptions, raw.size_of_subscriptions,
    [](AnyExecutable & any, const auto & one) {any.subscription = one; return true;});
  appender.add(
    collection.services, raw.services, raw.size_of_services,
    [](AnyExecutable & any, const auto & one) {any.service = one; return true;});
  appender.add(
    collection.clients, raw.clients, raw.size_of_clients,
    [](AnyExecutable & any, const auto & one) {any.client = one; return true;});
  for (const auto & [key, entry] : collection.waitables) {
    appender.add_one(
      collection.waitables, key, [&raw](AnyExecutable & any, const auto & one) {
        any.waitable = one;
        return one->is_ready(raw);
      });
  }
  return appender.added();
}

}  // namespace rclcpp::executors
