// One ring for many works that become ready together.
#pragma once

#include <cstddef>

#include "ranvier/base/annotations.h"

namespace ranvier {

class Engine;

/// Gathers the rings of this thread, so that one sample for many subscriptions
/// wakes their executor once, when all of it is queued. Without this the
/// executor wakes at the first, runs it, and often sleeps again before the next
/// is there.
///
/// Threads: acts on the calling thread alone. No allocation. Whoever opens must
///          close, soon: nobody is woken in between.
class RingBatch final {
 public:
  /// Opens a batch unless one is open.
  static void open() noexcept;
  /// Rings what was gathered. Nothing happens if none is open.
  static void close() noexcept;

 private:
  friend class Engine;
  friend class Strand;
  /// True if `engine` will be rung at the end; then it waits for that in its
  /// destructor. False if the caller must ring. Under the engine's mutex, and
  /// its strand's.
  RANVIER_HOT_INLINE static bool gather(Engine& engine) noexcept {
    return here_.open && gather_open(engine);
  }
  static bool gather_open(Engine& engine) noexcept;

  struct Gathered {
    bool open = false;
    std::size_t count = 0;
    Engine* engines[4] = {};  // a process has few; further ones are rung at once
  };
  static constinit thread_local Gathered here_;
};

}  // namespace ranvier
