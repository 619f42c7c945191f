#include "sim_time.hpp"

#include <atomic>
#include <thread>

#include "core_edge.hpp"
#include "ranvier/node/clock.h"
#include "ranvier/os/thread.h"
#include "ranvier/run/engine.h"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/subscription.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace rclcpp::detail
{
namespace
{

constexpr const char * kParameter = "use_sim_time";
constexpr const char * kWrongType = "Invalid type for parameter 'use_sim_time', should be 'bool'";
constexpr const char * kQosPrefix = "qos_overrides./clock.";
using ClockMessage = rosgraph_msgs::msg::Clock;

/// A thread that spins one callback group.
class GroupThread final
{
public:
  explicit GroupThread(std::shared_ptr<CallbackGroup> group)
  : group_(std::move(group)), end_(new End(ranvier::Ref<ranvier::Strand>(group_->core().get())))
  {
    thread_ = ranvier::start_user_thread(
      "Simulated time, /clock",
      [this] {while (!end_->reached) {engine_.spin_once(ranvier::kForever);}});
    group_->core()->attach(engine_);
  }
  ~GroupThread()
  {
    end_->make_ready();  // a piece of work, as a stop() before the spin is lost
    thread_.join();
    group_->core()->detach(engine_);
    end_->retire();
  }

private:
  struct End final : ranvier::Work
  {
    using ranvier::Work::Work;
    void run() override {reached = true;}
    std::atomic<bool> reached{false};
  };

  const std::shared_ptr<CallbackGroup> group_;
  const ranvier::Ref<End> end_;
  ranvier::Engine engine_;
  std::thread thread_;
};

}  // namespace

/// The subscription to /clock, and the override while it lives.
class SimTime::Follower final
{
public:
  Follower(
    node_interfaces::NodeBaseInterface & node, std::shared_ptr<ranvier::Clock> clock,
    const Options & options)
  : override_(std::move(clock))
  {
    SubscriptionOptions subscription;
    if (options.own_thread) {
      subscription.callback_group =
        node.create_callback_group(CallbackGroupType::MutuallyExclusive, false);
    }
    AnySubscriptionCallback<ClockMessage> callback;
    callback.set(
      [core = override_.clock](const ClockMessage & message) {
        core->set_override(Time(message.clock).nanoseconds());
      });
    subscription_ = std::make_shared<Subscription<ClockMessage>>(
      &node, "/clock", options.qos, std::move(callback), subscription);
    if (options.own_thread) {thread_ = std::make_unique<GroupThread>(subscription.callback_group);}
  }

private:
  struct Override
  {
    explicit Override(std::shared_ptr<ranvier::Clock> of)
    : clock(std::move(of)) {clock->enable_override(true);}
    ~Override() {clock->enable_override(false);}
    Override(const Override &) = delete;
    const std::shared_ptr<ranvier::Clock> clock;
  };

  const Override override_;  // ends last, also if the others cannot be made
  std::shared_ptr<Subscription<ClockMessage>> subscription_;
  std::unique_ptr<GroupThread> thread_;
};

namespace
{

rcl_interfaces::msg::SetParametersResult check_value(
  const std::vector<Parameter> & parameters, rcl_clock_type_t clock_type)
{
  rcl_interfaces::msg::SetParametersResult result;
  result.successful = true;
  for (const auto & parameter : parameters) {
    if (parameter.get_name() != kParameter) {continue;}
    if (parameter.get_type() != PARAMETER_BOOL) {
      result.successful = false;
      result.reason = std::string(kWrongType) + ": it was set to {" +
        to_string(parameter.get_type()) + "}";
    } else if (parameter.as_bool() && clock_type != RCL_ROS_TIME) {
      result.successful = false;
      result.reason = "use_sim_time parameter can't be true while clocks are not all of "
        "RCL_ROS_TIME type: give the node a clock of that type (NodeOptions::clock_type)";
    }
  }
  return result;
}

}  // namespace

namespace
{

bool overrides_clock_qos(const node_interfaces::NodeParametersInterface & parameters)
{
  const auto & overrides = parameters.get_parameter_overrides();
  const auto first = overrides.lower_bound(kQosPrefix);
  return first != overrides.end() && first->first.rfind(kQosPrefix, 0) == 0;
}

}  // namespace

SimTime::SimTime(
  node_interfaces::NodeBaseInterface & node, node_interfaces::NodeParametersInterface & parameters,
  Clock & clock, const Options & options)
: node_(node), clock_(clock), options_(options)
{
  if (!parameters.has_parameter(kParameter)) {
    parameters.declare_parameter(kParameter, ParameterValue(false));
  }
  Parameter now;
  parameters.get_parameter(kParameter, now);
  // One of the overrides may have declared it, with any type.
  if (now.get_type() != PARAMETER_BOOL) {throw std::invalid_argument(kWrongType);}
  const bool on = now.as_bool();
  if (on && clock.get_clock_type() != RCL_ROS_TIME) {
    throw std::invalid_argument(
            "ros_time_active_ can't be true while clock is not of RCL_ROS_TIME type: leave "
            "use_sim_time false, or give the node such a clock (NodeOptions::clock_type)");
  }
  check_ = parameters.add_on_set_parameters_callback(
    [type = clock.get_clock_type()](const std::vector<Parameter> & wanted) {
      return check_value(wanted, type);
    });
  // Here and not when it is switched on: a callback cannot declare parameters.
  if (on || overrides_clock_qos(parameters)) {
    const QosOverridingOptions may_override{
      QosPolicyKind::Depth, QosPolicyKind::Durability, QosPolicyKind::History,
      QosPolicyKind::Reliability};
    options_.qos = overridden_qos(parameters, "/clock", "subscription", may_override, options.qos);
  }
  follow(on);
  apply_ = parameters.add_post_set_parameters_callback(
    [this](const std::vector<Parameter> & changed) {
      for (const auto & parameter : changed) {
        if (parameter.get_name() == kParameter) {follow(parameter.as_bool());}
      }
    });
}

SimTime::~SimTime()
{
  apply_.reset();
  check_.reset();
  follow(false);
}

void SimTime::follow(bool on)
{
  const std::lock_guard lock(mutex_);
  if (on == (follower_ != nullptr)) {return;}
  follower_ = on ?
    std::make_unique<Follower>(node_, clock_.core(), options_) : nullptr;
}

bool SimTime::has_thread()
{
  const std::lock_guard lock(mutex_);
  return follower_ != nullptr && options_.own_thread;
}

}  // namespace rclcpp::detail
