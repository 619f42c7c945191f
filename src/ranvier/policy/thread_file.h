// The file of the thread configurator of the callback-isolated executor: which settings the
// thread of a callback group has.
//
//   callback_groups:
//     - {id: "/n@Subscription(/t)", affinity: [2], policy: SCHED_FIFO, priority: 50}
//   non_ros_threads:
//     - {id: worker, affinity: ~, policy: SCHED_OTHER, nice: 5}
//
// The format is that of autowarefoundation/callback_isolated_executor. `priority` is the nice
// of the ordinary policies too. `hardware_info` and `rt_throttling` are not compared.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/node/callback_order.h"
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

/// Threads: immutable; any.
class ThreadFile final {
 public:
  /// Fails with the line, the field and the remedy; then nothing of the file counts.
  static Result<ThreadFile> read(const std::string& path);
  static Result<ThreadFile> parse(std::string_view text, const std::string& origin);
  /// The one that RANVIER_THREAD_CONFIG names; an empty one if it is unset.
  static Result<ThreadFile> of_environment();

  /// Null if the file does not name the group. The name is thread_name_of() it.
  const ThreadSettings* settings_for(std::string_view group_id) const;
  /// The same of a thread that serves no group, by its name.
  const ThreadSettings* settings_of_thread(const std::string& name) const;
  /// The ids of groups of `node` (full name) that the file has, as group_id() writes them.
  std::vector<std::string> groups_of(std::string_view node) const;
  bool empty() const noexcept { return groups_.empty() && threads_.empty(); }

 private:
  friend class ThreadFileReader;
  std::map<std::string, ThreadSettings, std::less<>> groups_;   // by plain_group_id()
  std::map<std::string, ThreadSettings, std::less<>> threads_;  // by name
};

}  // namespace ranvier
