// A server and a client of an action on plain nodes; the test decides what becomes of goals.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "example_interfaces/action/fibonacci.hpp"
#include "plain_node.h"
#include "ranvier/proto/action/client.h"
#include "ranvier/proto/action/server.h"
#include "rosidl_typesupport_cpp/action_type_support.hpp"

namespace plain {

using example_interfaces::action::Fibonacci;
using namespace ranvier::action;

inline Endpoints fibonacci(const PlainNode& of) {
  const auto& type = *rosidl_typesupport_cpp::get_action_type_support_handle<Fibonacci>();
  ranvier::Qos status;
  status.depth = 1;
  status.durability = ranvier::Durability::kTransientLocal;
  const std::string in = "/fibonacci/_action/";
  return {of.service(in + "send_goal", *type.goal_service_type_support),
          of.service(in + "cancel_goal", *type.cancel_service_type_support),
          of.service(in + "get_result", *type.result_service_type_support),
          of.topic(in + "feedback", *type.feedback_message_type_support),
          of.topic(in + "status", *type.status_message_type_support, status)};
}

inline Fibonacci::Result result(int number) {
  Fibonacci::Result made;
  made.sequence = {number};
  return made;
}

/// The goals that a server accepted. It refuses those of a negative order.
struct Accepted {
  struct Work {
    ~Work() { goal->abandon(); }
    std::shared_ptr<Goal> goal;
    int order;
  };
  std::shared_ptr<Work> at(std::size_t i) {
    const std::lock_guard lock(mutex);
    return i < works.size() ? works[i] : nullptr;
  }

  std::mutex mutex;
  std::vector<std::shared_ptr<Work>> works;
};

class Owner final : public GoalOwner {
 public:
  explicit Owner(std::shared_ptr<Accepted> accepted) : accepted_(std::move(accepted)) {}
  GoalAnswer on_goal(const GoalId&, const std::shared_ptr<const void>& goal) override {
    return order_of(goal) < 0 ? GoalAnswer::kRefuse : GoalAnswer::kExecute;
  }
  std::shared_ptr<void> make_handle(std::shared_ptr<Goal> goal,
                                    std::shared_ptr<const void> message) override {
    return std::make_shared<Accepted::Work>(std::move(goal), order_of(message));
  }
  void on_accepted(std::shared_ptr<void> handle) override {
    const std::lock_guard lock(accepted_->mutex);
    accepted_->works.push_back(std::static_pointer_cast<Accepted::Work>(std::move(handle)));
  }
  bool on_cancel(std::shared_ptr<void>) override { return true; }

 private:
  static int order_of(const std::shared_ptr<const void>& goal) {
    return static_cast<const Fibonacci::Goal*>(goal.get())->order;
  }
  const std::shared_ptr<Accepted> accepted_;
};

inline std::shared_ptr<Server> serve(const PlainNode& in, std::shared_ptr<Accepted> accepted,
                                     std::chrono::nanoseconds keep = std::chrono::minutes(1)) {
  return value(Server::open(
      {in.node, in.node->default_strand(), in.clock, in.node->logger_name(), fibonacci(in), keep},
      std::make_unique<Owner>(std::move(accepted))));
}

/// A goal that writes down what it hears.
class Followed final : public ClientGoal {
 public:
  using ClientGoal::ClientGoal;
  bool fed(int number) const {
    const std::lock_guard lock(mutex_);
    return !feedback_.empty() && feedback_.back() == number;
  }
  /// -1 if there is none yet, -2 if there will be none.
  int ended() const {
    const std::lock_guard lock(mutex_);
    return ended_;
  }
  std::vector<int> numbers() const {
    const std::lock_guard lock(mutex_);
    return numbers_;
  }

 private:
  void on_feedback(std::shared_ptr<const void> feedback) override {
    const std::lock_guard lock(mutex_);
    feedback_.push_back(static_cast<const Fibonacci::Feedback*>(feedback.get())->sequence.at(0));
  }
  void on_result(std::int8_t status, std::shared_ptr<void> result) override {
    const std::lock_guard lock(mutex_);
    const auto& sequence = static_cast<const Fibonacci::Result*>(result.get())->sequence;
    numbers_.assign(sequence.begin(), sequence.end());
    ended_ = status;
  }
  void on_no_result(const ranvier::Error&) override {
    const std::lock_guard lock(mutex_);
    ended_ = -2;
  }

  mutable std::mutex mutex_;
  std::vector<int> feedback_, numbers_;
  int ended_ = -1;
};

/// A client whose goals are numbered from 1.
class Asker {
 public:
  explicit Asker(const PlainNode& in)
      : client(value(Client::open(
            {in.node, in.node->default_strand(), in.node->logger_name(), fibonacci(in)}))) {}
  ~Asker() { client->close(); }

  bool wait() { return client->wait_for_server(ranvier::deadline_after(std::chrono::minutes(1))); }
  /// The goal that the server accepted; null if it refused. Throws if it does not answer.
  std::shared_ptr<Followed> send(int order) {
    struct Answer {
      std::mutex mutex;
      bool came = false;
      std::shared_ptr<Followed> goal;
    };
    Fibonacci::Goal goal;
    goal.order = order;
    GoalId id{};
    id[0] = ++last_id_;
    const auto answer = std::make_shared<Answer>();
    const auto sent = client->send_goal(
        id, &goal, [answer, client = client.get()](const std::optional<GoalInfo>& accepted) {
          const std::lock_guard lock(answer->mutex);
          if (accepted) answer->goal = std::make_shared<Followed>(*accepted);
          if (accepted) client->watch(answer->goal);
          answer->came = true;
        });
    const auto answered = [&] {
      const std::lock_guard lock(answer->mutex);
      return answer->came;
    };
    if (!sent || !eventually(answered)) throw std::runtime_error("no answer to a goal");
    return answer->goal;
  }
  /// How many goals the server is canceling.
  std::size_t cancel(const Followed& goal) {
    const auto count = std::make_shared<std::atomic<int>>(-1);
    GoalInfo asked;
    asked.goal_id.uuid = goal.id();
    const auto sent = client->send_cancel(asked, [count](const auto& response) {
      *count = static_cast<int>(response->goals_canceling.size());
    });
    if (!sent || !eventually([&] { return *count >= 0; })) throw std::runtime_error("no answer");
    return static_cast<std::size_t>(count->load());
  }

  const std::shared_ptr<Client> client;

 private:
  std::uint8_t last_id_ = 0;
};

}  // namespace plain
