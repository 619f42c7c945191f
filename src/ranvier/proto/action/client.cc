#include "ranvier/proto/action/client.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "ranvier/msg/kept.h"
#include "ranvier/node/log.h"
#include "ranvier/os/deadline.h"
#include "ranvier/trace/trace.h"

namespace ranvier::action {
namespace {

// Nothing tells when the two ends of a topic are matched: it is looked at this often.
constexpr std::chrono::nanoseconds kMatchLook = std::chrono::milliseconds(10);

}  // namespace

// ---- a goal ----

std::int8_t ClientGoal::status() const {
  const Lock lock(mutex_);
  return status_;
}

void ClientGoal::set_status(std::int8_t status) {
  const Lock lock(mutex_);
  status_ = status;
}

bool ClientGoal::result_asked() const {
  const Lock lock(mutex_);
  return asked_;
}

// False if it was asked for, or has ended.
bool ClientGoal::ask() {
  const Lock lock(mutex_);
  return !ended_ && !std::exchange(asked_, true);
}

// False if it ended before; then nothing of it is reported again.
bool ClientGoal::end(std::int8_t status) {
  const Lock lock(mutex_);
  if (std::exchange(ended_, true)) return false;
  status_ = status;
  return true;
}

void ClientGoal::fail(const Error& why) {
  if (!end(action_msgs::msg::GoalStatus::STATUS_UNKNOWN)) return;
  {
    const Lock lock(mutex_);
    asked_ = false;
  }
  on_no_result(why);
}

// ---- opening and closing ----

Result<std::shared_ptr<Client>> Client::open(Parts parts) {
  auto client = std::make_shared<Client>(std::move(parts));
  if (auto opened = client->open_ends(); !opened) return opened.error();
  return client;
}

Client::Ends::~Ends() {
  for (const auto* one : {&goal, &cancel, &result}) {
    if (*one) (*one)->close();
  }
  for (const auto* one : {&feedback, &status}) {
    if (*one) (*one)->close();
  }
}

Result<void> Client::open_ends() {
  const auto ends = std::make_shared<Ends>();
  const auto open_client = [this](const ServiceEndpoint& endpoint) {
    return ranvier::Client::open(parts_.node, parts_.strand, endpoint);
  };
  const Endpoints& of = parts_.endpoints;
  const Lock lock(mutex_);
  auto opened = put(ends->goal, open_client(of.goal));
  if (opened) opened = put(ends->cancel, open_client(of.cancel));
  if (opened) opened = put(ends->result, open_client(of.result));
  if (opened) {
    opened = put(ends->feedback, open_topic(of.feedback, &Client::on_feedback, "feedback of "));
  }
  if (opened) opened = put(ends->status, open_topic(of.status, &Client::on_status, "status of "));
  if (!opened) return opened;
  ends->goal->set_part(this, Part::kAny);
  ends->cancel->set_part(this, Part::kAny);
  ends->feedback->set_part(this, Part::kAny);
  ends->status->set_part(this, Part::kAny);
  ends->result->set_part(this, Part::kLast);
  ends_ = ends;
  return {};
}

/// The callback of a topic.
struct Client::Listener {
  const std::weak_ptr<Client> client;
  const Heard heard;
};

Result<Ref<Subscription>> Client::open_topic(const Endpoint& endpoint, Heard heard,
                                             const char* what) {
  MessageCallback callback;
  callback.state = new Listener{weak_from_this(), heard};
  callback.call = [](void* state, MessagePtr message) {
    const auto& listener = *static_cast<Listener*>(state);
    if (const auto self = listener.client.lock()) {
      (self.get()->*listener.heard)(std::move(message));
    }
  };
  callback.destroy = [](void* state) { delete static_cast<Listener*>(state); };
  auto subscription = Subscription::open(parts_.node, parts_.strand, endpoint, {}, callback);
  RANVIER_TRACE(rclcpp_callback_register, static_cast<const void*>(callback.state),
                (what + parts_.endpoints.name()).c_str());
  return subscription;
}

void Client::close() {
  std::shared_ptr<Ends> closed;
  Goals goals;
  {
    const Lock lock(mutex_);
    closed.swap(ends_);
    goals.swap(goals_);
  }
  for (const auto& [id, weak] : goals) {
    if (const auto goal = weak.lock()) goal->fail(this->closed());
  }
}

Error Client::closed() const {
  return {Code::kShutdown, "Client of action '" + parts_.endpoints.name() + "' is closed."};
}

std::shared_ptr<Client::Ends> Client::ends() {
  const Lock lock(mutex_);
  return ends_;
}

// ---- is there a server? ----

bool Client::server_is_ready() {
  const auto open = ends();
  return open && open->goal->server_available() && open->cancel->server_available() &&
         open->result->server_available() && open->feedback->matched() > 0 &&
         open->status->matched() > 0;
}

bool Client::wait_for_server(std::int64_t deadline) {
  const auto open = ends();
  if (!open) return false;
  for (const auto* one : {&open->goal, &open->cancel, &open->result}) {
    if (!(*one)->wait_for_server(deadline)) return false;
  }
  while (!server_is_ready()) {
    const auto left = time_until(deadline);
    if (!parts_.node->context()->valid() || left.count() == 0) return false;
    std::this_thread::sleep_for(std::min(kMatchLook, left));
  }
  return true;
}

// ---- goals ----

/// What is done with one reply.
class Client::Reply final : public ReplyCallback {
 public:
  explicit Reply(std::function<void(MessagePtr)> function) : function_(std::move(function)) {}
  void call(MessagePtr reply) override { function_(std::move(reply)); }

