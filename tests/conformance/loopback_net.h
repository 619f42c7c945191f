// The faulty network under loopback.h, and the links that make order of it.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <queue>
#include <random>
#include <thread>
#include <tuple>

#include "loopback.h"

namespace ranvier::conformance {

/// Carries packets, faultily. One thread delivers; its time moves from packet to
/// packet. Threads: post() from any.
class Net final {
 public:
  using Packet = std::function<void()>;

  explicit Net(const LoopbackFaults& faults)
      : faults_(faults), random_(faults.seed), thread_([this] { carry(); }) {}
  ~Net() {
    {
      std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  /// Sends a packet; it may be run twice, or never unless `reliable`.
  void post(Packet packet, bool reliable) {
    std::lock_guard lock(mutex_);
    std::uint64_t due = later(now_);
    while (chance(faults_.drop_percent)) {
      if (!reliable) return;
      due = later(due);  // lost; the sender notices and sends again
    }
    if (chance(faults_.double_percent)) queue_.push({later(due), ++serial_, packet});
    queue_.push({due, ++serial_, std::move(packet)});
    changed_.notify_all();
  }

 private:
  struct Sent {
    std::uint64_t due;
    std::uint64_t serial;
    Packet packet;
    bool operator<(const Sent& other) const {  // the earliest is the greatest
      return std::tie(other.due, other.serial) < std::tie(due, serial);
    }
  };
  std::uint64_t later(std::uint64_t than) { return than + 1 + random_() % faults_.most_delay; }
  bool chance(unsigned percent) { return random_() % 100 < percent; }

  void carry() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return ended_ || !queue_.empty(); });
      if (ended_) return;
      const Sent sent = queue_.top();
      queue_.pop();
      now_ = std::max(now_, sent.due);
      lock.unlock();
      sent.packet();
      lock.lock();
    }
  }

  const LoopbackFaults faults_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::mt19937 random_;
  std::priority_queue<Sent> queue_;
  std::uint64_t now_ = 0;
  std::uint64_t serial_ = 0;
  bool ended_ = false;
  std::thread thread_;
};

/// From one sender to one sink: numbers what is sent, and lets through each
/// number once and in order, if reliable without a gap.
/// Threads: any. The sink is called under the link's lock, until close().
class Link final : public std::enable_shared_from_this<Link> {
 public:
  Link(const std::shared_ptr<Net>& net, MessageSink& sink, bool reliable, bool keep_all)
      : net_(net), sink_(sink), reliable_(reliable), keep_all_(keep_all) {}

  void send(const MessagePtr& message) {
    std::uint64_t number;
    {
      std::lock_guard lock(mutex_);
      number = ++sent_;
    }
    const auto net = net_.lock();
    if (!net) return;
    net->post([self = shared_from_this(), number, message] { self->arrive(number, message); },
              reliable_);
  }
  void resume() {
    std::lock_guard lock(mutex_);
    drain();
  }
  void close() {
    std::lock_guard lock(mutex_);
    open_ = false;
    early_.clear();
    changed_.notify_all();
  }
  bool wait_all_arrived(std::chrono::steady_clock::time_point until) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(
        lock, until, [&] { return !open_ || !reliable_ || next_ - 1 + early_.size() == sent_; });
  }

 private:
  void arrive(std::uint64_t number, const MessagePtr& message) {
    std::lock_guard lock(mutex_);
    if (!open_ || number < next_) return;  // nobody there, or a double
    if (!reliable_) next_ = number;        // what is missing stays so
    early_.emplace(number, message);
    drain();
    changed_.notify_all();
  }
  void drain() {
    while (open_ && !early_.empty() && early_.begin()->first == next_ &&
           (!keep_all_ || sink_.has_room())) {
      MessagePtr first = early_.begin()->second;
      early_.erase(early_.begin());
      ++next_;
      sink_.deliver(std::move(first));
    }
  }

  const std::weak_ptr<Net> net_;  // its packets hold us
  MessageSink& sink_;
  const bool reliable_;
  const bool keep_all_;
  std::recursive_mutex mutex_;  // a sink may close its own link
  std::condition_variable_any changed_;
  std::map<std::uint64_t, MessagePtr> early_;
  std::uint64_t sent_ = 0;
  std::uint64_t next_ = 1;
  bool open_ = true;
};

}  // namespace ranvier::conformance
