// An endpoint's number in its process, and what peers find under it.
#pragma once

#include "ranvier/os/clock.h"
#include "ranvier/shm/host.h"

namespace ranvier::shm {

/// Threads:  enter() on one at a time.
/// Lifetime: within the host's.
class Listing final {
 public:
  /// @param number  of Host::take_number(), which goes back with this.
  Listing(Host& host, std::uint64_t number) noexcept : host_(host), number_(number) {}
  ~Listing() { host_.give_number(number_); }
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  std::uint64_t number() const noexcept { return number_; }
  /// From now on peers find the endpoint's block there; kNowhere: that it has none. If
  /// there is no memory to say it they wait for it until they lose patience.
  /// Contract: after Host::start() was true.
  void enter(std::uint64_t where) const noexcept {
    static_cast<void>(host_.segment()->enter(number_, where));
  }

 private:
  Host& host_;
  const std::uint64_t number_;
};

/// How long a peer may take to make what is to be met, before it is left to the network:
/// longer than a lease, so that of a process that has died the network says so first.
class Patience final {
 public:
  bool over() const noexcept { return steady_ns() >= end_; }

 private:
  static constexpr std::int64_t kPatience = 30'000'000'000;  // ns
  std::int64_t end_ = steady_ns() + kPatience;
};

}  // namespace ranvier::shm
