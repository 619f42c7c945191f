#pragma once

#include <cstdint>

namespace ranvier {

/// What an engine asks of who runs its works in rounds (rounds.h).
///
/// Threads:  run() and wait() from one thread at a time; the rest from any thread.
class RoundRunner {
 public:
  virtual ~RoundRunner() = default;

  /// Runs what is ready: works without a place, then the rest of a round that an exception
  /// or a stop broke off, or a new round. Starts nothing after `deadline` (steady ns), nor
  /// once the engine's stops() is not `stops`. @return whether anything ran.
  virtual bool run(std::int64_t deadline, std::uint32_t stops) = 0;
  /// Waits for one more work until `deadline`. False if none came, or at a stop.
  virtual bool wait(std::int64_t deadline, std::uint32_t stops) = 0;
  /// What is held of strands that the engine has no more waits for their next engine.
  virtual void give_back_moved() noexcept = 0;
};

}  // namespace ranvier
