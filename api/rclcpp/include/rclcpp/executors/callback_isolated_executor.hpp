// An executor with a thread of its own for each callback group.
#ifndef RCLCPP__EXECUTORS__CALLBACK_ISOLATED_EXECUTOR_HPP_
#define RCLCPP__EXECUTORS__CALLBACK_ISOLATED_EXECUTOR_HPP_

#include <cstddef>
#include <memory>

#include "rclcpp/executor.hpp"

namespace rclcpp::executors
{

/// Runs each callback group on a thread of its own, and a reentrant one on a few, so that what
/// the operating system knows of threads (policy, priority, CPUs) holds for callbacks. Groups of
/// different threads run side by side: what they share needs a mutex.
///
/// A thread has the name of its node and the first entity of its group, and the settings that
/// the file of RANVIER_EXECUTOR_POLICY has for the group (docs/executors.md). Groups and nodes
/// that come while it spins get theirs then. All but spin() is as in the single-threaded executor.
class RCLCPP_PUBLIC CallbackIsolatedExecutor : public Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(CallbackIsolatedExecutor)

  /// @param reentrant_parallelism  threads of a reentrant group; 0 is 1.
  explicit CallbackIsolatedExecutor(
    const ExecutorOptions & options = ExecutorOptions(), size_t reentrant_parallelism = 4);
  ~CallbackIsolatedExecutor() override;

  /// Waits on the calling thread, which runs no callback. What a callback throws ends it.
  void spin() override;
};

}  // namespace rclcpp::executors

#endif  // RCLCPP__EXECUTORS__CALLBACK_ISOLATED_EXECUTOR_HPP_
