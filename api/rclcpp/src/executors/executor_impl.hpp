// What an executor has, shared by its sources.
#ifndef EXECUTOR_IMPL_HPP_
#define EXECUTOR_IMPL_HPP_

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/core_edge.hpp"
#include "ranvier/base/near_heap.h"
#include "ranvier/node/context.h"
#include "ranvier/os/deadline.h"
#include "ranvier/run/engine.h"
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

  // A spin goes on while the engine has these stops(). Called before it is marked as spinning:
  // who sees that may cancel() it. The first spin heeds a cancel() that came before it, too: it
  // was for this spin, whose thread had not begun yet (a TransformListener that goes at once
  // would wait for its thread forever: ros2/rclcpp#3172). Later ones do not, as in Jazzy.
  uint32_t stops_of_a_spin() const {return spun ? engine.stops() : 0;}
  std::atomic_bool spun{false};
};

}  // namespace rclcpp
#endif  // EXECUTOR_IMPL_HPP_
