// What an action client is behind its types.
#ifndef CLIENT_CORE_HPP_
#define CLIENT_CORE_HPP_

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "action_msgs/msg/goal_status_array.hpp"
#include "action_msgs/srv/cancel_goal.hpp"
#include "ends.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp_action/client.hpp"

namespace rclcpp_action::detail
{

/// Three clients, two subscriptions, and the goals whose results are not here.
///
/// Threads:  all functions from any thread. No user code runs under the lock.
/// Lifetime: callbacks hold it weakly; close() takes the ends away while one
///           may still be under way.
class ClientCore final : public std::enable_shared_from_this<ClientCore>
{
public:
  using CancelResponse = action_msgs::srv::CancelGoal::Response;
  using FeedbackId = const GoalUUID & (*)(const void * message);
  struct Parts
  {
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node;
    rclcpp::node_interfaces::NodeGraphInterface::WeakPtr graph;
    rclcpp::Logger logger;
    std::string name;
    const rosidl_action_type_support_t & type;
    rcl_action_client_options_t options;
    rclcpp::CallbackGroup::SharedPtr group;
    FeedbackId feedback_id;
  };

  explicit ClientCore(Parts parts);
  void open();
  void close();

  bool server_is_ready();
  bool wait_for_server(std::chrono::nanoseconds timeout);
  void send_goal(void * request, std::shared_ptr<GoalCall> call);
  std::shared_future<std::shared_ptr<CancelResponse>> send_cancel(
    const GoalInfo & goals, std::function<void(std::shared_ptr<CancelResponse>)> callback);
  /// Once for each goal.
  void request_result(const std::shared_ptr<ClientGoalBase> & goal);
  std::shared_ptr<ClientGoalBase> find(const GoalUUID & id);

  // ---- for who waits past the executor; not after close() ----

  void add_to(rcl_wait_set_t & wait_set);
  /// The first EntityType that is ready; -1 if none is.
  int ready_in(const rcl_wait_set_t & wait_set);
  std::shared_ptr<void> take(ClientBase::EntityType kind);
  void execute(const std::shared_ptr<void> & data);
  /// Null ends it.
  void listen(const std::function<void(size_t, int)> & callback);

private:
  struct Ends
  {
    std::shared_ptr<ErasedClient> goal;
    std::shared_ptr<ErasedClient> cancel;
    std::shared_ptr<ErasedClient> result;
    std::shared_ptr<ErasedSubscription> feedback;
    std::shared_ptr<rclcpp::Subscription<action_msgs::msg::GoalStatusArray>> status;
  };
  std::shared_ptr<ErasedClient> make_client(
    const char * name, const rosidl_service_type_support_t & type, const rmw_qos_profile_t & qos);
  void subscribe(Ends & ends);
  std::shared_ptr<Ends> ends();
  // Null for what is of the other kind.
  static std::shared_ptr<ErasedClient> client(Ends & ends, ClientBase::EntityType kind);
  static std::shared_ptr<rclcpp::SubscriptionBase> subscription(
    Ends & ends, ClientBase::EntityType kind);
  void on_goal_response(GoalCall & call, const void * response);
  void on_feedback(const std::shared_ptr<const void> & message);
  void on_status(const action_msgs::msg::GoalStatusArray & all);
  void add(const std::shared_ptr<ClientGoalBase> & goal);
  void remove(const GoalUUID & id);

  const Parts parts_;
  std::mutex mutex_;
  std::shared_ptr<Ends> ends_;  // guarded by mutex_; null before open() and after close()
  std::unordered_map<GoalUUID, std::weak_ptr<ClientGoalBase>> goals_;  // guarded by mutex_
  size_t sweep_at_ = 64;        // guarded by mutex_; as many goals: dropped ones are looked for
};

}  // namespace rclcpp_action::detail
#endif  // CLIENT_CORE_HPP_
