// The file that says how executors run callbacks (RANVIER_EXECUTOR_POLICY): which first, and on
// which threads.
//
//   order: priority            # or deadline, or arrival
//   callbacks:
//     - {id: "/planner@Subscription(/map)", priority: 10}
//     - {id: "/planner@Timer(100000000)", priority: 5}
//     - {id: /planner, priority: 1}     # the other callbacks of the node
//
// With `order: deadline` each has a `deadline` in nanoseconds instead. With `order: sequence` they
// run in rounds, in the order of the list; `trigger` (any, all, or one of the ids) and `semantics`
// (rclcpp or let) say how (run/rounds.h). An id is a node, or a node
// and one of its entities, as in the ids of callback groups. The parts about threads are those
// of thread_file.h; a file of the thread configurator is one that has only those.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/node/executor_policy.h"
#include "ranvier/policy/thread_file.h"
#include "ranvier/run/round_rules.h"

namespace ranvier {

/// Threads: immutable; any.
class PolicyFile final : public ExecutorPolicy {
 public:
  /// Fails with the line, the field and the remedy; then nothing of the file counts.
  static Result<PolicyFile> read(const std::string& path);
  static Result<PolicyFile> parse(std::string_view text, const std::string& origin);
  /// The one that RANVIER_EXECUTOR_POLICY names; null if it is unset.
  static Result<std::shared_ptr<const PolicyFile>> of_environment();

  Order order() const noexcept override { return order_; }
  /// Zero for what the file does not name.
  std::int64_t value(const std::string& node, const GroupEntity& entity) const override;
  const ThreadPlan* threads() const noexcept override {
    return threads_.has_plan() ? &threads_ : nullptr;
  }
  const RoundRules* rounds() const noexcept override { return rounds_ ? &*rounds_ : nullptr; }
  const ThreadFile& thread_file() const noexcept { return threads_; }
  /// What the file names in `callbacks`: nodes, and nodes with one entity.
  std::vector<std::string> callback_ids() const;

 private:
  friend class PolicyFileReader;
  Order order_ = Order::kArrival;
  std::map<std::string, std::int64_t, std::less<>> values_;  // by id
  ThreadFile threads_;
  std::optional<RoundRules> rounds_;  // of a sequence
};

}  // namespace ranvier
