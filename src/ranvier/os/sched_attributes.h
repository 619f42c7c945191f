// How the kernel schedules a thread, in its own words: sched_getattr(2), sched_setattr(2).
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace ranvier {

/// struct sched_attr in its first size: what C libraries call so differs, or is not there.
///
/// Threads: get() and set() are for the calling thread. Both set errno.
struct SchedAttributes {
  static constexpr std::uint64_t kResetOnFork = 0x01;
  static constexpr std::uint64_t kKeepPolicy = 0x08;

  std::uint32_t size = sizeof(SchedAttributes);
  std::uint32_t policy = 0;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0;  // nanoseconds; of SCHED_OTHER: the slice
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;

  /// Contract: one system call, no allocation.
  bool get() noexcept { return ::syscall(SYS_sched_getattr, 0, this, sizeof *this, 0u) == 0; }
  bool set() noexcept {
    size = sizeof *this;
    return ::syscall(SYS_sched_setattr, 0, this, 0u) == 0;
  }
};
static_assert(sizeof(SchedAttributes) == 48);

}  // namespace ranvier
