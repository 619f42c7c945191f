#include "ranvier/node/context.h"

#include <algorithm>

#include "ranvier/node/joined_graph.h"
#include "ranvier/run/round_rules.h"
#include "ranvier/trace/trace.h"

namespace ranvier {

Context::Context(Routes routes, std::size_t domain, KeepAllBound bound)
    : routes_(std::move(routes)), domain_(domain), bound_(bound) {
  std::vector<Graph*> graphs;
  for (const auto& network : networks()) {
    if (Graph* graph = network->graph()) graphs.push_back(graph);
  }
  if (graphs.size() > 1) joined_graph_ = std::make_unique<JoinedGraph>(graphs);
  if (!graphs.empty()) graph_ = joined_graph_ ? joined_graph_.get() : graphs.front();
  RANVIER_TRACE(rcl_init, static_cast<const void*>(this), RANVIER_VERSION);
}

Context::~Context() = default;

void Context::shutdown() noexcept {
  std::vector<Ended> ends;
  {
    Lock lock(mutex_);
    if (!valid()) return;
    // First: who sees that we are not valid any more runs nothing after this.
    for (Engine* engine : engines_) engine->stop_for_good();
    watching_.stop();
    valid_.store(false, std::memory_order_release);
    ends.swap(ends_);
  }
  for (const Ended& ended : ends) (*ended)();
  for (const auto& route : routes_) route->stop();
}

// A part has the order of the engine that was divided.
void Context::order_as_planned(Engine& engine) const {
  if (const RoundRules* const rounds = policy_->rounds()) {
    engine.use_rounds(*rounds);
  } else {
    engine.use_order(policy_->order());
  }
}

void Context::add(Engine& engine) {
  if (short_slices_) engine.use_short_slices();
  if (policy_ != nullptr && !engine.is_part()) order_as_planned(engine);
  Lock lock(mutex_);
  engines_.push_back(&engine);
  if (!valid()) engine.stop_for_good();
}

void Context::remove(Engine& engine) noexcept {
  Lock lock(mutex_);
  const auto at = std::find(engines_.begin(), engines_.end(), &engine);
  if (at != engines_.end()) engines_.erase(at);
}

ContextEnd::ContextEnd(std::shared_ptr<Context> context, std::function<void()> ended)
    : context_(std::move(context)),
      ended_(std::make_shared<const std::function<void()>>(std::move(ended))) {
  {
    Lock lock(context_->mutex_);
    if (context_->valid()) {
      context_->ends_.push_back(ended_);
      return;
    }
  }
  (*ended_)();
}

ContextEnd::~ContextEnd() {
  Lock lock(context_->mutex_);
  std::erase(context_->ends_, ended_);
}

}  // namespace ranvier
