// use_sim_time and /clock.
#pragma once

#include <functional>
#include <memory>

#include "ranvier/node/clock.h"
#include "ranvier/node/node.h"
#include "ranvier/proto/param/store.h"

namespace ranvier {

/// Lets a clock of ROS time follow /clock while the parameter use_sim_time of
/// its node is true; declares that parameter.
///
/// Threads: made and destroyed on one thread; parameters may be set on any.
class SimTime final {
 public:
  struct Options {
    Endpoint topic;          ///< /clock; its type is filled in here
    bool own_thread = true;  ///< else it is read where the node is spun
    /// What overrides say of the topic's QoS. Asked, where parameters may be declared, if
    /// there are any or use_sim_time is true.
    std::function<Qos()> overridden_qos = nullptr;
  };
  /// @param parameters  must outlive it.
  /// Fails with kInvalidArgument if use_sim_time is no bool, or true while the clock is not
  /// of ROS time, and as Store::declare() and Subscription::open() do.
  static Result<std::unique_ptr<SimTime>> open(std::shared_ptr<Node> node, param::Store& parameters,
                                               std::shared_ptr<Clock> clock, Options options);
  ~SimTime();
  SimTime(const SimTime&) = delete;
  SimTime& operator=(const SimTime&) = delete;

  /// Whether it reads /clock on a thread of its own now.
  bool has_thread();

 private:
  class Follower;
  SimTime(std::shared_ptr<Node> node, param::Store& parameters, std::shared_ptr<Clock> clock,
          Options options);
  Result<bool> read_parameter();
  Result<void> listen();
  param::SetResult check(const std::vector<param::Parameter>& wanted) const;
  Result<void> follow(bool on);

  const std::shared_ptr<Node> node_;
  param::Store& parameters_;
  const std::shared_ptr<Clock> clock_;
  Options options_;
  const std::shared_ptr<void> owner_;  // of the callbacks
  Mutex mutex_{"sim time"};
  std::unique_ptr<Follower> follower_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier
