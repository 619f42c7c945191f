// The order in which threads take the locks of the core, and who checks that they keep it.
#pragma once

#include <atomic>

#include "ranvier/base/annotations.h"

namespace ranvier {

/// Where a lock stands in the list of lock_order.cc, by its name.
///
/// A thread may ask for a lock only if all that it holds stand before it in the list: then no
/// circle of threads waits for each other. A lock that was tried, and not waited for, may
/// stand anywhere. Checked where RANVIER_CHECK_LOCKS is defined: in builds for debugging and
/// in those of the sanitizers. In others nothing of this is left.
///
/// Threads: of one lock, whoever asks for it.
class LockPlace final {
 public:
#ifdef RANVIER_CHECK_LOCKS
  /// @param name  as in the list: else the program ends with the first ask() or taken(). Null:
  /// in no order.
  explicit constexpr LockPlace(const char* name) noexcept : name_(name) {}
  /// The program ends, with the names of both, if the thread holds a lock that stands behind
  /// this one, or has the same name.
  void ask() const noexcept;
  void taken() const noexcept;
  void given() const noexcept;

 private:
  int rank() const noexcept;
  const char* name_;
  mutable std::atomic<int> rank_{-1};  // once it was looked up
#else
  explicit constexpr LockPlace(const char*) noexcept {}
  RANVIER_HOT_INLINE void ask() const noexcept {}
  RANVIER_HOT_INLINE void taken() const noexcept {}
  RANVIER_HOT_INLINE void given() const noexcept {}
#endif
};

}  // namespace ranvier
