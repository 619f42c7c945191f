#include "rclcpp/callback_group.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "core/core_edge.hpp"
#include "ranvier/run/work.h"
#include "rclcpp/waitable.hpp"

namespace rclcpp
{
namespace
{

std::shared_ptr<ranvier::Strand> strand_of(CallbackGroupType type)
{
  using ranvier::Strand;
  return detail::sharing(ranvier::make_ref<Strand>(detail::kind_of(type, "CallbackGroup()")));
}

// Entities of one kind. Those that are gone are forgotten when the room is full.
template<typename T>
class Row
{
public:
  void add(const std::shared_ptr<T> & one)
  {
    if (all_.size() == all_.capacity()) {
      std::erase_if(all_, [](const auto & weak) {return weak.expired();});
    }
    all_.push_back(one);
  }
  void remove(const std::shared_ptr<T> & one)
  {
    std::erase_if(all_, [&](const auto & weak) {return weak.lock() == one;});
  }
  std::vector<std::shared_ptr<T>> there() const
  {
    std::vector<std::shared_ptr<T>> there;
    for (const auto & weak : all_) {
      if (auto one = weak.lock()) {there.push_back(std::move(one));}
    }
    return there;
  }

private:
  std::vector<std::weak_ptr<T>> all_;
};

}  // namespace

struct CallbackGroup::Members
{
  // What is called with an entity may add others: without the mutex.
  template<typename T>
  std::vector<std::shared_ptr<T>> copy(const Row<T> & row)
  {
    const std::lock_guard lock(mutex);
    return row.there();
  }
  template<typename T, typename Func>
  std::shared_ptr<T> find(const Row<T> & row, const Func & func)
  {
    for (auto & one : copy(row)) {
      if (func(one)) {return one;}
    }
    return nullptr;
  }
  template<typename T>
  void add(Row<T> & row, const std::shared_ptr<T> & one)
  {
    const std::lock_guard lock(mutex);
    row.add(one);
  }

  std::mutex mutex;
  Row<SubscriptionBase> subscriptions;
  Row<TimerBase> timers;
  Row<ServiceBase> services;
  Row<ClientBase> clients;
  Row<Waitable> waitables;
  std::shared_ptr<GuardCondition> notify;
};

ranvier::Strand::Kind detail::kind_of(CallbackGroupType type, const char * function)
{
  switch (type) {
    case CallbackGroupType::Reentrant: return ranvier::Strand::Kind::kReentrant;
    case CallbackGroupType::MutuallyExclusive: return ranvier::Strand::Kind::kExclusive;
  }
  refuse_value(
    function, "group_type", static_cast<int>(type),
    "CallbackGroupType::MutuallyExclusive or Reentrant");
}

CallbackGroup::CallbackGroup(
  CallbackGroupType type, std::weak_ptr<Context> context, bool automatic)
: CallbackGroup(type, automatic, strand_of(type), std::move(context)) {}

CallbackGroup::CallbackGroup(
  CallbackGroupType type, bool automatic, std::shared_ptr<ranvier::Strand> strand,
  std::weak_ptr<Context> context)
: type_(type), automatic_(automatic), strand_(std::move(strand)), context_(std::move(context)) {}

CallbackGroup::~CallbackGroup()
{
  strand_->group_gone();
  delete members_.load();
}

CallbackGroup::Members & CallbackGroup::members() const
{
  Members * there = members_.load();
  if (there != nullptr) {return *there;}
  auto made = std::make_unique<Members>();
  return members_.compare_exchange_strong(there, made.get()) ? *made.release() : *there;
}

std::atomic_bool & CallbackGroup::get_associated_with_executor_atomic()
{
  associated_.store(strand_->attached());
  return associated_;
}

std::shared_ptr<SubscriptionBase> CallbackGroup::find_subscription_ptrs_if(
  const std::function<bool(std::shared_ptr<SubscriptionBase> &)> & func) const
{
  return members().find(members().subscriptions, func);
}
std::shared_ptr<TimerBase> CallbackGroup::find_timer_ptrs_if(
  const std::function<bool(std::shared_ptr<TimerBase> &)> & func) const
{
  return members().find(members().timers, func);
}
std::shared_ptr<ServiceBase> CallbackGroup::find_service_ptrs_if(
  const std::function<bool(std::shared_ptr<ServiceBase> &)> & func) const
{
  return members().find(members().services, func);
}
std::shared_ptr<ClientBase> CallbackGroup::find_client_ptrs_if(
  const std::function<bool(std::shared_ptr<ClientBase> &)> & func) const
{
  return members().find(members().clients, func);
}
std::shared_ptr<Waitable> CallbackGroup::find_waitable_ptrs_if(
  const std::function<bool(std::shared_ptr<Waitable> &)> & func) const
{
  return members().find(members().waitables, func);
}

void CallbackGroup::collect_all_ptrs(
  const std::function<void(const std::shared_ptr<SubscriptionBase> &)> & sub_func,
  const std::function<void(const std::shared_ptr<ServiceBase> &)> & service_func,
  const std::function<void(const std::shared_ptr<ClientBase> &)> & client_func,
  const std::function<void(const std::shared_ptr<TimerBase> &)> & timer_func,
  const std::function<void(const std::shared_ptr<Waitable> &)> & waitable_func) const
{
  Members & all = members();
  for (const auto & one : all.copy(all.subscriptions)) {sub_func(one);}
  for (const auto & one : all.copy(all.services)) {service_func(one);}
  for (const auto & one : all.copy(all.clients)) {client_func(one);}
  for (const auto & one : all.copy(all.timers)) {timer_func(one);}
  for (const auto & one : all.copy(all.waitables)) {waitable_func(one);}
}

size_t CallbackGroup::size() const
{
  size_t count = 0;
  const auto counts = [&count](const auto &) {++count;};
  collect_all_ptrs(counts, counts, counts, counts, counts);
  return count;
}

std::shared_ptr<GuardCondition> CallbackGroup::get_notify_guard_condition()
{
  const auto context = context_.lock();
  if (!context || !context->is_valid()) {return nullptr;}
  const std::lock_guard lock(members().mutex);
  if (!members().notify) {members().notify = std::make_shared<GuardCondition>(context);}
  return members().notify;
}

void CallbackGroup::trigger_notify_guard_condition()
{
  std::shared_ptr<GuardCondition> notify;
  {
    const std::lock_guard lock(members().mutex);
    notify = members().notify;
  }
  if (notify) {notify->trigger();}
}

// Tells executors that it has another entity.
void CallbackGroup::grown()
{
  strand_->group_changed();
  trigger_notify_guard_condition();
}

void CallbackGroup::add(const std::shared_ptr<SubscriptionBase> & subscription)
{
  members().add(members().subscriptions, subscription);
  grown();
}
void CallbackGroup::add(const std::shared_ptr<TimerBase> & timer)
{
  members().add(members().timers, timer);
  grown();
}
void CallbackGroup::add(const std::shared_ptr<ServiceBase> & service)
{
  members().add(members().services, service);
  grown();
}
void CallbackGroup::add(const std::shared_ptr<ClientBase> & client)
{
  members().add(members().clients, client);
  grown();
}
void CallbackGroup::add(const std::shared_ptr<Waitable> & waitable)
{
  members().add(members().waitables, waitable);
  grown();
}
void CallbackGroup::remove(const std::shared_ptr<Waitable> & waitable) noexcept
{
  const std::lock_guard lock(members().mutex);
  members().waitables.remove(waitable);
}

}  // namespace rclcpp
