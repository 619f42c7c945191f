#include "ranvier/node/context.h"

#include <algorithm>

namespace ranvier {

Context::Context(std::unique_ptr<Route> local, std::unique_ptr<Route> network,
                 std::size_t domain, KeepAllBound bound)
    : local_(std::move(local)), network_(std::move(network)), domain_(domain), bound_(bound) {}

Context::~Context() = default;

void Context::shutdown() noexcept {
  if (!valid_.exchange(false, std::memory_order_acq_rel)) return;
  local_->stop();
  if (network_) network_->stop();
  Lock lock(mutex_);
  for (Engine* engine : engines_) engine->stop();
}

void Context::add(Engine& engine) {
  Lock lock(mutex_);
  engines_.push_back(&engine);
}

void Context::remove(Engine& engine) noexcept {
  Lock lock(mutex_);
  const auto at = std::find(engines_.begin(), engines_.end(), &engine);
  if (at != engines_.end()) engines_.erase(at);
}

}  // namespace ranvier
