#include "ranvier/proto/action/server.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "action_msgs/srv/detail/cancel_goal__struct.hpp"
#include "ranvier/msg/kept.h"
#include "ranvier/node/log.h"
#include "ranvier/proto/time/stamp.h"
#include "ranvier/trace/trace.h"

namespace ranvier::action {
namespace {

using action_msgs::srv::CancelGoal;
using Stamp = builtin_interfaces::msg::Time;

// The timer that frees expired results looks this many times in a timeout.
// The clock says whether a result has expired, not the timer.
constexpr int kLooksPerTimeout = 8;
constexpr std::chrono::nanoseconds kShortestLook = std::chrono::milliseconds(10);

}  // namespace

// ---- opening and closing ----

/// A request of a client, for one of the handlers of the server.
class Server::Request final : public RequestCallback {
 public:
  Request(std::weak_ptr<Server> server, Handler handler)
      : server_(std::move(server)), handler_(handler) {}
  void call(MessagePtr request, ranvier::Server&) override {
    const auto server = server_.lock();
    if (!server || !server->ends()) return;  // ends() waits until all of them are open
    const RequestId id = request->header().request;
    (server.get()->*handler_)(id, std::move(request));
  }

 private:
  const std::weak_ptr<Server> server_;
  const Handler handler_;
};

Result<std::shared_ptr<Server>> Server::open(Parts parts, std::unique_ptr<GoalOwner> owner) {
  auto server = std::make_shared<Server>(std::move(parts), std::move(owner));
  if (auto opened = server->open_ends(); !opened) return opened.error();
  return server;
}

Server::Server(Parts parts, std::unique_ptr<GoalOwner> owner)
    : parts_(std::move(parts)), owner_(std::move(owner)) {}

Server::Ends::~Ends() {
  if (expiry) {
    expiry->cancel();
    expiry->retire();
  }
  for (const auto* one : {&goal, &cancel, &result}) {
    if (*one) (*one)->close();
  }
}

Result<void> Server::open_ends() {
  const auto ends = std::make_shared<Ends>();
  const Endpoints& of = parts_.endpoints;
  const Lock lock(ends_mutex_);
  auto opened = put(ends->goal, open_service(of.goal, &Server::on_goal, "goals "));
  if (opened) opened = put(ends->cancel, open_service(of.cancel, &Server::on_cancel, "cancels "));
  if (opened) opened = put(ends->result, open_service(of.result, &Server::on_result, "results "));
  if (opened) opened = put(ends->feedback, Publisher::open(parts_.node, of.feedback));
  if (opened) opened = put(ends->status, Publisher::open(parts_.node, of.status));
  if (!opened) return opened;
  for (const auto* one : {&ends->goal, &ends->cancel, &ends->result}) {
    (*one)->set_part(this, Part::kAny);
  }
  ends->expiry = make_expiry();
  ends_ = ends;
  return {};
}

Result<Ref<ranvier::Server>> Server::open_service(const ServiceEndpoint& endpoint, Handler handler,
                                                  const char* what) {
  auto callback = std::make_unique<Request>(weak_from_this(), handler);
  [[maybe_unused]] const void* const traced = static_cast<RequestCallback*>(callback.get());
  auto server = ranvier::Server::open(parts_.node, parts_.strand, endpoint, std::move(callback));
  RANVIER_TRACE(rclcpp_callback_register, traced,
                (std::string(what) + "of " + parts_.endpoints.name()).c_str());
  return server;
}

Ref<Expiry> Server::make_expiry() {
  if (parts_.result_timeout.count() <= 0) return {};
  const auto period = std::max(parts_.result_timeout / kLooksPerTimeout, kShortestLook);
  return make_ref<Expiry>(parts_.strand, period.count(), weak_from_this());
}

void Expiry::run() {
  const auto server = server_.lock();
  const auto open = server ? server->ends() : nullptr;  // they cancel this at their end, not now
  if (!open || canceled() || server->expire()) return;
  cancel();
  // A goal may have ended meanwhile, and found the timer still going.
  if (server->expire()) start();
}

void Server::close() {
  std::shared_ptr<Ends> closed;
  const Lock lock(ends_mutex_);
  closed.swap(ends_);
}

std::shared_ptr<Server::Ends> Server::ends() {
  const Lock lock(ends_mutex_);
  return ends_;
}

// What cannot be sent is logged: a peer's absence must not throw into code of users.
template <class Send>
void Server::try_to(const char* what, const Send& send) {
  const auto open = ends();
  if (!open) return;
  const Result<void> sent = send(*open);
  if (sent || !parts_.node->context()->valid()) return;
  warn(std::string("could not send ") + what + ": " + sent.error().what);
}

void Server::warn(const std::string& text) const {
  log_text(logger(parts_.logger), kWarn, {},
           "Action server '" + parts_.endpoints.name() + "' " + text);
}

// ---- goals ----

void Server::on_goal(const RequestId& id, MessagePtr request) {
  const TypeInfo& type = request->type();
  const std::shared_ptr<const void> message = own_object(std::move(request));
  const GoalId& goal = first<GoalId>(type, message.get());
  expire();  // an id may be used again once it is forgotten
  if (!book_.announce(goal)) {
    warn("refused a goal, because it knows one of the same id: " + to_string(goal));
    return answer_goal(id, false, Stamp());
  }
  auto part = second(type, message);
  switch (ask_owner(id, goal, part)) {
    case GoalAnswer::kExecute: return accept(id, goal, std::move(part), GoalState::kExecuting);
    case GoalAnswer::kDefer: return accept(id, goal, std::move(part), GoalState::kAccepted);
    default: return refuse(id, goal);
  }
}

// An owner that throws refuses: no client shall wait for what will not come.
GoalAnswer Server::ask_owner(const RequestId& id, const GoalId& goal,
                             const std::shared_ptr<const void>& message) {
  try {
    return owner_->on_goal(goal, message);
  } catch (...) {
    refuse(id, goal);
    throw;
  }
}

void Server::refuse(const RequestId& id, const GoalId& goal) {
  const Waiting waiting = book_.refuse(goal);
  answer_goal(id, false, Stamp());
  for (const RequestId& one : waiting) answer_result(one, nullptr);
}

// The goal is in the book before its client hears of it, so that whatever the
// client asks next finds it; the work on it begins when the client has its answer.
void Server::accept(const RequestId& id, const GoalId& goal_id, std::shared_ptr<const void> message,
                    GoalState state) {
  GoalInfo info;
  info.goal_id.uuid = goal_id;
  info.stamp = stamp_of(parts_.clock->now());
  const auto goal = std::make_shared<Goal>(info, state, weak_from_this());
  auto handle = owner_->make_handle(goal, std::move(message));
  book_.accept(goal, handle);
  RANVIER_TRACE(ranvier_goal_accept, goal_id.data(), parts_.endpoints.name().c_str());
  RANVIER_TRACE(ranvier_goal_status, goal_id.data(), static_cast<std::int8_t>(state));
  answer_goal(id, true, info.stamp);
  send_status();
  owner_->on_accepted(std::move(handle));
}

void Server::answer_goal(const RequestId& id, bool accepted, const Stamp& stamp) {
  try_to("the answer to a goal", [&](Ends& ends) {
    const TypeInfo& type = *parts_.endpoints.goal.type->response;
    Erased response = make_message(type);
    first<bool>(type, response.get()) = accepted;
    set_second(type, response.get(), &stamp);
    return ends.goal->reply(id, response.release());
  });
}

// ---- cancelling ----

void Server::on_cancel(const RequestId& id, MessagePtr request) {
  const auto& asked = *static_cast<const CancelGoal::Request*>(request->object());
  const GoalBook::CancelPlan plan = book_.plan_cancel(asked.goal_info);
  auto response = std::make_unique<CancelGoal::Response>();
  response->return_code = plan.code;
  bool ended = false;
  std::exception_ptr thrown;
  for (const GoalBook::ToCancel& one : plan.goals) {
    try {
      if (cancel_one(one)) response->goals_canceling.push_back(one.goal->info);
    } catch (...) {
      thrown = std::current_exception();
    }
    ended = ended || one.goal->state() > GoalState::kCanceling;
  }
  const bool one_was_meant = plan.code != CancelGoal::Response::ERROR_NONE;
  if (!response->goals_canceling.empty()) {
    response->return_code = CancelGoal::Response::ERROR_NONE;
    send_status();
  } else if (!plan.goals.empty() && !(one_was_meant && ended)) {
    response->return_code = CancelGoal::Response::ERROR_REJECTED;
  }
  try_to("the answer to a cancel request",
         [&](Ends& ends) { return ends.cancel->reply(id, response.release()); });
  if (thrown) std::rethrow_exception(thrown);
}

// False too if the goal ended while the owner was asked.
bool Server::cancel_one(const GoalBook::ToCancel& one) {
  return owner_->on_cancel(one.handle) && one.goal->apply(GoalEvent::kCancel);
}

// ---- results ----

void Server::on_result(const RequestId& id, MessagePtr request) {
  expire();
  const auto answer = book_.ask(first<GoalId>(request->type(), request->object()), id);
  if (answer.kind != GoalBook::Answer::Kind::kLater) answer_result(id, answer.response.get());
}

// Null: the goal is not known.
void Server::answer_result(const RequestId& id, const void* response) {
  try_to("a result", [&](Ends& ends) {
    const TypeInfo& type = *parts_.endpoints.result.type->response;
    return ends.result->reply(id, response ? type.clone(response) : type.create());
  });
}

void Server::end(const Goal& goal, const void* result) {
  const TypeInfo& type = *parts_.endpoints.result.type->response;
  const std::shared_ptr<void> response(type.create(), type.destroy);
  first<std::int8_t>(type, response.get()) = static_cast<std::int8_t>(goal.state());
  if (result) set_second(type, response.get(), result);
  for (const RequestId& id : book_.end(goal.id(), response, parts_.clock->now())) {
    answer_result(id, response.get());
  }
  send_status();
  if (parts_.result_timeout.count() == 0) expire();
  const auto open = ends();
  if (open && open->expiry && open->expiry->canceled()) open->expiry->start();
}

bool Server::expire() {
  const std::int64_t timeout = parts_.result_timeout.count();
  return timeout >= 0 && book_.expire(parts_.clock->now() - timeout);
}

// ---- topics ----

void Server::send_status() {
  try_to("the status of its goals", [&](Ends& ends) {
    const Lock lock(status_);
    return ends.status->send(new action_msgs::msg::GoalStatusArray(book_.statuses()));
  });
}

void Server::send_feedback(const GoalId& id, const void* feedback) {
  try_to("feedback", [&](Ends& ends) {
    const TypeInfo& type = *parts_.endpoints.feedback.type;
    Erased message = make_message(type);
    first<GoalId>(type, message.get()) = id;
    set_second(type, message.get(), feedback);
    return ends.feedback->send(message.release());
  });
}

}  // namespace ranvier::action
