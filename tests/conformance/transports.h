// Every transport of this tree, as two routes whose endpoints meet.
#pragma once

#include <random>

#include "cyclone_contexts.h"
#include "loopback.h"
#include "ranvier/local/local_route.h"
#include "shm_net.h"

namespace ranvier::conformance {

/// Both ends in one context.
class Local {
 public:
  static constexpr bool kAssertingRevives = true;
  Route& near() { return *route_; }
  Route& far() { return *route_; }

 private:
  const std::unique_ptr<Route> route_ = open_local_route();
};

/// Two contexts over loopback, each with a Cyclone of its own: they meet as two
/// processes do.
class Cyclone {
 public:
  static constexpr bool kAssertingRevives = false;
  Route& near() { return *near_; }
  Route& far() { return *far_; }

 private:
  const std::unique_ptr<Route> near_ = support::open_context(support::loopback(0));
  const std::unique_ptr<Route> far_ = support::open_context(support::loopback(100));
};

/// The same two contexts, each with shared memory of its own: they meet there as
/// two processes do, and over DDS by default.
class Shm {
 public:
  static constexpr bool kAssertingRevives = false;
  Route& near() { return *near_; }
  Route& far() { return *far_; }

 private:
  const ShmFolder folder_;
  const std::unique_ptr<Route> near_ = join_with_shm(folder_.open_host(), support::loopback(0));
  const std::unique_ptr<Route> far_ = join_with_shm(folder_.open_host(), support::loopback(100));
};

/// A network that loses, delays, reorders and doubles packets.
class Loopback {
 public:
  static constexpr bool kAssertingRevives = true;
  Route& near() { return *route_; }
  Route& far() { return *route_; }

 private:
  const unsigned seed_ = std::random_device{}();
  const ::testing::ScopedTrace trace_{__FILE__, __LINE__, "seed " + std::to_string(seed_)};
  const std::unique_ptr<Route> route_ = open_loopback_route({seed_, 30, 30, 8});
};

/// The names of the suites' instances.
struct NameOfTransport {
  template <class Transport>
  static std::string GetName(int) {
    if (std::is_same_v<Transport, Local>) return "local";
    if (std::is_same_v<Transport, Shm>) return "shm";
    return std::is_same_v<Transport, Cyclone> ? "cyclone" : "loopback";
  }
};

}  // namespace ranvier::conformance
