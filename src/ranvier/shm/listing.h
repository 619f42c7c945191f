// An endpoint's number in its process, and what peers find under it.
#pragma once

#include "ranvier/os/clock.h"
#include "ranvier/shm/shm_runtime.h"

namespace ranvier::shm {

/// Threads:  enter() on one at a time.
/// Lifetime: within the host's.
class Listing final {
 public:
  /// @param number  of ShmRuntime::take_number(), which goes back with this.
  Listing(ShmRuntime& runtime, std::uint64_t number) noexcept
      : runtime_(runtime), number_(number) {}
  ~Listing() { runtime_.give_number(number_); }
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  std::uint64_t number() const noexcept { return number_; }
  /// From now on peers find the endpoint's block there; kNowhere: that it has none, for
  /// now. If there is no memory to say where it is, they find that it is nowhere.
  /// Contract: after ShmRuntime::start() was true.
  void enter(std::uint64_t where) const noexcept {
    static_cast<void>(runtime_.segment()->enter(number_, where));
  }

 private:
  ShmRuntime& runtime_;
  const std::uint64_t number_;
};

/// A time from now that passes.
class Timeout final {
 public:
  Timeout() = default;  ///< it has passed
  explicit Timeout(std::int64_t ns) noexcept : end_(steady_ns() + ns) {}
  bool over() const noexcept { return steady_ns() >= end_; }

 private:
  std::int64_t end_ = 0;
};

}  // namespace ranvier::shm
