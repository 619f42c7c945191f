// use_sim_time and /clock.
#ifndef SIM_TIME_HPP_
#define SIM_TIME_HPP_

#include <memory>
#include <mutex>

#include "rclcpp/clock.hpp"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/qos.hpp"

namespace rclcpp
{
namespace node_interfaces
{
class NodeBaseInterface;
}

namespace detail
{

/// Lets a clock of ROS time follow /clock while the parameter use_sim_time of
/// its node is true; declares that parameter.
///
/// Threads: made and destroyed on one thread; parameters may be set on any.
class SimTime final
{
public:
  struct Options
  {
    QoS qos = ClockQoS();
    bool own_thread = true;  ///< else /clock is read where the node is spun
  };
  /// All three must outlive it.
  SimTime(
    node_interfaces::NodeBaseInterface & node,
    node_interfaces::NodeParametersInterface & parameters, Clock & clock, const Options & options);
  ~SimTime();
  SimTime(const SimTime &) = delete;
  SimTime & operator=(const SimTime &) = delete;

  /// Whether it reads /clock on a thread of its own now.
  bool has_thread();

private:
  class Follower;
  void follow(bool on);

  node_interfaces::NodeBaseInterface & node_;
  Clock & clock_;
  Options options_;
  std::mutex mutex_;
  std::unique_ptr<Follower> follower_;  // guarded by mutex_
  node_interfaces::OnSetParametersCallbackHandle::SharedPtr check_;
  node_interfaces::PostSetParametersCallbackHandle::SharedPtr apply_;
};

}  // namespace detail
}  // namespace rclcpp
#endif  // SIM_TIME_HPP_
