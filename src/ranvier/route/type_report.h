// Endpoints of one topic or service that their types keep apart: what is said about them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "ranvier/os/mutex.h"

namespace ranvier {

/// A publisher and a subscription of one topic, or a client and a server of one service, that
/// cannot be a pair.
struct TypeMismatch {
  enum class Of { kTopic, kService };
  std::string name;   ///< ROS name of the topic or the service
  std::string type;   ///< ROS name of our endpoint's type
  std::string other;  ///< who the other one is: "a publisher of a peer"
  std::string other_type;
  Of of = Of::kTopic;
};

/// Says of a topic or a service once that two types are used on it; the routes of a context
/// share one.
///
/// Threads: all functions from any thread. Lock: innermost.
class TypeReport final {
 public:
  /// What any number of wrong peers may fill the log and our memory with.
  static constexpr std::size_t kMostLines = 256;

  /// @param warn  logs a line; may be null.
  explicit TypeReport(std::function<void(const std::string&)> warn) : warn_(std::move(warn)) {}

  /// The line to say; none if the name and the two types had theirs.
  /// Contract: any thread, under locks as well.
  [[gnu::cold]] std::optional<std::string> line(const TypeMismatch& mismatch);
  /// Contract: outside of all locks, as it logs.
  void say(const std::string& line) const {
    if (warn_) warn_(line);
  }

 private:
  const std::function<void(const std::string&)> warn_;
  Mutex mutex_{"type report"};
  std::set<std::string> said_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier
