#include "rclcpp/executor.hpp"

#include <algorithm>
#include <mutex>
#include <ostream>
#include <stdexcept>
#include <string>

#include "executors/executor_impl.hpp"
#include "ranvier/run/round_rules.h"
#include "rclcpp/memory_strategies.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp
{

using node_interfaces::NodeBaseInterface;

ExecutorOptions::ExecutorOptions()
: context(contexts::get_global_default_context()),
  memory_strategy(memory_strategies::create_default_strategy()) {}
ExecutorOptions::ExecutorOptions(const ExecutorOptions & other) = default;
ExecutorOptions & ExecutorOptions::operator=(const ExecutorOptions & other) = default;
ExecutorOptions::~ExecutorOptions() = default;

using ranvier::deadline_after;
using detail::Spinning;

namespace
{

template<typename T>
bool erase_weak(std::vector<std::weak_ptr<T>> & list, const std::shared_ptr<T> & what)
{
  const auto before = list.size();
  bool found = false;
  list.erase(
    std::remove_if(
      list.begin(), list.end(), [&](const std::weak_ptr<T> & weak) {
        const auto strong = weak.lock();
        found = found || strong == what;
        return !strong || strong == what;
      }), list.end());
  return found && list.size() < before;
}

template<typename T>
bool has_weak(const std::vector<std::weak_ptr<T>> & list, const std::shared_ptr<T> & what)
{
  return std::any_of(
    list.begin(), list.end(), [&](const std::weak_ptr<T> & weak) {return weak.lock() == what;});
}

}  // namespace

Executor::Executor(const ExecutorOptions & options)
: context_(options.context ? options.context : contexts::get_global_default_context()),
  impl_(new Impl)
{
  impl_->core = context_->core();
  if (options.short_slices) {impl_->engine.use_short_slices();}
  impl_->core->add(impl_->engine);
  impl_->plan_threads();
}

namespace
{
ExecutorOptions of_context(const std::shared_ptr<Context> & context)
{
  ExecutorOptions options;
  options.context = context;
  return options;
}
}  // namespace

Executor::Executor(const std::shared_ptr<Context> & context)
: Executor(of_context(context)) {}

Executor::~Executor()
{
  detach_all();
  impl_->give_back();
}

// Nothing becomes ready here any more.
void Executor::detach_all()
{
  impl_->core->remove(impl_->engine);
  for (const auto & weak : impl_->cores) {
    if (const auto core = weak.lock()) {core->detach(impl_->engine);}
  }
  for (const auto & strand : impl_->strands) {strand->detach(impl_->engine);}
}

ranvier::Engine & Executor::engine() {return impl_->engine;}

void Executor::enable_callback_priority() {impl_->engine.use_order(ranvier::Order::kPriority);}
void Executor::enable_callback_deadlines() {impl_->engine.use_order(ranvier::Order::kDeadline);}

void Executor::set_order_value(ranvier::Work * work, const char * caller, int64_t value)
{
  if (work == nullptr) {
    throw std::invalid_argument(
            std::string(caller) + ": the entity is null, or a timer that no node has. Give one " +
            "that a node made.");
  }
  work->set_order_value(value);
}

SequenceTrigger trigger_any() {return ranvier::RoundRules::any();}
SequenceTrigger trigger_all() {return ranvier::RoundRules::all();}
SequenceTrigger trigger_one(size_t index) {return ranvier::RoundRules::one(index);}

void Executor::use_sequence(
  const SequenceOptions & options, const std::vector<ranvier::Work *> & works)
{
  if (spinning) {
    throw std::runtime_error(
            "enable_callback_sequence() called while spinning. Call it before spin().");
  }
  if (impl_->groups_on_threads) {
    throw std::runtime_error(
            "enable_callback_sequence(): a sequence runs on one thread, and callback groups of "
            "this executor have threads of their own. Use another executor, or take them away.");
  }
  int64_t place = 0;
  for (ranvier::Work * work : works) {
    set_order_value(work, "enable_callback_sequence()", ++place);
  }
  impl_->engine.use_rounds({works.size(), options.trigger, options.let});
}

void Executor::add_node(NodeBaseInterface::SharedPtr node, bool)
{
  detail::check_given(node, "add_node()", "node");
  std::lock_guard<std::mutex> lock(impl_->mutex);
  if (!node->core()->attach(impl_->engine)) {
    throw std::runtime_error(
            "Node '" + std::string(node->get_fully_qualified_name()) +
            "' has already been added to an executor.");
  }
  erase_weak(impl_->nodes, node);
  impl_->nodes.push_back(node);
  impl_->cores.push_back(node->core());
}

void Executor::remove_node(NodeBaseInterface::SharedPtr node, bool)
{
  detail::check_given(node, "remove_node()", "node");
  std::lock_guard<std::mutex> lock(impl_->mutex);
  if (!erase_weak(impl_->nodes, node)) {
    throw std::runtime_error(
            "Node '" + std::string(node->get_fully_qualified_name()) +
            "' needs to be associated with " + detail::an_executor(node->core()->attached()));
  }
  erase_weak(impl_->cores, node->core());
  node->core()->detach(impl_->engine);
  impl_->engine.give_back_moved();
}

void Executor::add_node(std::shared_ptr<Node> node, bool notify)
{
  detail::check_given(node, "add_node()", "node");
  add_node(node->get_node_base_interface(), notify);
}
void Executor::remove_node(std::shared_ptr<Node> node, bool notify)
{
  detail::check_given(node, "remove_node()", "node");
  remove_node(node->get_node_base_interface(), notify);
}

void Executor::add_callback_group(
  CallbackGroup::SharedPtr group, NodeBaseInterface::SharedPtr node, bool)
{
  detail::check_given(group, "add_callback_group()", "group");
  if (impl_->groups_on_threads && node) {
    impl_->groups_on_threads->remember(group, node->get_fully_qualified_name());
  }
  std::lock_guard<std::mutex> lock(impl_->mutex);
  if (!group->core()->attach(impl_->engine)) {
    throw std::runtime_error("Callback group has already been added to an executor.");
  }
  impl_->groups.push_back(group);
  impl_->strands.push_back(group->core());
}

void Executor::remove_callback_group(CallbackGroup::SharedPtr group, bool)
{
  detail::check_given(group, "remove_callback_group()", "group");
  std::lock_guard<std::mutex> lock(impl_->mutex);
  if (!erase_weak(impl_->groups, group)) {
    throw std::runtime_error(
            std::string("Callback group needs to be associated with ") +
            detail::an_executor(group->core()->attached()));
  }
  const auto & strand = group->core();
  impl_->strands.erase(
    std::remove(impl_->strands.begin(), impl_->strands.end(), strand), impl_->strands.end());
  strand->detach(impl_->engine);
  impl_->engine.give_back_moved();
  // Its node may be here: then it comes with that from now on.
  for (const auto & weak : impl_->cores) {
    if (const auto core = weak.lock()) {core->attach_free_strands(impl_->engine);}
  }
}

std::vector<CallbackGroup::WeakPtr> Executor::get_manually_added_callback_groups()
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->groups;
}

