// What the kernel says of the calling thread's slice (os/slice.h).
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace ranvier::support {

/// struct sched_attr in its first size, as words; see sched_setattr(2).
class SchedulingOfThisThread {
 public:
  SchedulingOfThisThread()
      : read_(::syscall(SYS_sched_getattr, 0, &bytes_, sizeof bytes_, 0) == 0) {}
  /// In nanoseconds. 0: the kernel has none for each thread.
  std::uint64_t slice() const { return read_ ? at<std::uint64_t>(24) : 0; }
  std::uint32_t policy() const { return at<std::uint32_t>(4); }
  std::int32_t nice() const { return at<std::int32_t>(16); }
  /// Whether this kernel, and what may stand before it, lets a thread have one of its own.
  bool may_change() { return slice() != 0 && set_slice(slice()); }
  /// @return whether the kernel took it.
  bool set_slice(std::uint64_t nanoseconds) {
    std::memcpy(bytes_.data() + 24, &nanoseconds, sizeof nanoseconds);
    return ::syscall(SYS_sched_setattr, 0, &bytes_, 0) == 0;
  }

 private:
  template <class T>
  T at(std::size_t offset) const {
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }
  std::array<unsigned char, 48> bytes_{};
  bool read_ = false;
};

}  // namespace ranvier::support
