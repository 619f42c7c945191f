// Waits for one message of a topic.
#ifndef RCLCPP__WAIT_FOR_MESSAGE_HPP_
#define RCLCPP__WAIT_FOR_MESSAGE_HPP_

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "rclcpp/context.hpp"
#include "rclcpp/executor.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp
{
namespace detail
{

/// Waits for the subscription until `take` took something. @return false if time
/// ran out (negative: never) or the context ended. Contract: blocks.
RCLCPP_PUBLIC bool wait_until_taken(
  const std::shared_ptr<SubscriptionBase> & subscription, const std::function<bool()> & take,
  const std::shared_ptr<Context> & context, std::chrono::nanoseconds timeout);

}  // namespace detail

/// Takes the next message of a subscription whose node nobody spins.
/// @return false if time ran out or the context ended; a negative time waits on.
template<typename MsgT, typename Rep = int64_t, typename Period = std::milli>
bool wait_for_message(
  MsgT & out, std::shared_ptr<Subscription<MsgT>> subscription, std::shared_ptr<Context> context,
  std::chrono::duration<Rep, Period> time_to_wait = std::chrono::duration<Rep, Period>(-1))
{
  MessageInfo info;
  return detail::wait_until_taken(
    subscription, [&] {return subscription->take(out, info);}, context,
    detail::to_nanoseconds(time_to_wait));
}

/// Subscribes for as long as it waits. The node may be on an executor or not.
template<typename MsgT, typename Rep = int64_t, typename Period = std::milli>
bool wait_for_message(
  MsgT & out, Node::SharedPtr node, const std::string & topic,
  std::chrono::duration<Rep, Period> time_to_wait = std::chrono::duration<Rep, Period>(-1),
  const QoS & qos = SystemDefaultsQoS())
{
  SubscriptionOptions options;
  options.callback_group = detail::not_null<MsgT>(node, "wait_for_message()", "node")
    .create_callback_group(CallbackGroupType::MutuallyExclusive, false);
  ExecutorOptions with_context;
  with_context.context = node->get_node_base_interface()->get_context();
  executors::SingleThreadedExecutor executor(with_context);
  std::promise<void> came;
  bool first = true;
  auto subscription = node->create_subscription<MsgT>(
    topic, qos, [&](const MsgT & message) {
      if (!std::exchange(first, false)) {return;}
      out = message;
      came.set_value();
    }, options);
  executor.add_callback_group(options.callback_group, node->get_node_base_interface());
  return executor.spin_until_future_complete(
    came.get_future(), detail::to_nanoseconds(time_to_wait)) ==
         FutureReturnCode::SUCCESS;
}

}  // namespace rclcpp
#endif  // RCLCPP__WAIT_FOR_MESSAGE_HPP_
