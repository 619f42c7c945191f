// Replies that cannot be sent yet.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <string>
#include <utility>

#include "ranvier/base/result.h"
#include "ranvier/cyclone/gate.h"
#include "ranvier/cyclone/worker.h"
#include "ranvier/msg/message.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {

/// Holds the replies of one service, in their order, until its server can send or must drop them:
/// because the reply reader of a client is not matched, or because DDS takes no more for now.
/// They are looked at when something has changed, and when the time of one has passed.
///
/// Threads:  hold() and look_soon() from any, a listener included. Server::look_at() runs on the
///           worker, one call at a time.
/// Lifetime: close() before the server goes.
class HeldReplies final {
 public:
  using Clock = Worker::Clock;
  static constexpr std::size_t kMost = 1000;
  /// Between two looks while DDS takes no more: a look may wait a slice for it.
  static constexpr std::chrono::milliseconds kCongestionPause{20};

  struct Reply {
    MessagePtr message;
    Clock::time_point since;
  };

  class Server {
   public:
    /// Takes the replies away that it sends or drops. What it leaves stays held.
    /// @return how long until the time of the first that stays has passed.
    virtual Clock::duration look_at(std::deque<Reply>& held) = 0;

   protected:
    ~Server() = default;
  };

  HeldReplies(Worker& worker, Server& server, std::string service)
      : worker_(worker), server_(server), service_(std::move(service)) {}

  /// @return kFull if there are kMost already. Throws what Message::bytes() throws.
  Result<void> hold(const MessagePtr& reply);
  /// Something has changed for replies that wait. Contract: cheap when none does.
  void look_soon();

  /// DDS has not taken the last reply in time, so that the next ones are held behind it.
  /// Each look clears this first. Contract: any thread.
  bool congested() const noexcept { return congested_.load(); }
  void set_congested() noexcept { congested_.store(true); }

  /// Server::look_at() is not called any more once this returns.
  void close() noexcept;

 private:
  void look();
  void look_after(Clock::duration pause);

  Worker& worker_;
  Server& server_;
  const std::string service_;
  Gate gate_;
  std::atomic<bool> holding_{false};
  std::atomic<bool> congested_{false};
  std::atomic<bool> asked_{false};  // look_soon() has given the worker a task
  Mutex mutex_{"held replies"};     // inside the locks of DDS; nothing is called under it
  std::deque<Reply> held_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier::cyclone
