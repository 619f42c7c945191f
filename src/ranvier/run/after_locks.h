// Where code of users runs that a route's locks must not be around.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace ranvier {

/// For the time that it lives, this thread may have locks of a route. What is to be called
/// meanwhile is called when the outermost one ends.
///
/// A route whose locks are taken outside of us (DDS) opens none: what is to be called there
/// is called soon, on a thread that has no locks and lives while there is something to call.
///
/// Threads: acts on the calling thread alone. No allocation unless something is called.
class AfterLocks final {
 public:
  AfterLocks() noexcept { ++here_.depth; }
  ~AfterLocks() {
    if (--here_.depth == 0 && here_.calls != nullptr) run();
  }
  AfterLocks(const AfterLocks&) = delete;
  AfterLocks& operator=(const AfterLocks&) = delete;

  using Call = std::function<void()>;
  /// Contract: any thread, with whatever locks; in order, of one thread. `what` must not throw.
  static void call(Call what);

 private:
  struct Here {
    std::size_t depth = 0;
    std::vector<Call>* calls = nullptr;
  };
  [[gnu::cold]] static void run() noexcept;
  static constinit thread_local Here here_;
};

}  // namespace ranvier
