// The client of an action.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "action_msgs/msg/detail/goal_status_array__struct.hpp"
#include "action_msgs/srv/detail/cancel_goal__struct.hpp"
#include "ranvier/node/service.h"
#include "ranvier/node/subscription.h"
#include "ranvier/proto/action/endpoints.h"

namespace ranvier::action {

/// One goal that a server accepted, as the client that sent it sees it.
///
/// Threads: all functions from any thread. No code of users runs under the lock.
class ClientGoal {
 public:
  explicit ClientGoal(const GoalInfo& goal_info) : info(goal_info) {}
  virtual ~ClientGoal() = default;
  ClientGoal(const ClientGoal&) = delete;

  const GoalInfo info;  ///< the stamp is of the server's clock
  const GoalId& id() const noexcept { return info.goal_id.uuid; }
  /// The newest that the server told, one of GoalStatus::STATUS_*.
  std::int8_t status() const;
  /// Whether its result was asked for.
  bool result_asked() const;

 protected:
  // Called on a spinning thread; they may throw into spin().
  /// @param feedback  of the action's feedback type.
  virtual void on_feedback(std::shared_ptr<const void> feedback) = 0;
  /// Once, unless on_no_result() was called. @param result  of the action's result type.
  virtual void on_result(std::int8_t status, std::shared_ptr<void> result) = 0;
  /// kShutdown: the client was closed.
  virtual void on_no_result(const Error& why) = 0;

 private:
  friend class Client;
  void set_status(std::int8_t status);
  bool ask();
  bool end(std::int8_t status);
  void fail(const Error& why);

  mutable Mutex mutex_{"client goal"};
  std::int8_t status_ RANVIER_GUARDED_BY(mutex_) = 1;  // accepted
  bool asked_ RANVIER_GUARDED_BY(mutex_) = false;
  bool ended_ RANVIER_GUARDED_BY(mutex_) = false;
};

/// Three clients, two subscriptions, and the goals whose results are not here.
///
/// Threads:  all functions from any thread. No code of users runs under the lock, which
///           is held while the ends are opened.
/// Lifetime: callbacks hold it weakly; close() takes the ends away while one may still
///           be under way.
class Client final : public std::enable_shared_from_this<Client> {
 public:
  struct Parts {
    std::shared_ptr<Node> node;
    Ref<Strand> strand;
    std::string logger;
    Endpoints endpoints;
  };
  /// What it is made of; closed at the end.
  struct Ends {
    ~Ends();
    Ref<ranvier::Client> goal;
    Ref<ranvier::Client> cancel;
    Ref<ranvier::Client> result;
    Ref<Subscription> feedback;
    Ref<Subscription> status;
  };

  static Result<std::shared_ptr<Client>> open(Parts parts);
  explicit Client(Parts parts) : parts_(std::move(parts)) {}  ///< for open()
  void close();
  /// Null after close().
  std::shared_ptr<Ends> ends();

  /// Whether the three services and the two topics of a server are matched.
  bool server_is_ready();
  /// Waits until that is so, the context ends or `deadline` (steady ns). Contract: blocks.
  bool wait_for_server(std::int64_t deadline);

  /// What is done with the answer to a goal: nothing in it if the server refused.
  using OnAnswer = std::function<void(const std::optional<GoalInfo>& accepted)>;
  /// @param goal  of the action's goal type.
  Result<void> send_goal(const GoalId& id, const void* goal, OnAnswer on_answer);
  /// The goal hears from now on of its status and its feedback, as long as somebody else
  /// holds it and its result has not come. To be called by OnAnswer.
  void watch(const std::shared_ptr<ClientGoal>& goal);
  /// Once for each goal.
  void request_result(const std::shared_ptr<ClientGoal>& goal);
  /// Null if there is no such goal, or nobody holds it.
  std::shared_ptr<ClientGoal> find(const GoalId& id);

  using CancelResponse = action_msgs::srv::CancelGoal::Response;
  using OnCancel = std::function<void(std::shared_ptr<CancelResponse>)>;
  Result<void> send_cancel(const GoalInfo& goals, OnCancel on_answer);

 private:
  class Reply;
  struct Listener;
  using Heard = void (Client::*)(MessagePtr);

  Result<void> open_ends();
  Result<Ref<Subscription>> open_topic(const Endpoint& endpoint, Heard heard, const char* what);
  static Result<void> send(const Ref<ranvier::Client>& to, void* request,
                           std::function<void(MessagePtr)> on_reply);
  void on_goal_response(const GoalId& id, MessagePtr response, const OnAnswer& on_answer);
  void on_feedback(MessagePtr message);
  void on_status(MessagePtr message);
  void remove(const GoalId& id);
  Error closed() const;

  using Goals = std::unordered_map<GoalId, std::weak_ptr<ClientGoal>, GoalIdHash>;

  const Parts parts_;
  Mutex mutex_{"action client"};
  std::shared_ptr<Ends> ends_ RANVIER_GUARDED_BY(mutex_);
  Goals goals_ RANVIER_GUARDED_BY(mutex_);
  std::size_t sweep_at_ RANVIER_GUARDED_BY(mutex_) = 64;  // goals: dropped ones are looked for
};

}  // namespace ranvier::action
