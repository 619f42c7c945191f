// What an action server is behind its types.
#ifndef SERVER_CORE_HPP_
#define SERVER_CORE_HPP_

#include <memory>
#include <mutex>
#include <string>

#include "action_msgs/msg/goal_status_array.hpp"
#include "action_msgs/srv/cancel_goal.hpp"
#include "ends.hpp"
#include "goal_book.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp_action/server.hpp"

namespace rclcpp_action::detail
{

/// Three services, two publishers and the book of goals.
///
/// Threads:  all functions from any thread. Locks: status_ (held while the
///           status is published), then the book's; ends_mutex_ by itself.
/// Lifetime: handles and callbacks hold it weakly; close() takes the ends away
///           while a callback may still be under way.
class ServerCore final : public std::enable_shared_from_this<ServerCore>
{
public:
  struct Parts
  {
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node;
    rclcpp::Clock::SharedPtr clock;
    rclcpp::Logger logger;
    std::string name;
    const rosidl_action_type_support_t & type;
    rcl_action_server_options_t options;
    rclcpp::CallbackGroup::SharedPtr group;
  };

  ServerCore(Parts parts, std::unique_ptr<ServerTypes> types);
  void open();
  void close();

  /// Answers those who asked, and keeps the result for those who will.
  void end(const ServerGoal & goal, std::shared_ptr<void> response);
  void tell_status();
  void send_feedback(Erased message);
  /// How many: one if results expire by time.
  size_t timers();

  // ---- for who waits past the executor; not after close() ----

  void add_to(rcl_wait_set_t & wait_set);
  /// The first EntityType that is ready; -1 if none is.
  int ready_in(const rcl_wait_set_t & wait_set);
  std::shared_ptr<void> take(ServerBase::EntityType kind);
  void execute(const std::shared_ptr<void> & data);
  /// Null ends it.
  void listen(const std::function<void(size_t, int)> & callback);

private:
  struct Ends
  {
    std::shared_ptr<ErasedService> goal;
    std::shared_ptr<ErasedService> cancel;
    std::shared_ptr<ErasedService> result;
    std::shared_ptr<ErasedPublisher> feedback;
    std::shared_ptr<rclcpp::Publisher<action_msgs::msg::GoalStatusArray>> status;
    std::shared_ptr<rclcpp::TimerBase> expiry;  // null if nothing expires by time
  };
  using RequestId = rmw_request_id_t;
  using Request = std::shared_ptr<void>;
  using Handler = void (ServerCore::*)(const RequestId &, const Request &);

  std::shared_ptr<ErasedService> make_service(
    const char * name, const rosidl_service_type_support_t & type, const rmw_qos_profile_t & qos);
  void listen(ErasedService & service, Handler handler);
  void make_expiry(Ends & ends);
  std::shared_ptr<Ends> ends();
  std::shared_ptr<ErasedService> service(Ends & ends, ServerBase::EntityType kind);

  void on_goal(const RequestId & id, const Request & request);
  GoalResponse ask_user(const RequestId & id, const GoalUUID & goal, const Request & request);
  void accept(const RequestId & id, const Request & request, rcl_action_goal_state_t state);
  void refuse(const RequestId & id, const GoalUUID & goal);
  void on_cancel(const RequestId & id, const Request & request);
  bool cancel_one(const GoalBook::ToCancel & goal);
  void on_result(const RequestId & id, const Request & request);
  void answer_result(const RequestId & id, const void * response);
  void answer_goal(const RequestId & id, bool accepted, const builtin_interfaces::msg::Time & stamp);
  bool expire();
  std::string resolved_name();
  template<typename Body>
  void tried(const char * what, const Body & body) noexcept;

  const Parts parts_;
  const std::unique_ptr<ServerTypes> types_;
  GoalBook book_;
  std::mutex status_;  // the status that was looked at last is published last
  std::mutex ends_mutex_;
  std::shared_ptr<Ends> ends_;  // guarded by ends_mutex_; null before open() and after close()
};

}  // namespace rclcpp_action::detail
#endif  // SERVER_CORE_HPP_
