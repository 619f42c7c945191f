// What an executor has, shared by its sources.
#ifndef EXECUTOR_IMPL_HPP_
#define EXECUTOR_IMPL_HPP_

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/core_edge.hpp"
#include "ranvier/base/near_heap.h"
#include "ranvier/node/context.h"
#include "ranvier/os/deadline.h"
#include "ranvier/run/engine.h"
#include "ranvier/run/group_threads.h"
#include "rclcpp/executor.hpp"

namespace rclcpp
{
namespace detail
{

/// How one that is not ours is refused: ROS 2 tells it from one that nobody has.
inline const char * an_executor(bool another_has_it)
{
  return another_has_it ? "this executor." : "an executor.";
}

/// Marks an executor as spinning for a scope, and as one that has spun for good.
class Spinning final
{
public:
  Spinning(std::atomic_bool & flag, std::atomic_bool & spun, const char * what)
  : flag_(flag)
  {
    if (flag_.exchange(true)) {
      throw std::runtime_error(std::string(what) + " called while already spinning");
    }
    spun = true;
  }
  ~Spinning() {flag_ = false;}

private:
  std::atomic_bool & flag_;
};

}  // namespace detail

struct Executor::Impl : ranvier::Near
{
  std::shared_ptr<ranvier::Context> core;
  ranvier::Engine engine;
  std::mutex mutex;  // guards what follows
  std::vector<std::weak_ptr<node_interfaces::NodeBaseInterface>> nodes;
  std::vector<CallbackGroup::WeakPtr> groups;
  // What has the engine: a subscription keeps these alive longer than its node
  // or group, and must not find the engine gone.
  std::vector<std::weak_ptr<ranvier::Node>> cores;
  std::vector<std::shared_ptr<ranvier::Strand>> strands;

  // ---- for executors that users derive ----

  // Fills in what the work is of.
  void identify(ranvier::Work & work, AnyExecutable & any);
  // Takes one that could run now; false if there is none.
  bool take_ready(AnyExecutable & any);
  // Runs what was waited for and not taken, before a spin of ours.
  bool run_pulled();
  ranvier::Work * next_pulled();
  void give_back();

  std::deque<ranvier::Work *> pulled;  // waited for, not begun; guarded by mutex
  std::atomic<uint32_t> stops_seen{0};

  // ---- for ours ----

  class Groups;
  // Has the threads that the user's policy says, if it says any. Before strands are attached.
  void plan_threads();
  // The plan of the user; null if there is none.
  const ranvier::ThreadPlan * plan() const;
  // Runs callbacks on so many threads, or as planned; this one is among them.
  void spin(uint32_t stops, size_t threads, const ranvier::ExceptionHandler & handler);
  // Gives this thread what the plan says, before it runs callbacks. `tells`: it says what is
  // refused.
  void settle(bool tells = true)
  {
    if (core->policy() != nullptr) {settle_as_planned(tells);}
  }
  void settle_as_planned(bool tells);
  static void warn(const std::string & what);
  std::vector<node_interfaces::NodeBaseInterface::SharedPtr> nodes_here();
  std::vector<std::string> names_of_nodes();

  // A spin goes on while the engine has these stops(). Called before it is marked as spinning:
  // who sees that may cancel() it. The first spin heeds a cancel() that came before it, too: it
  // was for this spin, whose thread had not begun yet (a TransformListener that goes at once
  // would wait for its thread forever: ros2/rclcpp#3172). Later ones do not, as in Jazzy.
  uint32_t stops_of_a_spin() const {return spun ? engine.stops() : 0;}
  std::atomic_bool spun{false};
  std::unique_ptr<Groups> groups_on_threads;  // null: the threads that spin run all groups
};

// Gives callback groups threads of their own: all, or those that the plan names. Knows which
// group a strand is of. Threads: any.
class Executor::Impl::Groups final : public ranvier::GroupThreads::Owner
{
public:
  using Which = ranvier::GroupThreads::Which;
  static constexpr size_t kUsualParallelism = 4;  // as the public package has it

  // Divides the engine. `parallelism`: threads of a reentrant group, unless the plan says it.
  Groups(Impl & executor, Which which, size_t parallelism);
  bool has_all() const {return threads_.which() == Which::kAll;}
  // For groups without their nodes.
  void remember(const CallbackGroup::SharedPtr & group, const std::string & node);
  // Says which groups of nodes that are here the plan names in vain.
  void report_unknown();
  void run(
    uint32_t stops, const ranvier::ExceptionHandler & handler,
    const std::function<void()> & moved = nullptr);
  void stop() {threads_.stop();}

  std::vector<ranvier::Ref<ranvier::Strand>> named() override;
  bool serves(const ranvier::Strand & strand) override;
  ranvier::ThreadSettings settings_of(const ranvier::Strand & strand) override;
  std::string name_of(const ranvier::Strand & strand) override;
  void refused(const std::string & what) override {Impl::warn(what);}
  void began(ranvier::Engine & part) override {executor_.core->add(part);}
  void ended(ranvier::Engine & part) noexcept override {executor_.core->remove(part);}

private:
  struct OfNode
  {
    CallbackGroup::WeakPtr group;
    std::string node;
  };
  struct Known;
  std::vector<Known> all();
  std::optional<Known> find(const ranvier::Strand & strand);
  std::string node_of(const CallbackGroup::SharedPtr & group) const;
  void move_strands();

  Impl & executor_;
  std::vector<OfNode> of_nodes_;  // guarded by the executor's mutex
  ranvier::GroupThreads threads_;  // last: it asks us
};

}  // namespace rclcpp
#endif  // EXECUTOR_IMPL_HPP_
