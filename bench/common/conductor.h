// The conversation between the runner and a worker, over stdin and stdout.
//
//   worker: ready            matched and warm
//   runner: go               worker: going       the window starts
//   runner: stop <sent>      the window is over; <sent> messages were published
//   worker: key=value ...    its figures, then  end
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ranvier::bench {

/// What a worker found, by name; free lines carry tables.
struct Findings {
  std::map<std::string, double> numbers;
  std::vector<std::string> lines;
};

/// The worker's end of the conversation.
///
/// Threads: one, which does nothing else; it costs no CPU inside the window.
/// A closed stdin (the runner is gone) counts as "stop".
class Conductor final {
 public:
  /// Says "ready" and blocks for "go".
  void ready_and_wait_go();
  void going();
  /// Blocks for "stop"; returns how many messages the publishers sent.
  std::uint64_t wait_stop();
  /// Says the figures and "end".
  void finish(const Findings& findings);
};

/// Polls a condition of the world outside, such as "all readers matched".
/// @return false when `seconds` passed first.
/// Contract: blocks.
bool wait_until(const std::function<bool()>& condition, double seconds);

/// Runs a worker's main; says an exception on stderr and returns 1.
int run_worker(int argc, char** argv, const std::function<void(int, char**)>& body);

}  // namespace ranvier::bench
