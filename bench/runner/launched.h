// `ros2 launch`, or another program that starts nodes, and what they take.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/runner/plan.h"
#include "bench/runner/scratch.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {

/// Where nodes send the time at which they are under way (bench/ours/spinning.h).
class SpinningSocket final {
 public:
  /// Throws std::runtime_error.
  SpinningSocket();
  ~SpinningSocket();
  SpinningSocket(const SpinningSocket&) = delete;
  SpinningSocket& operator=(const SpinningSocket&) = delete;

  [[nodiscard]] std::string path() const { return folder_.path() + "/spinning"; }
  [[nodiscard]] const std::string& folder() const { return folder_.path(); }
  /// The time of the last of `count` nodes. Throws std::runtime_error if one does not come.
  [[nodiscard]] std::int64_t last_of(int count) const;

 private:
  const ScratchFolder folder_;
  const int file_;
};

/// Nodes, and the program that started them.
///
/// Threads: one. Errors: std::runtime_error, with what the program said.
class Launched final {
 public:
  /// Returns when `nodes` nodes are under way.
  Launched(const std::vector<std::string>& words, int nodes, const Environment& more = {});

  /// From before the fork to the last node.
  [[nodiscard]] double start_ms() const { return start_ms_; }
  /// What `ros2 launch` started, without its guard.
  [[nodiscard]] std::vector<pid_t> started() const;
  /// `ros2 launch` itself and its guard.
  [[nodiscard]] std::vector<pid_t> launch_and_guard() const;
  /// Ends `ros2 launch` by SIGINT. Throws unless its status is 0.
  void end();

 private:
  [[nodiscard]] Environment environment(const Environment& more) const;
  [[nodiscard]] std::vector<pid_t> children(bool guard) const;

  const SpinningSocket spinning_;
  const std::int64_t begin_;
  Worker starter_;
  double start_ms_ = 0;
};

/// Adds cpu_percent, pss_kb and private_kb of processes over a window.
void measure_processes(const std::vector<pid_t>& processes, double seconds, Outcome& to);

}  // namespace ranvier::bench
