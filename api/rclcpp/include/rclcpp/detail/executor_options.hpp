// What an executor is made with, and how sequences of callbacks run.
#ifndef RCLCPP__DETAIL__EXECUTOR_OPTIONS_HPP_
#define RCLCPP__DETAIL__EXECUTOR_OPTIONS_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "rclcpp/context.hpp"
#include "rclcpp/macros.hpp"

namespace rclcpp
{
namespace memory_strategy
{
class MemoryStrategy;
}

/// What an executor is made with.
struct RCLCPP_PUBLIC ExecutorOptions
{
  // Out of line: every user's file would compile them otherwise.
  ExecutorOptions();
  ExecutorOptions(const ExecutorOptions & other);
  ExecutorOptions & operator=(const ExecutorOptions & other);
  virtual ~ExecutorOptions();

  /// The default context, unless set; that one too if null.
  Context::SharedPtr context;
  /// Accepted for compatibility: works come ready and are not collected.
  std::shared_ptr<memory_strategy::MemoryStrategy> memory_strategy;
  /// Accepted for compatibility: works are queued, not counted per spin.
  size_t max_conditions = 0;
  /// Of Ranvier alone. Threads that spin the executor run sooner when another process of the
  /// host wakes them, and so do threads and programs that they start: see
  /// docs/decisions/0050. RANVIER_SHORT_SLICES=1 sets it for all executors.
  bool short_slices = false;
};

/// When a round of a sequence begins (Executor::enable_callback_sequence()). Asked with ready[i]:
/// whether the i-th callback of the sequence is ready; at least one is. Contract: called on the
/// thread that spins; may throw into spin().
using SequenceTrigger = std::function<bool (const std::vector<bool> & ready)>;
RCLCPP_PUBLIC SequenceTrigger trigger_any();  ///< as soon as one is ready
RCLCPP_PUBLIC SequenceTrigger trigger_all();  ///< when all are
RCLCPP_PUBLIC SequenceTrigger trigger_one(size_t index);  ///< when this one is, from 0

/// How rounds of a sequence run. Of Ranvier alone; the terms are rclc's.
struct SequenceOptions
{
  SequenceTrigger trigger = trigger_any();
  /// Logical execution time: the messages of a round are read before its first callback runs,
  /// so what callbacks publish is seen in the next round. Else each is read before its callback.
  bool let = false;
};

}  // namespace rclcpp
#endif  // RCLCPP__DETAIL__EXECUTOR_OPTIONS_HPP_
