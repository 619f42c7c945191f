#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>

#include "ranvier/os/deadline.h"
#include "waiting/raw_wait_set.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/wait_set_template.hpp"

namespace rclcpp::detail
{
namespace
{

// How each kind is called, marked as waited for, and put into the raw set.

const char * name_of(const SubscriptionBase *) {return "subscription";}
const char * name_of(const GuardCondition *) {return "guard_condition";}
const char * name_of(const TimerBase *) {return "timer";}
const char * name_of(const ClientBase *) {return "client";}
const char * name_of(const ServiceBase *) {return "service";}
const char * name_of(const Waitable *) {return "waitable";}

// What is said of one that some wait set has already.
const char * in_use(const SubscriptionBase *)
{
  return "subscription already associated with a wait set";
}
const char * in_use(const GuardCondition *)
{
  return "guard condition already in use by another wait set";
}
template<typename T>
std::string in_use(const T * one)
{
  return std::string(name_of(one)) + " already in use by another wait set";
}

bool mark(SubscriptionBase & one, bool in_use)
{
  return one.exchange_in_use_by_wait_set_state(&one, in_use);
}
template<typename T>
bool mark(T & one, bool in_use) {return one.exchange_in_use_by_wait_set_state(in_use);}

void put(RawWaitSet & raw, SubscriptionBase & one) {raw.add(*one.get_subscription_handle());}
void put(RawWaitSet & raw, GuardCondition & one) {raw.add(one.get_rcl_guard_condition());}
void put(RawWaitSet & raw, TimerBase & one) {raw.add(*one.get_timer_handle());}
void put(RawWaitSet & raw, ClientBase & one) {raw.add(*one.get_client_handle());}
void put(RawWaitSet & raw, ServiceBase & one) {raw.add(*one.get_service_handle());}
void put(RawWaitSet & raw, Waitable & one) {one.add_to_wait_set(raw.c());}

// The entities of one kind.
template<typename T>
class Row
{
public:
  explicit Row(bool owns)
  : owns_(owns) {}
  Row(const Row &) = delete;
  Row & operator=(const Row &) = delete;
  ~Row()
  {
    for (const auto & member : members_) {
      if (const auto one = member.entity.lock()) {mark(*one, false);}
    }
  }

  static const std::shared_ptr<T> & checked(const std::shared_ptr<T> & one)
  {
    if (!one) {throw std::invalid_argument(std::string(name_of(one.get())) + " is nullptr");}
    return one;
  }
  void add(const std::shared_ptr<T> & one, const std::shared_ptr<void> & associated = nullptr)
  {
    if (mark(*one, true)) {throw std::runtime_error(in_use(one.get()));}
    members_.push_back({one, owns_ ? one : nullptr, associated, associated != nullptr});
  }
  void remove(const std::shared_ptr<T> & one)
  {
    const auto found = std::find_if(
      members_.begin(), members_.end(),
      [&](const Member & member) {return member.entity.lock() == one;});
    if (found == members_.end()) {
      throw std::runtime_error(std::string(name_of(one.get())) + " not in wait set");
    }
    mark(*one, false);
    members_.erase(found);
  }
  void prune()
  {
    members_.erase(
      std::remove_if(
        members_.begin(), members_.end(),
        [](const Member & member) {return member.entity.expired();}), members_.end());
  }
  bool empty() const {return members_.empty();}

  /// Holds what is still there and puts it into the raw set, in the order in
  /// which it was added.
  void hold(RawWaitSet & raw)
  {
    held_.clear();
    associated_.clear();
    for (const auto & member : members_) {
      auto one = member.entity.lock();
      auto associated = member.associated.lock();
      if (!one || (member.has_associated && !associated)) {continue;}
      put(raw, *one);
      held_.push_back(std::move(one));
      associated_.push_back(std::move(associated));
    }
  }
  void let_go()
  {
    held_.clear();
    associated_.clear();
  }
  const std::vector<std::shared_ptr<T>> & held() const {return held_;}

private:
  struct Member
  {
    std::weak_ptr<T> entity;
    std::shared_ptr<T> kept;
    std::weak_ptr<void> associated;
    bool has_associated;
  };

  const bool owns_;
  std::vector<Member> members_;
  std::vector<std::shared_ptr<T>> held_;  // by a wait and its result
  std::vector<std::shared_ptr<void>> associated_;
};

// The first ready one of a row of the raw set; taken out of it.
template<typename T, typename HandleT>
std::shared_ptr<T> next_of(const Row<T> & row, const HandleT ** handles)
{
  for (size_t i = 0; i < row.held().size(); ++i) {
    if (std::exchange(handles[i], nullptr) != nullptr) {return row.held()[i];}
  }
  return nullptr;
}

}  // namespace

// Either a wait and its result use the rows, or somebody changes them.
struct WaitSetState::Impl
{
  Impl(Policy of, std::shared_ptr<Context> with);
  ~Impl();

