// The parts of a policy file (policy_file.h) that say which threads run callbacks.
//
//   threads: {each: group, count: 2, policy: SCHED_BATCH, nice: 5}   # of all that no entry names
//   callback_groups:                                                 # each on threads of its own
//     - {id: "/n@Subscription(/t)", affinity: [2], policy: SCHED_FIFO, priority: 50}
//   non_ros_threads:
//     - {id: worker, affinity: ~, policy: SCHED_OTHER, nice: 5}
//
// All but `threads` is the format of autowarefoundation/callback_isolated_executor. `priority` is
// the nice of the ordinary policies too. `hardware_info` and `rt_throttling` are not compared.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/node/executor_policy.h"
#include "ranvier/node/yaml_tree.h"
#include "ranvier/os/thread_settings.h"

namespace ranvier {

/// The id of a group: "/ns/node@Subscription(/topic)@Timer(100000000)". What the runtime itself
/// adds to a node (services of parameters, of loggers and of type descriptions, and
/// /parameter_events) does not count, because other runtimes list it in other places.
/// @param node  full name.
std::string group_id(const std::string& node, const std::vector<GroupEntity>& entities);
/// `id`, of a file that was written on whatever runtime, as group_id() writes it.
std::string plain_group_id(std::string_view id);

/// The name of the thread of a group, by its node and its first entity, as far as
/// ThreadSettings::kLongestName allows: "lidar.points_ra", "planner.100ms".
std::string thread_name_of(std::string_view group_id);

/// True if `id`, as plain_group_id() writes it, names the group with `group_id`: it is of that
/// node, and has every callback that `id` has. A node alone names all its groups.
bool names_group(std::string_view id, std::string_view group_id);

/// Threads: immutable; any.
class ThreadFile final : public ThreadPlan {
 public:
  /// True if it has the part of the file. Fails with the line, the field and the remedy.
  Result<bool> take(const YamlNode::Entry& part);
  /// Contract: after the last take().
  void complete();
  static constexpr const char* kParts = "threads, callback_groups and non_ros_threads";

  Each each() const noexcept override { return each_; }
  std::size_t count() const noexcept override { return count_; }
  const ThreadSettings& usual() const noexcept override { return usual_; }
  bool names_groups() const noexcept override { return !groups_.empty(); }
  /// Of the entries that name the group, the one with the most callbacks, then the first. What
  /// it leaves out is as usual().
  const ThreadSettings* of_group(std::string_view group_id) const override;
  std::vector<std::string> groups_of(std::string_view node) const override;
  /// Of a thread that serves no group, by its name; null if the file does not have it.
  const ThreadSettings* settings_of_thread(const std::string& name) const;
  /// What the file names, as plain_group_id() writes it.
  std::vector<std::string> group_ids() const;
  /// Of threads that serve no group.
  std::vector<std::string> thread_names() const;
  /// True if it says something of threads that run callbacks.
  bool has_plan() const noexcept { return has_usual_ || names_groups(); }

 private:
  struct Group {
    std::string id;
    ThreadSettings settings;
  };
  Result<void> take_usual(const YamlNode::Entry& part);
  Result<void> take_groups(const YamlNode::Entry& part);
  Result<void> take_threads(const YamlNode::Entry& part);

  Each each_ = Each::kExecutor;
  std::size_t count_ = 0;
  bool has_usual_ = false;
  ThreadSettings usual_;
  std::vector<Group> groups_;                                   // those with more callbacks first
  std::map<std::string, ThreadSettings, std::less<>> threads_;  // by name
};

}  // namespace ranvier