 private:
  const std::function<void(MessagePtr)> function_;
};

Result<void> Client::send(const Ref<ranvier::Client>& to, void* request,
                          std::function<void(MessagePtr)> on_reply) {
  const auto sent = to->send(request, std::make_unique<Reply>(std::move(on_reply)));
  if (!sent) return sent.error();
  return {};
}

Result<void> Client::send_goal(const GoalId& id, const void* goal, OnAnswer on_answer) {
  const auto open = ends();
  if (!open) return closed();
  const TypeInfo& type = *parts_.endpoints.goal.type->request;
  Erased request = make_message(type);
  first<GoalId>(type, request.get()) = id;
  set_second(type, request.get(), goal);
  return send(open->goal, request.release(),
              [weak = weak_from_this(), id, on_answer = std::move(on_answer)](MessagePtr response) {
                const auto self = weak.lock();
                if (self) self->on_goal_response(id, std::move(response), on_answer);
              });
}

void Client::on_goal_response(const GoalId& id, MessagePtr response, const OnAnswer& on_answer) {
  const TypeInfo& type = response->type();
  const void* const answer = response->object();
  if (!first<bool>(type, answer)) return on_answer(std::nullopt);
  GoalInfo accepted;
  accepted.goal_id.uuid = id;
  type.members[1].nested().assign(&accepted.stamp, member(type, answer, 1));
  on_answer(accepted);
}

void Client::request_result(const std::shared_ptr<ClientGoal>& goal) {
  if (!goal->ask()) return;
  const auto open = ends();
  if (!open) return goal->fail(closed());
  const TypeInfo& type = *parts_.endpoints.result.type->request;
  Erased request = make_message(type);
  first<GoalId>(type, request.get()) = goal->id();
  const auto sent =
      send(open->result, request.release(), [weak = weak_from_this(), goal](MessagePtr reply) {
        const TypeInfo& of = reply->type();
        const std::shared_ptr<void> response = own_object(std::move(reply));
        const auto status = first<std::int8_t>(of, response.get());
        if (goal->end(status)) goal->on_result(status, second(of, response));
        if (const auto self = weak.lock()) self->remove(goal->id());
      });
  if (sent) return;
  log_text(logger(parts_.logger), kWarn, {},
           "Action client '" + parts_.endpoints.name() +
               "' could not ask for a result: " + sent.error().what);
  goal->fail(sent.error());
}

Result<void> Client::send_cancel(const GoalInfo& goals, OnCancel on_answer) {
  const auto open = ends();
  if (!open) return closed();
  auto request = std::make_unique<action_msgs::srv::CancelGoal::Request>();
  request->goal_info = goals;
  return send(open->cancel, request.release(),
              [on_answer = std::move(on_answer)](MessagePtr reply) {
                auto response = own_object(std::move(reply));
                on_answer(std::static_pointer_cast<CancelResponse>(std::move(response)));
              });
}

// ---- what comes in ----

// Of a goal that nobody here waits for, or whose answer has not come, it is dropped.
void Client::on_feedback(MessagePtr message) {
  const TypeInfo& type = message->type();
  const void* const object = message->object();
  const auto goal = find(first<GoalId>(type, object));
  if (goal) goal->on_feedback(keep(std::move(message), member(type, object, 1)));
}

void Client::on_status(MessagePtr message) {
  using Array = action_msgs::msg::GoalStatusArray;
  for (const auto& one : static_cast<const Array*>(message->object())->status_list) {
    if (const auto goal = find(one.goal_info.goal_id.uuid)) goal->set_status(one.status);
  }
}

// ---- the goals that are known ----

void Client::watch(const std::shared_ptr<ClientGoal>& goal) {
  const Lock lock(mutex_);
  if (goals_.size() >= sweep_at_) {
    std::erase_if(goals_, [](const auto& one) { return one.second.expired(); });
    sweep_at_ = std::max<std::size_t>(64, goals_.size() * 2);
  }
  if (ends_) goals_[goal->id()] = goal;
}

void Client::remove(const GoalId& id) {
  const Lock lock(mutex_);
  goals_.erase(id);
}

std::shared_ptr<ClientGoal> Client::find(const GoalId& id) {
  const Lock lock(mutex_);
  const auto found = goals_.find(id);
  return found == goals_.end() ? nullptr : found->second.lock();
}

}  // namespace ranvier::action
