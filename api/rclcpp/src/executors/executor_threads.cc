// Which threads run the callbacks of an executor, and what its user's policy says of them.
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "executors/executor_impl.hpp"
#include "ranvier/os/thread.h"
#include "ranvier/policy/spinning_thread.h"
#include "ranvier/policy/thread_file.h"
#include "rclcpp/client.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"

namespace rclcpp
{

using node_interfaces::NodeBaseInterface;

namespace
{

std::string id_of(const CallbackGroup & group, const std::string & node)
{
  using Kind = ranvier::GroupEntity::Kind;
  std::vector<ranvier::GroupEntity> entities;
  group.collect_all_ptrs(
    [&](const auto & one) {entities.push_back({Kind::kSubscription, one->get_topic_name()});},
    [&](const auto & one) {entities.push_back({Kind::kService, one->get_service_name()});},
    [&](const auto & one) {entities.push_back({Kind::kClient, one->get_service_name()});},
    [&](const auto & one) {
      entities.push_back({Kind::kTimer, std::to_string(one->period().count())});
    },
    [](const auto &) {});
  return ranvier::group_id(node, entities);
}

std::string number_of(size_t number, size_t threads)
{
  return "number " + std::to_string(number) + " of its " + std::to_string(threads) + " threads";
}

/// The first exception of the threads of a spin, which ends the spin of all.
/// Threads: take() any; rethrow() once they have ended.
class FirstFault final
{
public:
  explicit FirstFault(ranvier::Engine & engine)
  : engine_(engine) {}
  /// Contract: where an exception is handled.
  void take()
  {
    std::call_once(once_, [this] {thrown_ = std::current_exception();});
    engine_.stop();
  }
  void rethrow() const
  {
    if (thrown_) {std::rethrow_exception(thrown_);}
  }

private:
  ranvier::Engine & engine_;
  std::once_flag once_;
  std::exception_ptr thrown_;
};

/// Holds those who wait() until the first open(). Threads: any.
class Gate final
{
public:
  void open() {std::call_once(once_, [this] {opened_.set_value();});}
  void wait() {opened_.get_future().wait();}

private:
  std::once_flag once_;
  std::promise<void> opened_;
};

}  // namespace

struct Executor::Impl::Groups::Known
{
  std::string id() const {return id_of(*group, node);}
  CallbackGroup::SharedPtr group;
  std::string node;
  bool is_default;
};

void Executor::Impl::plan_threads()
{
  const auto * const planned = plan();
  if (planned == nullptr) {return;}
  const bool each = planned->each() == ranvier::ThreadPlan::Each::kGroup;
  if (!each && !planned->names_groups()) {return;}
  groups_on_threads = std::make_unique<Groups>(
    *this, each ? Groups::Which::kAll : Groups::Which::kNamed, Groups::kUsualParallelism);
}

const ranvier::ThreadPlan * Executor::Impl::plan() const
{
  return core->policy() == nullptr ? nullptr : core->policy()->threads();
}

void Executor::Impl::warn(const std::string & what)
{
  RCLCPP_WARN(get_logger("rclcpp"), "%s", what.c_str());
}

std::vector<NodeBaseInterface::SharedPtr> Executor::Impl::nodes_here()
{
  std::vector<NodeBaseInterface::SharedPtr> all;
  const std::lock_guard lock(mutex);
  for (const auto & weak : nodes) {
    if (auto node = weak.lock()) {all.push_back(std::move(node));}
  }
  return all;
}

std::vector<std::string> Executor::Impl::names_of_nodes()
{
  std::vector<std::string> names;
  for (const auto & node : nodes_here()) {names.push_back(node->get_fully_qualified_name());}
  return names;
}

void Executor::Impl::settle_as_planned(bool tells)
{
  ranvier::settle_spinning_thread(
    core->policy(), [this] {return names_of_nodes();},
    tells ? &Impl::warn : std::function<void(const std::string &)>());
}

void Executor::Impl::spin(
  uint32_t stops, size_t threads, const ranvier::ExceptionHandler & handler)
{
  if (groups_on_threads) {
    groups_on_threads->report_unknown();
    if (groups_on_threads->has_all()) {return groups_on_threads->run(stops, handler);}
  }
  const auto * const planned = plan();
  if (planned != nullptr && planned->count() != 0) {threads = planned->count();}
  if (engine.in_rounds()) {threads = 1;}
  FirstFault fault(engine);
  const auto settled = [&](bool tells, const auto & run) {
      try {
        settle(tells);
        run();
      } catch (...) {
        fault.take();
      }
    };
  const auto work = [&] {ranvier::spin_past_exceptions(engine, stops, handler);};
  Gate groups_moved;
  std::vector<std::thread> others;
  const auto start = [&](const std::string & what, const auto & run) {
      others.push_back(
        ranvier::start_user_thread(
          "An executor, " + what, [&] {
            settled(false, run);
            groups_moved.open();  // whatever it met
          }));
    };
  const auto tend = [&] {groups_on_threads->run(stops, handler, [&] {groups_moved.open();});};
  try {
    others.reserve(threads);
    if (groups_on_threads) {
      start("for its named groups", tend);
      groups_moved.wait();  // no callback of theirs runs here
    }
    for (size_t i = 1; i < threads; ++i) {start(number_of(i + 1, threads), work);}
  } catch (...) {
    fault.take();
  }
  settled(true, work);
  for (auto & other : others) {other.join();}
  fault.rethrow();
}

Executor::Impl::Groups::Groups(Impl & executor, Which which, size_t parallelism)
: executor_(executor),
  threads_(executor.engine, *this, which,
    executor.plan() != nullptr && executor.plan()->each() == ranvier::ThreadPlan::Each::kGroup &&
    executor.plan()->count() != 0 ? executor.plan()->count() : parallelism)
{}

void Executor::Impl::Groups::remember(
  const CallbackGroup::SharedPtr & group, const std::string & node)
{
  const std::lock_guard lock(executor_.mutex);
  std::erase_if(of_nodes_, [](const OfNode & one) {return one.group.expired();});
  of_nodes_.push_back({group, node});
}

void Executor::Impl::Groups::report_unknown()
{
  const auto * const planned = executor_.plan();
  if (planned == nullptr) {return;}
  std::vector<std::string> here;
  for (const Known & one : all()) {here.push_back(one.id());}
  for (const auto & node : executor_.names_of_nodes()) {
    for (const auto & id : planned->groups_of(node)) {
      const bool known = std::any_of(
        here.begin(), here.end(), [&](const auto & one) {return ranvier::names_group(id, one);});
      if (known) {continue;}
      warn(
        "RANVIER_EXECUTOR_POLICY: no callback group is '" + id + "'. It gets its settings if it " +
        "comes later; else correct the id, or take it away.");
    }
  }
}

void Executor::Impl::Groups::run(
  uint32_t stops, const ranvier::ExceptionHandler & handler, const std::function<void()> & moved)
{
  threads_.run(stops, [this] {move_strands();}, handler, moved);
}

void Executor::Impl::Groups::move_strands()
{
  const std::lock_guard lock(executor_.mutex);
  for (const auto & weak : executor_.cores) {
    if (const auto core = weak.lock()) {core->move_strands(executor_.engine);}
  }
  for (const auto & strand : executor_.strands) {strand->move(executor_.engine);}
}

std::vector<ranvier::Ref<ranvier::Strand>> Executor::Impl::Groups::named()
{
  std::vector<ranvier::Ref<ranvier::Strand>> strands;
  for (const Known & one : all()) {
    if (executor_.plan()->of_group(one.id()) != nullptr) {
      strands.emplace_back(one.group->core().get());
    }
  }
  return strands;
}

bool Executor::Impl::Groups::serves(const ranvier::Strand & strand)
{
  const auto known = find(strand);
  return known && (known->is_default || known->group->size() != 0);
}

ranvier::ThreadSettings Executor::Impl::Groups::settings_of(const ranvier::Strand & strand)
{
  ranvier::ThreadSettings settings;
  const auto known = find(strand);
  if (!known) {return settings;}
  const std::string id = known->id();
  if (const auto * const planned = executor_.plan()) {
    const auto * const named = planned->of_group(id);
    settings = named != nullptr ? *named : planned->usual();
  }
  settings.name = ranvier::thread_name_of(id);
  return settings;
}

std::string Executor::Impl::Groups::name_of(const ranvier::Strand & strand)
{
  const auto known = find(strand);
  return "Callback group '" + (known ? known->id() : "") + "'";
}

std::vector<Executor::Impl::Groups::Known> Executor::Impl::Groups::all()
{
  std::vector<Known> all;
  for (const auto & node : executor_.nodes_here()) {
    const auto usual = node->get_default_callback_group();
    node->for_each_callback_group(
      [&](const CallbackGroup::SharedPtr & group) {
        all.push_back({group, node->get_fully_qualified_name(), group == usual});
      });
  }
  const std::lock_guard lock(executor_.mutex);
  for (const auto & weak : executor_.groups) {
    if (auto group = weak.lock()) {all.push_back({group, node_of(group), false});}
  }
  return all;
}

// Under the mutex.
std::string Executor::Impl::Groups::node_of(const CallbackGroup::SharedPtr & group) const
{
  for (const OfNode & one : of_nodes_) {
    if (one.group.lock() == group) {return one.node;}
  }
  return "";
}

std::optional<Executor::Impl::Groups::Known> Executor::Impl::Groups::find(
  const ranvier::Strand & strand)
{
  for (Known & one : all()) {
    if (one.group->core().get() == &strand) {return std::move(one);}
  }
  return std::nullopt;
}

}  // namespace rclcpp
