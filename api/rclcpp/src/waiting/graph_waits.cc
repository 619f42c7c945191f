#include "waiting/graph_waits.hpp"

#include <algorithm>
#include <map>

#include "core/core_edge.hpp"
#include "ranvier/os/deadline.h"

namespace rclcpp::detail
{

std::shared_ptr<GraphWaits> GraphWaits::of(node_interfaces::NodeBaseInterface & node)
{
  return of(node.core()->context(), node.get_context());
}

std::shared_ptr<GraphWaits> GraphWaits::of(
  const std::shared_ptr<ranvier::Context> & core, const Context::SharedPtr & context)
{
  static std::mutex mutex;
  static auto & all = *new std::map<ranvier::Context *, std::weak_ptr<GraphWaits>>;
  const std::lock_guard lock(mutex);
  std::weak_ptr<GraphWaits> & place = all[core.get()];
  auto waits = place.lock();
  if (waits) {return waits;}
  std::erase_if(all, [&](const auto & one) {return &one.second != &place && one.second.expired();});
  waits = std::make_shared<GraphWaits>(core);
  waits->context_ = context;
  waits->at_shutdown_ = context->add_on_shutdown_callback(
    [weak = std::weak_ptr<GraphWaits>(waits)] {
      if (const auto strong = weak.lock()) {strong->notify(false);}
    });
  place = waits;
  return waits;
}

GraphWaits::GraphWaits(std::shared_ptr<ranvier::Context> core)
: core_(std::move(core)) {}

GraphWaits::~GraphWaits()
{
  if (ranvier::Graph * graph = core_->graph()) {graph->watch(nullptr);}
  if (const auto context = context_.lock()) {context->remove_on_shutdown_callback(at_shutdown_);}
}

void GraphWaits::add(const std::shared_ptr<Event> & event)
{
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(events_, [](const auto & weak) {return weak.expired();});
    events_.push_back(event);
  }
  watch();
}

GuardCondition & GraphWaits::guard()
{
  {
    const std::lock_guard lock(mutex_);
    if (!guard_) {guard_ = std::make_unique<GuardCondition>(context_.lock());}
  }
  watch();
  return *guard_;
}

void GraphWaits::watch()
{
  std::call_once(
    watched_, [this] {
      if (ranvier::Graph * graph = core_->graph()) {graph->watch([this] {notify(true);});}
    });
}

bool GraphWaits::has(const std::shared_ptr<Event> & event)
{
  const std::lock_guard lock(mutex_);
  return std::any_of(
    events_.begin(), events_.end(), [&](const auto & weak) {return weak.lock() == event;});
}

size_t GraphWaits::users()
{
  const std::lock_guard lock(mutex_);
  std::erase_if(events_, [](const auto & weak) {return weak.expired();});
  return events_.size();
}

void GraphWaits::notify(bool changed)
{
  GuardCondition * guard = nullptr;
  {
    const std::lock_guard lock(mutex_);
    for (const auto & weak : events_) {
      const auto event = changed ? weak.lock() : nullptr;
      if (event) {event->set();}
    }
    if (changed) {guard = guard_.get();}  // never replaced
  }
  changed_.notify_all();
  if (guard) {guard->trigger();}
}

void GraphWaits::wait(Event & event, std::chrono::nanoseconds timeout)
{
  const auto over = [&] {return event.check() || !core_->valid();};
  std::unique_lock lock(mutex_);
  if (timeout.count() < 0) {
    changed_.wait(lock, over);
  } else {
    changed_.wait_until(lock, ranvier::steady_time_after(timeout), over);
  }
}

}  // namespace rclcpp::detail
