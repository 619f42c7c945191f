// What is done when the process ends.
//
// Objects that outlive the user's static ones are never destroyed; what they hold
// is let go of by a function that is called at the end. It may be needed again
// afterwards: a static object's destructor may use the library like anybody.
#pragma once

#include <atomic>
#include <cstdlib>

#include "ranvier/base/for_c.h"

namespace ranvier {

/// Calls `end` when the process ends: after the ends of static objects that are
/// made from now on, before those of earlier ones. Asked while that waits it adds
/// nothing; asked afterwards, `end` is called once more.
/// Contract: any thread.
template <void (*end)()>
void call_at_exit() noexcept {
  static constinit std::atomic<bool> waits{false};
  if (waits.exchange(true)) return;
  std::atexit(for_c([] {
    waits.store(false);
    end();
  }));
}

}  // namespace ranvier