std::vector<CallbackGroup::WeakPtr>
Executor::get_automatically_added_callback_groups_from_nodes()
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  std::vector<CallbackGroup::WeakPtr> groups;
  for (const auto & weak : impl_->nodes) {
    const auto node = weak.lock();
    if (!node) {continue;}
    node->for_each_callback_group(
      [&](CallbackGroup::SharedPtr group) {
        if (group->automatically_add_to_executor_with_node() &&
        group->core()->attached_to(impl_->engine) && !has_weak(impl_->groups, group))
        {
          groups.push_back(group);
        }
      });
  }
  return groups;
}

std::vector<CallbackGroup::WeakPtr> Executor::get_all_callback_groups()
{
  auto groups = get_automatically_added_callback_groups_from_nodes();
  for (const auto & group : get_manually_added_callback_groups()) {groups.push_back(group);}
  return groups;
}

void Executor::spin_on(
  size_t threads, const std::function<void(const std::exception &)> & handler)
{
  const auto stops = impl_->stops_of_a_spin();
  const Spinning mark(spinning, impl_->spun, "spin()");
  if (!impl_->core->valid()) {return;}
  impl_->run_pulled();
  impl_->spin(stops, threads, handler);
}

void Executor::spin_some(std::chrono::nanoseconds max_duration)
{
  run_ready("spin_some()", max_duration, false);
}

