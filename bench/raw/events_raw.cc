// The yardstick of policies/events: the same messages through bounded boxes to a pool of two threads,
// with a lock and a condition. A group's boxes are served one at a time, in the order in which
// messages came.
#include <array>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>

#include "bench/common/load_topics.h"

namespace ranvier::bench {
namespace {

constexpr std::size_t kSize = 128;
using Message = std::unique_ptr<std::array<std::uint8_t, kSize>>;

/// Groups of boxes that threads share.
///
/// Threads: all functions from any.
class GroupPool final {
 public:
  void push(std::size_t topic, Message message) {
    Group& group = groups_[topic / LoadArgs::kTopicsOfGroup];
    bool wake;
    {
      const std::lock_guard lock(mutex_);
      auto& box = boxes_[topic];
      if (box.size() == LoadArgs::kDepth) {
        box.pop_front();  // its place in the order stays, for the new one
      } else {
        group.order.push_back(topic);
      }
      box.push_back(std::move(message));
      const bool idle = !group.queued;
      if (idle) queue(group);
      wake = idle && asleep_ > 0;
    }
    if (wake) changed_.notify_one();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

  template <class Take>
  void run(const Take& take) {
    std::unique_lock lock(mutex_);
    while (!stopped_) {
      if (ready_.empty()) {
        ++asleep_;
        changed_.wait(lock);
        --asleep_;
        continue;
      }
      Group& group = *ready_.front();
      ready_.pop_front();
      const std::size_t topic = group.order.front();
      group.order.pop_front();
      const Message message = std::move(boxes_[topic].front());
      boxes_[topic].pop_front();
      lock.unlock();
      take(topic, *message);
      lock.lock();
      group.queued = false;
      if (!group.order.empty()) queue(group);
    }
  }

 private:
  struct Group {
    std::deque<std::size_t> order;  // topics, one for each message
    bool queued = false;            // or one of it runs
  };
  void queue(Group& group) {
    group.queued = true;
    ready_.push_back(&group);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Group, LoadArgs::kGroups> groups_;
  std::array<std::deque<Message>, LoadArgs::kTopics> boxes_;
  std::deque<Group*> ready_;
  int asleep_ = 0;
  bool stopped_ = false;
};

class Events final {
 public:
  explicit Events(const Args& args) : args_(args), logs_(args_, window_), source_(args_, window_) {}

  void run() {
    SessionThread control(session());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < LoadArgs::kThreads; ++i) threads.emplace_back([this] { serve(); });
    source_.run([this](std::size_t topic, const Stamp& stamp) { send(topic, stamp); });
    for (std::thread& thread : threads) thread.join();
    Findings findings = control.join();
    logs_.describe(findings);
    control.finish(findings);
  }

 private:
  void send(std::size_t topic, const Stamp& stamp) {
    auto message = std::make_unique<std::array<std::uint8_t, kSize>>();
    std::memcpy(message->data(), &stamp, sizeof stamp);
    pool_.push(topic, std::move(message));
  }

  void serve() {
    pool_.run([this](std::size_t topic, const std::array<std::uint8_t, kSize>& message) {
      Stamp stamp;
      std::memcpy(&stamp, message.data(), sizeof stamp);
      logs_.of(topic).take(stamp);
    });
  }

  Session session() {
    Session session;
    session.warm = [this] { return logs_.warm(); };
    session.window = &window_;
    session.received = [this] { return logs_.received(); };
    session.end = [this] {
      source_.end();
      pool_.stop();
    };
    return session;
  }

  const LoadArgs args_;
  Window window_;
  LoadLogs logs_;
  LoadSource source_;
  GroupPool pool_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    std::make_unique<Events>(Args(count, words))->run();
  });
}
