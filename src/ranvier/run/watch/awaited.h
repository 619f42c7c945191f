// Which futures are made ready by which client's callback.
#pragma once

#include <atomic>
#include <cstddef>

namespace ranvier {

class Work;

/// For the time that it lives: the future with this state is made ready by this work.
///
/// A table of fixed size: what finds no room is not in it, and no wait for it has a name.
/// Contract: any thread, lock-free, no allocation.
class Awaited final {
 public:
  /// @param state  what state_of() gave; null: nothing is awaited.
  Awaited(const void* state, const Work* by) noexcept;
  ~Awaited();
  Awaited(const Awaited&) = delete;
  Awaited& operator=(const Awaited&) = delete;

  /// The work for the state at, or around, `address`; null if nobody has told of it.
  static const Work* find(const void* address) noexcept;

 private:
  std::size_t slot_;
};

}  // namespace ranvier