bool Executor::run_ready(
  const char * caller, std::chrono::nanoseconds max_duration, bool until_nothing_is)
{
  const Spinning mark(spinning, impl_->spun, caller);
  if (!impl_->core->valid()) {return false;}
  impl_->settle();
  const int64_t deadline =
    max_duration.count() <= 0 ? ranvier::kForever : deadline_after(max_duration);
  bool ran = impl_->run_pulled();
  bool more = impl_->engine.spin_ready(deadline);
  ran = ran || more;
  while (until_nothing_is && more && impl_->core->valid() && spinning &&
    ranvier::steady_ns() < deadline)
  {
    more = impl_->engine.spin_ready(deadline);
  }
  return ran;
}

void Executor::spin_all(std::chrono::nanoseconds max_duration)
{
  if (max_duration.count() < 0) {
    throw std::invalid_argument("max_duration must be greater than or equal to 0");
  }
  run_ready("spin_all()", max_duration, true);
}

void Executor::spin_once(std::chrono::nanoseconds timeout)
{
  const Spinning mark(spinning, impl_->spun, "spin_once()");
  if (impl_->core->valid()) {spin_once_impl(timeout);}
}

void Executor::spin_once_impl(std::chrono::nanoseconds timeout)
{
  impl_->settle();
  if (!impl_->run_pulled()) {impl_->engine.spin_once(deadline_after(timeout));}
}

FutureReturnCode Executor::spin_until_future_complete_impl(
  std::chrono::nanoseconds timeout,
  const std::function<std::future_status(std::chrono::nanoseconds)> & wait_for_future)
{
  // A future that another thread completes notifies no event count of ours: look again
  // this often.
  constexpr std::chrono::nanoseconds kLookAgain = std::chrono::milliseconds(10);
  const auto done = [&] {
      return wait_for_future(std::chrono::nanoseconds(0)) == std::future_status::ready;
    };
  if (done()) {return FutureReturnCode::SUCCESS;}
  const auto stops = impl_->stops_of_a_spin();
  const Spinning mark(spinning, impl_->spun, "spin_until_future_complete()");
  const int64_t deadline = deadline_after(timeout);
  while (impl_->core->valid() && impl_->engine.stops() == stops) {
    spin_once_impl(std::min(ranvier::time_until(deadline), kLookAgain));
    if (done()) {return FutureReturnCode::SUCCESS;}
    if (ranvier::steady_ns() >= deadline) {return FutureReturnCode::TIMEOUT;}
  }
  return FutureReturnCode::INTERRUPTED;
}

void Executor::spin_node_some(NodeBaseInterface::SharedPtr node)
{
  add_node(node, false);
  spin_some();
  remove_node(node, false);
}
void Executor::spin_node_some(std::shared_ptr<Node> node)
{
  detail::check_given(node, "spin_node_some()", "node");
  spin_node_some(node->get_node_base_interface());
}
void Executor::spin_node_all(
  NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds max_duration)
{
  add_node(node, false);
  spin_all(max_duration);
  remove_node(node, false);
}
void Executor::spin_node_all(std::shared_ptr<Node> node, std::chrono::nanoseconds max_duration)
{
  detail::check_given(node, "spin_node_all()", "node");
  spin_node_all(node->get_node_base_interface(), max_duration);
}
void Executor::spin_node_once_nanoseconds(
  NodeBaseInterface::SharedPtr node, std::chrono::nanoseconds timeout)
{
  add_node(node, false);
  spin_once(timeout);
  remove_node(node, false);
}

void Executor::cancel()
{
  spinning = false;  // what executors of users look at
  impl_->groups_on_threads ? impl_->groups_on_threads->stop() : impl_->engine.stop();
}
bool Executor::is_spinning() {return spinning;}

std::string to_string(const FutureReturnCode & code)
{
  switch (code) {
    case FutureReturnCode::SUCCESS: return "SUCCESS (0)";
    case FutureReturnCode::INTERRUPTED: return "INTERRUPTED (1)";
    case FutureReturnCode::TIMEOUT: return "TIMEOUT (2)";
  }
  return "Unknown enum value (" + std::to_string(static_cast<int>(code)) + ")";
}
std::ostream & operator<<(std::ostream & os, const FutureReturnCode & code)
{
  return os << to_string(code);
}

}  // namespace rclcpp
