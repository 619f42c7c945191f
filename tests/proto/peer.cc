// A peer with an action server and a managed node, until its input ends. Each goal is fed
// with its order, and succeeds with it when the managed node is active, else at once aborts.
#include <cstdio>

#include "fibonacci.h"
#include "managed.h"

int main() {
  using State = lifecycle_msgs::msg::State;
  plain::PlainNode node("peer");
  const plain::Managed managed(node);
  const auto accepted = std::make_shared<plain::Accepted>();
  const auto server = plain::serve(node, accepted);
  std::atomic<bool> ended{false};
  std::thread worker([&] {
    for (std::size_t next = 0; !ended;) {
      const auto work = accepted->at(next);
      if (!work) {
        ::usleep(1000);
        continue;
      }
      ++next;
      plain::Fibonacci::Feedback feedback;
      feedback.sequence = {work->order};
      work->goal->send_feedback(&feedback);
      const bool active = managed.machine->state() == State::PRIMARY_STATE_ACTIVE;
      const auto result = plain::result(work->order);
      const auto event = active ? plain::GoalEvent::kSucceed : plain::GoalEvent::kAbort;
      if (!work->goal->finish(event, &result)) return;
    }
  });
  while (std::getchar() != EOF) {}
  ended = true;
  worker.join();
  server->close();
  return 0;
}
