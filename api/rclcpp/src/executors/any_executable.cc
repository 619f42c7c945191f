// What executors of users take from the engine one by one.
#include "endpoints/endpoint_events.hpp"
#include "executors/executor_impl.hpp"
#include "ranvier/node/service.h"
#include "ranvier/node/subscription.h"
#include "ranvier/run/timer.h"
#include "rclcpp/client.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"
#include "waiting/waitable_work.hpp"

namespace rclcpp
{
namespace
{

// A work whose strand is occupied for us, until the end of this.
class Claim final
{
public:
  Claim(ranvier::Engine & engine, ranvier::Work & work)
  : engine_(engine), work_(work) {}
  Claim(const Claim &) = delete;
  Claim & operator=(const Claim &) = delete;
  ~Claim()
  {
    ran_ ? ranvier::Engine::end(work_) : ranvier::Engine::give_up(work_);
    if (group_) {group_->can_be_taken_from() = true;}
  }

  void hold(CallbackGroup::SharedPtr group)
  {
    group_ = std::move(group);
    if (group_ && group_->type() == CallbackGroupType::MutuallyExclusive) {
      group_->can_be_taken_from() = false;
    }
  }
  void run()
  {
    if (!std::exchange(ran_, true)) {engine_.run(work_);}
  }

private:
  ranvier::Engine & engine_;
  ranvier::Work & work_;
  CallbackGroup::SharedPtr group_;
  bool ran_ = false;
};

// The entity of a group that the engine runs as `work`.
void identify_in(const CallbackGroup & group, const ranvier::Work & work, AnyExecutable & any)
{
  const auto is_it = [&work](const auto & entity) {return entity->work() == &work;};
  if (dynamic_cast<const ranvier::Subscription *>(&work)) {
    any.subscription = group.find_subscription_ptrs_if(is_it);
  } else if (dynamic_cast<const ranvier::Timer *>(&work)) {
    any.timer = group.find_timer_ptrs_if(is_it);
  } else if (dynamic_cast<const ranvier::Server *>(&work)) {
    any.service = group.find_service_ptrs_if(is_it);
  } else if (dynamic_cast<const ranvier::Client *>(&work)) {
    any.client = group.find_client_ptrs_if(is_it);
  }
}

std::shared_ptr<Waitable> waitable_of(ranvier::Work & work)
{
  if (auto * waitable = dynamic_cast<detail::WaitableWork *>(&work)) {return waitable->waitable();}
  if (auto * event = dynamic_cast<detail::EventWork *>(&work)) {
    return std::make_shared<detail::EndpointEventHandler>(
      detail::sharing(ranvier::Ref<detail::EventWork>(event)));
  }
  return nullptr;
}

}  // namespace


void Executor::Impl::identify(ranvier::Work & work, AnyExecutable & any)
{
  std::vector<CallbackGroup::WeakPtr> manual;
  std::vector<std::weak_ptr<node_interfaces::NodeBaseInterface>> of_nodes;
  {
    const std::lock_guard lock(mutex);
    manual = groups;
    of_nodes = nodes;
  }
  any.waitable = waitable_of(work);
  const auto look = [&](const CallbackGroup::SharedPtr & group) {
      if (!group || group->core().get() != &work.strand()) {return false;}
      any.callback_group = group;
      identify_in(*group, work, any);
      return true;
    };
  for (const auto & weak : of_nodes) {
    const auto node = weak.lock();
    if (!node) {continue;}
    node->for_each_callback_group(
      [&](CallbackGroup::SharedPtr group) {
        if (look(group)) {any.node_base = node;}
      });
    if (any.callback_group) {return;}
  }
  for (const auto & weak : manual) {
    if (look(weak.lock())) {return;}
  }
}

ranvier::Work * Executor::Impl::next_pulled()
{
  const std::lock_guard lock(mutex);
  if (pulled.empty()) {return nullptr;}
  ranvier::Work * work = pulled.front();
  pulled.pop_front();
  return work;
}

bool Executor::Impl::take_ready(AnyExecutable & any)
{
  for (;;) {
    ranvier::Work * work = next_pulled();
    if (work == nullptr) {work = engine.pull(0, engine.stops());}
    if (work == nullptr) {return false;}
    if (!engine.begin(*work)) {continue;}
    const auto claim = std::make_shared<Claim>(engine, *work);
    any = AnyExecutable();
    any.claim = claim;
    identify(*work, any);
    claim->hold(any.callback_group);
    return true;
  }
}

bool Executor::Impl::run_pulled()
{
  bool ran = false;
  while (ranvier::Work * work = next_pulled()) {
    if (!engine.begin(*work)) {continue;}
    ran = true;
    Claim(engine, *work).run();
  }
  return ran;
}

// Their strands are detached: each goes back to where it waits for an engine.
void Executor::Impl::give_back()
{
  engine.give_back_moved();
  while (ranvier::Work * work = next_pulled()) {
    if (engine.begin(*work)) {ranvier::Engine::give_up(*work);}
  }
}

void Executor::wait_for_work(std::chrono::nanoseconds timeout)
{
  impl_->settle();
  {
    const std::lock_guard lock(impl_->mutex);
    if (!impl_->pulled.empty()) {return;}
  }
  const uint32_t stops = impl_->engine.stops();
  if (impl_->stops_seen.exchange(stops) != stops || !impl_->core->valid()) {return;}
  if (ranvier::Work * work = impl_->engine.pull(ranvier::deadline_after(timeout), stops)) {
    const std::lock_guard lock(impl_->mutex);
    impl_->pulled.push_back(work);
  }
}

bool Executor::get_next_ready_executable(AnyExecutable & any_executable)
{
  return impl_->take_ready(any_executable);
}

bool Executor::get_next_executable(
  AnyExecutable & any_executable, std::chrono::nanoseconds timeout)
{
  if (impl_->take_ready(any_executable)) {return true;}
  wait_for_work(timeout);
  return impl_->core->valid() && impl_->take_ready(any_executable);
}

void Executor::execute_any_executable(AnyExecutable & any_executable)
{
  // Given back at the end, also when the callback throws.
  if (const auto claim = std::exchange(any_executable.claim, nullptr)) {
    return std::static_pointer_cast<Claim>(claim)->run();
  }
  struct Taken
  {
    CallbackGroup * group;
    ~Taken() {if (group) {group->can_be_taken_from() = true;}}
  } taken{any_executable.callback_group.get()};
  if (any_executable.timer) {execute_timer(any_executable.timer, any_executable.data);}
  if (any_executable.subscription) {execute_subscription(any_executable.subscription);}
  if (any_executable.service) {execute_service(any_executable.service);}
  if (any_executable.client) {execute_client(any_executable.client);}
  if (any_executable.waitable) {
    any_executable.waitable->execute(std::as_const(any_executable.data));
  }
}

void Executor::execute_subscription(std::shared_ptr<SubscriptionBase> subscription)
{
  subscription->run_once();
}
void Executor::execute_timer(
  std::shared_ptr<TimerBase> timer, const std::shared_ptr<void> & data_ptr)
{
  timer->execute_callback(data_ptr);
}
void Executor::execute_service(std::shared_ptr<ServiceBase> service) {service->run_once();}
void Executor::execute_client(std::shared_ptr<ClientBase> client) {client->run_once();}

}  // namespace rclcpp
