// What one rclcpp::Context stands on: the routes and their end.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "ranvier/node/executor_policy.h"
#include "ranvier/node/per_route.h"
#include "ranvier/run/engine.h"
#include "ranvier/run/inbox.h"
#include "ranvier/run/own_thread.h"

namespace ranvier {

/// The routes of one context and who must hear of its end.
///
/// Threads: all functions from any thread.
/// Lifetime: shared by every node and endpoint; the routes close with the
///           last of them.
class Context final {
 public:
  /// Without a network in `routes` the context reaches nobody outside.
  Context(Routes routes, std::size_t domain, KeepAllBound bound);
  ~Context();

  Route& local() noexcept { return *routes_.local(); }
  std::span<const std::unique_ptr<Route>> networks() const noexcept { return routes_.networks(); }
  /// What all networks show; null if none has a graph.
  Graph* graph() noexcept { return graph_; }
  std::size_t domain() const noexcept { return domain_; }
  const KeepAllBound& keep_all_bound() const noexcept { return bound_; }

  bool valid() const noexcept { return valid_.load(std::memory_order_acquire); }
  /// Where deadlines and leases within the process are watched, so that they are told
  /// whether anybody spins or not. Who has one begins the thread.
  OwnThread& watching() noexcept { return watching_; }

  /// Ends waits, and makes every engine of the context return from its spin: a
  /// callback that sees valid() false is the last one of its thread.
  /// Contract: once; later calls do nothing.
  void shutdown() noexcept;

  /// Engines that are added from now on have short slices. Contract: before anybody else
  /// has the context.
  void use_short_slices() noexcept { short_slices_ = true; }
  /// What engines that are added from now on run first; null: the order of arrival.
  /// Contract: before anybody else has the context.
  void use_policy(std::shared_ptr<const ExecutorPolicy> policy) noexcept {
    policy_ = std::move(policy);
  }
  const std::shared_ptr<const ExecutorPolicy>& policy() const noexcept { return policy_; }
  /// An engine that must stop when the context does.
  void add(Engine& engine);
  void remove(Engine& engine) noexcept;

 private:
  friend class ContextEnd;
  using Ended = std::shared_ptr<const std::function<void()>>;

  void order_as_planned(Engine& engine) const;

  const Routes routes_;
  std::unique_ptr<Graph> joined_graph_;  // null where one graph is all
  Graph* graph_ = nullptr;
  const std::size_t domain_;
  const KeepAllBound bound_;
  bool short_slices_ = false;
  std::shared_ptr<const ExecutorPolicy> policy_;
  OwnThread watching_;
  std::atomic<bool> valid_{true};
  Mutex mutex_{"context"};
  std::vector<Engine*> engines_ RANVIER_GUARDED_BY(mutex_);
  std::vector<Ended> ends_ RANVIER_GUARDED_BY(mutex_);
};

/// Tells somebody who waits, by whatever, that a context has ended, while it lives.
///
/// Threads: made and destroyed on any, also where the context ends.
class ContextEnd final {
 public:
  /// @param ended  is called once, by the thread that ends the context, or here if it has
  ///   ended. It wakes somebody and does no more; it may run when this has just gone, so it
  ///   keeps what it needs. It must not throw. Contract: called without a lock of the context.
  ContextEnd(std::shared_ptr<Context> context, std::function<void()> ended);
  ~ContextEnd();
  ContextEnd(const ContextEnd&) = delete;
  ContextEnd& operator=(const ContextEnd&) = delete;

 private:
  const std::shared_ptr<Context> context_;
  const Context::Ended ended_;
};

}  // namespace ranvier
