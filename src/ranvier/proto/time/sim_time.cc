#include "ranvier/proto/time/sim_time.h"

#include <atomic>
#include <string>
#include <thread>
#include <utility>

#include "ranvier/node/subscription.h"
#include "ranvier/os/thread.h"
#include "ranvier/proto/describe/types.h"
#include "ranvier/proto/time/stamp.h"
#include "ranvier/run/engine.h"
#include "rosgraph_msgs/msg/clock.hpp"

namespace ranvier {
namespace {

constexpr const char* kParameter = "use_sim_time";
constexpr const char* kWrongType = "Invalid type for parameter 'use_sim_time', should be 'bool'";
constexpr const char* kQosPrefix = "qos_overrides./clock.";
using ClockMessage = rosgraph_msgs::msg::Clock;

/// A thread that runs the works of one strand.
class StrandThread final {
 public:
  explicit StrandThread(Ref<Strand> strand)
      : strand_(std::move(strand)), end_(make_ref<End>(strand_)) {
    thread_ = start_user_thread("Simulated time, /clock", [this] {
      while (!end_->reached) engine_.spin_once(kForever);
    });
    strand_->attach(engine_);
  }
  ~StrandThread() {
    end_->make_ready();  // a piece of work, as a stop() before the spin is lost
    thread_.join();
    strand_->detach(engine_);
    end_->retire();
  }

 private:
  struct End final : Work {
    using Work::Work;
    void run() override { reached = true; }
    std::atomic<bool> reached{false};
  };

  const Ref<Strand> strand_;
  const Ref<End> end_;
  Engine engine_;
  std::thread thread_;
};

void read_clock(void* state, MessagePtr message) {
  const auto& read = *static_cast<const ClockMessage*>(message->object());
  (*static_cast<std::shared_ptr<Clock>*>(state))->set_override(nanoseconds_of(read.clock));
}

MessageCallback sets(std::shared_ptr<Clock> clock) {
  MessageCallback callback;
  callback.call = &read_clock;
  callback.state = new std::shared_ptr<Clock>(std::move(clock));
  callback.destroy = [](void* state) { delete static_cast<std::shared_ptr<Clock>*>(state); };
  return callback;
}

bool overrides_clock_qos(const param::Store& parameters) {
  const auto first = parameters.overrides().lower_bound(kQosPrefix);
  return first != parameters.overrides().end() && first->first.rfind(kQosPrefix, 0) == 0;
}

}  // namespace

/// The subscription to /clock, and the override while it lives.
class SimTime::Follower final {
 public:
  explicit Follower(std::shared_ptr<Clock> clock) : override_(std::move(clock)) {}

  Result<void> open(const std::shared_ptr<Node>& node, const Options& options) {
    Ref<Strand> strand = options.own_thread ? node->make_strand(Strand::Kind::kExclusive, false)
                                            : node->default_strand();
    auto opened = Subscription::open(node, strand, options.topic, {}, sets(override_.clock));
    if (!opened) return opened.error();
    subscription_ = closing(std::move(*opened));
    if (options.own_thread) thread_ = std::make_unique<StrandThread>(std::move(strand));
    return {};
  }

 private:
  struct Override {
    explicit Override(std::shared_ptr<Clock> of) : clock(std::move(of)) {
      clock->enable_override(true);
    }
    ~Override() { clock->enable_override(false); }
    Override(const Override&) = delete;
    const std::shared_ptr<Clock> clock;
  };

  const Override override_;  // ends last, also if the others cannot be made
  std::shared_ptr<Subscription> subscription_;
  std::unique_ptr<StrandThread> thread_;
};

SimTime::SimTime(std::shared_ptr<Node> node, param::Store& parameters, std::shared_ptr<Clock> clock,
                 Options options)
    : node_(std::move(node)),
      parameters_(parameters),
      clock_(std::move(clock)),
      options_(std::move(options)),
      owner_(std::make_shared<int>()) {
  options_.topic.type = &type_of<ClockMessage>();
  options_.topic.node = node_->name();
  remember_type(*options_.topic.type);
}

Result<std::unique_ptr<SimTime>> SimTime::open(std::shared_ptr<Node> node, param::Store& parameters,
                                               std::shared_ptr<Clock> clock, Options options) {
  std::unique_ptr<SimTime> made(
      new SimTime(std::move(node), parameters, std::move(clock), std::move(options)));
  const auto on = made->read_parameter();
  if (!on) return on.error();
  auto checked = parameters.add_on_set(
      made->owner_, [time = made.get()](const auto& wanted) { return time->check(wanted); });
  if (!checked) return checked.error();
  // Here and not when it is switched on: a callback cannot declare parameters.
  const auto overridden_qos = std::move(made->options_.overridden_qos);
  if (overridden_qos && (*on || overrides_clock_qos(parameters))) {
    made->options_.topic.qos = overridden_qos();
  }
  if (auto followed = made->follow(*on); !followed) return followed.error();
  if (auto listened = made->listen(); !listened) return listened.error();
  return made;
}

Result<bool> SimTime::read_parameter() {
  if (!parameters_.has(kParameter)) {
    param::Value off;
    off.type = param::Type::PARAMETER_BOOL;
    if (auto declared = parameters_.declare(kParameter, off); !declared) return declared.error();
  }
  // One of the overrides may have declared it, with any type.
  const auto now = parameters_.find(kParameter);
  if (!now || now->type != param::Type::PARAMETER_BOOL) {
    return Error{Code::kInvalidArgument, kWrongType};
  }
  if (now->bool_value && clock_->kind() != ClockKind::kRos) {
    return Error{Code::kInvalidArgument,
                 "ros_time_active_ can't be true while clock is not of RCL_ROS_TIME type: leave "
                 "use_sim_time false, or give the node such a clock (NodeOptions::clock_type)"};
  }
  return now->bool_value;
}

param::SetResult SimTime::check(const std::vector<param::Parameter>& wanted) const {
  param::SetResult result;
  result.successful = true;
  for (const auto& parameter : wanted) {
    if (parameter.name != kParameter) continue;
    if (parameter.value.type != param::Type::PARAMETER_BOOL) {
      result.successful = false;
      result.reason = std::string(kWrongType) + ": it was set to {" +
                      param::type_name(parameter.value.type) + "}";
    } else if (parameter.value.bool_value && clock_->kind() != ClockKind::kRos) {
      result.successful = false;
      result.reason =
          "use_sim_time parameter can't be true while clocks are not all of "
          "RCL_ROS_TIME type: give the node a clock of that type (NodeOptions::clock_type)";
    }
  }
  return result;
}

Result<void> SimTime::listen() {
  return parameters_.add_post_set(owner_, [this](const std::vector<param::Parameter>& changed) {
    for (const auto& parameter : changed) {
      if (parameter.name != kParameter) continue;
      if (auto done = follow(parameter.value.bool_value); !done) {
        node_->log_error(done.error().what);
      }
    }
  });
}

SimTime::~SimTime() {
  (void)parameters_.remove_post_set(owner_.get());
  (void)parameters_.remove_on_set(owner_.get());
  (void)follow(false);
}

Result<void> SimTime::follow(bool on) {
  Lock lock(mutex_);
  if (on == (follower_ != nullptr)) return {};
  auto follower = on ? std::make_unique<Follower>(clock_) : nullptr;
  if (follower) {
    if (auto opened = follower->open(node_, options_); !opened) return opened.error();
  }
  follower_ = std::move(follower);
  return {};
}

bool SimTime::has_thread() {
  Lock lock(mutex_);
  return follower_ != nullptr && options_.own_thread;
}

}  // namespace ranvier
