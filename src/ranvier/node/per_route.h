// The routes of a context, or what an endpoint has on each of them.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "ranvier/route/route.h"

namespace ranvier {

/// One T for each route: that of the route within the process, and those of the networks in
/// their order. A fixed array: a publisher walks it for every message.
template <class T>
class PerRoute final {
 public:
  static constexpr std::size_t kMostNetworks = 2;

  PerRoute() = default;
  explicit PerRoute(T local) { this->local() = std::move(local); }

  T& local() noexcept { return all_[0]; }
  const T& local() const noexcept { return all_[0]; }
  std::span<T> networks() noexcept { return {all_.data() + 1, networks_}; }
  std::span<const T> networks() const noexcept { return {all_.data() + 1, networks_}; }
  /// Throws std::out_of_range beyond kMostNetworks.
  void add_network(T one) {
    all_.at(networks_ + 1) = std::move(one);
    ++networks_;
  }
  /// Of all: the local one first, which may be null.
  const T* begin() const noexcept { return all_.data(); }
  const T* end() const noexcept { return all_.data() + 1 + networks_; }

 private:
  std::array<T, 1 + kMostNetworks> all_{};
  std::size_t networks_ = 0;
};

/// What network number `i` is asked for. The first alone serves pairs within the context, if
/// the user wants that (Endpoint::local).
inline Endpoint on_network(Endpoint endpoint, std::size_t i) {
  endpoint.local = endpoint.local || i > 0;
  return endpoint;
}

using Routes = PerRoute<std::unique_ptr<Route>>;

}  // namespace ranvier
