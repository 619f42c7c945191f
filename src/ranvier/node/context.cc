#include "ranvier/node/context.h"

#include <algorithm>

#include "ranvier/trace/trace.h"

namespace ranvier {

Context::Context(std::unique_ptr<Route> local, std::unique_ptr<Route> network,
                 std::size_t domain, KeepAllBound bound)
    : local_(std::move(local)), network_(std::move(network)), domain_(domain), bound_(bound) {
  RANVIER_TRACE(rcl_init, static_cast<const void*>(this), RANVIER_VERSION);
}

Context::~Context() = default;

void Context::shutdown() noexcept {
  {
    Lock lock(mutex_);
    if (!valid()) return;
    // First: who sees that we are not valid any more runs nothing after this.
    for (Engine* engine : engines_) engine->stop_for_good();
    watching_.stop();
    valid_.store(false, std::memory_order_release);
  }
  local_->stop();
  if (network_) network_->stop();
}

void Context::add(Engine& engine) {
  if (short_slices_) engine.use_short_slices();
  Lock lock(mutex_);
  engines_.push_back(&engine);
  if (!valid()) engine.stop_for_good();
}

void Context::remove(Engine& engine) noexcept {
  Lock lock(mutex_);
  const auto at = std::find(engines_.begin(), engines_.end(), &engine);
  if (at != engines_.end()) engines_.erase(at);
}

}  // namespace ranvier
