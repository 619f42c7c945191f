// What the executors of this process do at one moment.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ranvier/os/clock.h"
#include "ranvier/run/watched.h"

namespace ranvier {

class Strand;

/// A callback under way. The pointers are names: what they point at may be gone.
struct RunLook {
  pid_t thread = 0;
  std::size_t depth = 0;     ///< spins that the thread is in outside of this one
  std::uint32_t number = 0;  ///< of one thread and depth, no two callbacks have the same
  const Engine* engine = nullptr;
  const Work* work = nullptr;
  const Strand* strand = nullptr;
  bool exclusive = false;
  bool innermost = false;  ///< the thread spins no other engine in it
  bool pulled = false;     ///< somebody else decides which threads run the engine's callbacks
  SpinFrame::Wait says;    ///< what it says itself that it waits for
};

/// A callback that is ready and not under way.
struct ReadyLook {
  const Work* work = nullptr;
  const Strand* strand = nullptr;
  bool exclusive = false;
};

/// A thread inside a spin of an engine, none of whose callbacks it runs.
struct IdleLook {
  pid_t thread = 0;
  const Engine* engine = nullptr;
  const Work* last = nullptr;  ///< the callback that it ran last; null if none
};

struct EngineLook {
  const Engine* engine = nullptr;
  std::vector<RunLook> runs;
  std::vector<IdleLook> idle;
  std::vector<ReadyLook> ready;  ///< timers that are due among them
};

struct Look {
  std::int64_t at = 0;  ///< steady ns
  std::vector<EngineLook> engines;
};

/// Contract: any thread but with no lock of the core; locks and allocates.
Look look_at_executors();

}  // namespace ranvier
