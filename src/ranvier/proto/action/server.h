// The server of an action.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "ranvier/node/clock.h"
#include "ranvier/node/publisher.h"
#include "ranvier/node/service.h"
#include "ranvier/proto/action/endpoints.h"
#include "ranvier/proto/action/goal_book.h"
#include "ranvier/run/timer.h"

namespace ranvier::action {

enum class GoalAnswer : std::int8_t {
  kRefuse = 1,
  kExecute = 2,  ///< it is executing from now on
  kDefer = 3,    ///< it is accepted, and Goal::execute() begins it
};

/// What a server's owner does with goals. Handles are the owner's own objects, one for
/// each goal. Threads: called where the engine spins. All may throw into spin().
class GoalOwner {
 public:
  virtual ~GoalOwner() = default;
  /// @param goal  of the action's goal type.
  virtual GoalAnswer on_goal(const GoalId& id, const std::shared_ptr<const void>& goal) = 0;
  /// The goal is accepted, and its client not told yet.
  virtual std::shared_ptr<void> make_handle(std::shared_ptr<Goal> goal,
                                            std::shared_ptr<const void> message) = 0;
  /// Its client is told: the work begins.
  virtual void on_accepted(std::shared_ptr<void> handle) = 0;
  /// Whether the goal may be canceled.
  virtual bool on_cancel(std::shared_ptr<void> handle) = 0;
};

class Server;

/// Looks for expired results now and then, while there are some.
class Expiry final : public Timer {
 public:
  Expiry(Ref<Strand> strand, std::int64_t period_ns, std::weak_ptr<Server> server)
      : Timer(std::move(strand), period_ns), server_(std::move(server)) {}

 private:
  void run() override;

  const std::weak_ptr<Server> server_;
};

/// Three services, two publishers and the book of goals.
///
/// Threads:  all functions from any thread. Locks: status_ (held while the status is
///           published), then the book's; ends_mutex_ by itself, held while the ends
///           are opened.
/// Lifetime: goals and callbacks hold it weakly; close() takes the ends away while a
///           callback may still be under way.
class Server final : public GoalReports, public std::enable_shared_from_this<Server> {
 public:
  struct Parts {
    std::shared_ptr<Node> node;
    Ref<Strand> strand;
    std::shared_ptr<Clock> clock;
    std::string logger;
    Endpoints endpoints;
    /// How long a result is kept after its goal ended. Zero: not at all, beyond those who
    /// asked before. Negative: as long as the server lives.
    std::chrono::nanoseconds result_timeout;
  };
  /// What it is made of; closed at the end.
  struct Ends {
    ~Ends();
    Ref<ranvier::Server> goal;
    Ref<ranvier::Server> cancel;
    Ref<ranvier::Server> result;
    std::unique_ptr<Publisher> feedback;
    std::unique_ptr<Publisher> status;
    Ref<Expiry> expiry;  // null if nothing expires by time
  };

  /// Serves from now on.
  static Result<std::shared_ptr<Server>> open(Parts parts, std::unique_ptr<GoalOwner> owner);
  Server(Parts parts, std::unique_ptr<GoalOwner> owner);  ///< for open()
  void close();
  /// Null after close().
  std::shared_ptr<Ends> ends();

  /// Answers those who asked, and keeps the result for those who will.
  void end(const Goal& goal, const void* result) override;
  void send_status() override;
  void send_feedback(const GoalId& id, const void* feedback) override;
  /// Forgets expired results; whether there are others that will expire.
  bool expire();

 private:
  class Request;
  using Handler = void (Server::*)(const RequestId&, MessagePtr);
  using Stamp = builtin_interfaces::msg::Time;

  Result<void> open_ends();
  Result<Ref<ranvier::Server>> open_service(const ServiceEndpoint& endpoint, Handler handler,
                                            const char* what);
  Ref<Expiry> make_expiry();

  void on_goal(const RequestId& id, MessagePtr request);
  GoalAnswer ask_owner(const RequestId& id, const GoalId& goal,
                       const std::shared_ptr<const void>& message);
  void accept(const RequestId& id, const GoalId& goal, std::shared_ptr<const void> message,
              GoalState state);
  void refuse(const RequestId& id, const GoalId& goal);
  void on_cancel(const RequestId& id, MessagePtr request);
  bool cancel_one(const GoalBook::ToCancel& one);
  void on_result(const RequestId& id, MessagePtr request);
  void answer_goal(const RequestId& id, bool accepted, const Stamp& stamp);
  void answer_result(const RequestId& id, const void* response);
  template <class Send>
  void try_to(const char* what, const Send& send);
  void warn(const std::string& text) const;

  const Parts parts_;
  const std::unique_ptr<GoalOwner> owner_;
  GoalBook book_;
  Mutex status_{"action status"};  // the status that was looked at last is published last
  Mutex ends_mutex_{"action ends"};
  std::shared_ptr<Ends> ends_ RANVIER_GUARDED_BY(ends_mutex_);
};

}  // namespace ranvier::action
