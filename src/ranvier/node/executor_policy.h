// How the executors of a context run callbacks, as its user says it (policy/policy_file.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/os/thread_settings.h"
#include "ranvier/run/order.h"

namespace ranvier {

struct RoundRules;

/// An entity that a callback group has, as files name it.
struct GroupEntity {
  enum class Kind { kSubscription, kService, kClient, kTimer };
  Kind kind;
  std::string name;  ///< full name of the topic or service; a timer's period in nanoseconds
};

/// Which threads executors have, and how the operating system runs them.
///
/// Threads: immutable; any.
class ThreadPlan {
 public:
  enum class Each : std::uint8_t {
    kExecutor,  ///< its threads run all its groups, but for those that are named
    kGroup,     ///< each group has its own
  };
  virtual ~ThreadPlan() = default;
  /// What has threads. `kExecutor` if the user did not say.
  virtual Each each() const noexcept = 0;
  /// So many threads of an executor, or of a reentrant group; 0: as the program says.
  virtual std::size_t count() const noexcept = 0;
  /// Of all threads that run callbacks but those of named groups.
  virtual const ThreadSettings& usual() const noexcept = 0;
  /// True if some groups have threads of their own, whatever each() says.
  virtual bool names_groups() const noexcept = 0;
  /// The settings of a named group; null if nobody named it. @param group_id  of policy/.
  virtual const ThreadSettings* of_group(std::string_view group_id) const = 0;
  /// The ids that the user wrote for groups of the node.
  virtual std::vector<std::string> groups_of(std::string_view node) const = 0;
};

/// Threads: immutable; any.
class ExecutorPolicy {
 public:
  virtual ~ExecutorPolicy() = default;
  /// What engines of the context go by.
  virtual Order order() const noexcept = 0;
  /// Of a sequence; null in another order.
  virtual const RoundRules* rounds() const noexcept = 0;
  /// Work::order_value() of a callback. @param node  full name.
  virtual std::int64_t value(const std::string& node, const GroupEntity& entity) const = 0;
  /// Null if the user says nothing of threads.
  virtual const ThreadPlan* threads() const noexcept = 0;
};

}  // namespace ranvier