  template<typename Change>
  void change(Change change);
  void begin_use(std::unique_lock<std::mutex> & lock);
  WaitResultKind wait(std::unique_lock<std::mutex> & lock, int64_t until);
  void let_go();
  void end_use();
  bool only_waitables() const;
  bool empty() const {return only_waitables() && waitables.empty();}
  bool over() {return writers != 0 || !context->is_valid();}

  const Policy policy;
  const std::shared_ptr<Context> context;
  OnShutdownCallbackHandle on_shutdown;
  // Shared with the context, whose shutdown may be under way when we end.
  const std::shared_ptr<ranvier::EventCount> event = std::make_shared<ranvier::EventCount>();

  mutable std::mutex mutex;  // guards what follows
  std::condition_variable idle;
  bool in_use = false;          // by a wait or a result
  std::atomic<int> writers{0};  // who want to change it; read without the mutex too
  bool changed = false;         // since the wait
  Row<SubscriptionBase> subscriptions{policy.owns};
  Row<GuardCondition> guard_conditions{policy.owns};
  Row<TimerBase> timers{policy.owns};
  Row<ClientBase> clients{policy.owns};
  Row<ServiceBase> services{policy.owns};
  Row<Waitable> waitables{policy.owns};
  RawWaitSet raw;
  size_t next_waitable = 0;
};

WaitSetState::Impl::Impl(Policy of, std::shared_ptr<Context> with)
: policy(of), context(std::move(with))
{
  if (!context) {
    throw std::invalid_argument("context is nullptr: a wait set needs one, give it");
  }
  (void)context->core();  // throws if it was never initialized
  on_shutdown = context->add_on_shutdown_callback([event = event] {event->notify_all();});
}

WaitSetState::Impl::~Impl() {context->remove_on_shutdown_callback(on_shutdown);}

template<typename Change>
void WaitSetState::Impl::change(Change change)
{
  std::unique_lock<std::mutex> lock(mutex);
  if (policy.shared) {
    ++writers;
    event->notify_all();
    idle.wait(lock, [this] {return !in_use;});
    --writers;
  }
  struct Tell
  {
    std::condition_variable & idle;
    ~Tell() {idle.notify_all();}
  } tell{idle};
  change();
  changed = true;
}

void WaitSetState::Impl::begin_use(std::unique_lock<std::mutex> & lock)
{
  if (policy.shared) {
    idle.wait(lock, [this] {return !in_use && writers == 0;});
  } else if (in_use) {
    throw std::runtime_error(
            "wait_result_acquire() called while already holding: wait() needs the result of the "
            "last one to have ended");
  }
  in_use = true;
  changed = false;
  next_waitable = 0;
  raw.clear();
  subscriptions.hold(raw);
  guard_conditions.hold(raw);
  timers.hold(raw);
  clients.hold(raw);
  services.hold(raw);
  waitables.hold(raw);  // last: what they add comes after ours
}

void WaitSetState::Impl::let_go()
{
  subscriptions.let_go();
  guard_conditions.let_go();
  timers.let_go();
  clients.let_go();
  services.let_go();
  waitables.let_go();
}

void WaitSetState::Impl::end_use()
{
  let_go();
  in_use = false;
  idle.notify_all();
}

bool WaitSetState::Impl::only_waitables() const
{
  return subscriptions.empty() && guard_conditions.empty() && timers.empty() &&
         clients.empty() && services.empty();
}

WaitResultKind WaitSetState::Impl::wait(std::unique_lock<std::mutex> & lock, int64_t until)
{
  for (;;) {
    begin_use(lock);
    // Its waitables add nothing. What has gone counts, until it is pruned (ROS 2).
    if (raw.empty() && only_waitables() && !policy.shared) {
      end_use();
      return WaitResultKind::Empty;
    }
    lock.unlock();
    const bool ready = raw.wait(*event, until, [this] {return over();});
    lock.lock();
    if (ready) {return WaitResultKind::Ready;}
    end_use();
    // Somebody changed it: goes on with what is in it then.
    if (!context->is_valid() || ranvier::steady_ns() >= until) {return WaitResultKind::Timeout;}
  }
}

WaitSetState::WaitSetState(Policy policy, std::shared_ptr<Context> context)
: impl_(new Impl(policy, std::move(context))) {}
WaitSetState::~WaitSetState() = default;

void WaitSetState::add(const SubscriptionEntry & entry)
{
  Row<SubscriptionBase>::checked(entry.subscription);
  impl_->change(
    [&] {
      if (entry.mask.include_subscription) {impl_->subscriptions.add(entry.subscription);}
      if (!entry.mask.include_events) {return;}
      for (const auto & [kind, handler] : entry.subscription->get_event_handlers()) {
        impl_->waitables.add(handler, entry.subscription);
      }
    });
}
void WaitSetState::remove(const SubscriptionEntry & entry)
{
  Row<SubscriptionBase>::checked(entry.subscription);
  impl_->change(
    [&] {
      if (entry.mask.include_subscription) {impl_->subscriptions.remove(entry.subscription);}
      if (!entry.mask.include_events) {return;}
      for (const auto & [kind, handler] : entry.subscription->get_event_handlers()) {
        impl_->waitables.remove(handler);
      }
    });
}
void WaitSetState::add(const std::shared_ptr<GuardCondition> & one)
{
  impl_->change([&] {impl_->guard_conditions.add(Row<GuardCondition>::checked(one));});
}
void WaitSetState::remove(const std::shared_ptr<GuardCondition> & one)
{
  impl_->change([&] {impl_->guard_conditions.remove(Row<GuardCondition>::checked(one));});
}
void WaitSetState::add(const std::shared_ptr<TimerBase> & one)
{
  impl_->change([&] {impl_->timers.add(Row<TimerBase>::checked(one));});
}
void WaitSetState::remove(const std::shared_ptr<TimerBase> & one)
{
  impl_->change([&] {impl_->timers.remove(Row<TimerBase>::checked(one));});
}
void WaitSetState::add(const std::shared_ptr<ClientBase> & one)
{
  impl_->change([&] {impl_->clients.add(Row<ClientBase>::checked(one));});
}
void WaitSetState::remove(const std::shared_ptr<ClientBase> & one)
{
  impl_->change([&] {impl_->clients.remove(Row<ClientBase>::checked(one));});
}
void WaitSetState::add(const std::shared_ptr<ServiceBase> & one)
{
  impl_->change([&] {impl_->services.add(Row<ServiceBase>::checked(one));});
}
void WaitSetState::remove(const std::shared_ptr<ServiceBase> & one)
{
  impl_->change([&] {impl_->services.remove(Row<ServiceBase>::checked(one));});
}
void WaitSetState::add(const WaitableEntry & entry)
{
  impl_->change(
    [&] {
      impl_->waitables.add(Row<Waitable>::checked(entry.waitable), entry.associated_entity);
    });
}
void WaitSetState::remove(const std::shared_ptr<Waitable> & one)
{
  impl_->change([&] {impl_->waitables.remove(Row<Waitable>::checked(one));});
}

void WaitSetState::prune()
{
  impl_->change(
    [&] {
      impl_->subscriptions.prune();
      impl_->guard_conditions.prune();
      impl_->timers.prune();
      impl_->clients.prune();
      impl_->services.prune();
      impl_->waitables.prune();
    });
}

WaitResultKind WaitSetState::wait(std::chrono::nanoseconds timeout)
{
  std::unique_lock<std::mutex> lock(impl_->mutex);
  // One that others may add to is worth waiting for.
  if (impl_->empty() && !impl_->policy.shared) {return WaitResultKind::Empty;}
  return impl_->wait(lock, ranvier::deadline_after(timeout));
}

void WaitSetState::release()
{
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  impl_->end_use();
}

bool WaitSetState::changed() const
{
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->changed;
}

const rcl_wait_set_t & WaitSetState::raw() const {return impl_->raw.c();}

std::pair<std::shared_ptr<TimerBase>, size_t> WaitSetState::peek_timer(size_t start) const
{
  const auto & held = impl_->timers.held();
  for (size_t i = start; i < held.size(); ++i) {
    if (impl_->raw.c().timers[i] != nullptr) {return {held[i], i};}
  }
  return {nullptr, std::max(start, held.size())};
}

void WaitSetState::clear_timer(size_t index)
{
  if (index >= impl_->timers.held().size()) {
    throw std::out_of_range(
            "given timer index is out of range: it is " + std::to_string(index) +
            ", and the wait result has " + std::to_string(impl_->timers.held().size()) + " timers");
  }
  impl_->raw.c().timers[index] = nullptr;
}

std::shared_ptr<SubscriptionBase> WaitSetState::next_subscription()
{
  return next_of(impl_->subscriptions, impl_->raw.c().subscriptions);
}
std::shared_ptr<ServiceBase> WaitSetState::next_service()
{
  return next_of(impl_->services, impl_->raw.c().services);
}
std::shared_ptr<ClientBase> WaitSetState::next_client()
{
  return next_of(impl_->clients, impl_->raw.c().clients);
}
std::shared_ptr<Waitable> WaitSetState::next_waitable()
{
  const auto & held = impl_->waitables.held();
  while (impl_->next_waitable < held.size()) {
    const auto & one = held[impl_->next_waitable++];
    if (one->is_ready(std::as_const(impl_->raw.c()))) {return one;}
  }
  return nullptr;
}

}  // namespace rclcpp::detail
