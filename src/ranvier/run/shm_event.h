// The event that other processes ring.
//
// Work from other processes of this host comes with a ring of one word in shared
// memory. A thread of its own could sleep there and pass on what it finds, but then
// each message wakes two threads. So an executor that has nothing to do sleeps on
// that word instead of its own event count, and answers for the whole process. One
// does, of all threads of a process: it has the watch. While nobody has it, the
// event's owner answers with a thread of its own.
#pragma once

#include <atomic>
#include <cstdint>

namespace ranvier {

/// What the event's owner does for whoever has the watch.
///
/// Threads:  notify() from anywhere, a signal handler included; the rest by whoever
///           has the watch.
/// Lifetime: from install() to uninstall(), which waits until nobody has the watch.
class ShmEvent {
 public:
  /// Makes it the one of this process. False if there is one already.
  bool install() noexcept;
  /// Contract: blocks while somebody has the watch, whom it wakes; not in answer().
  void uninstall() noexcept;

  /// Takes the watch. Null if there is no event, or another thread has it.
  /// Contract: any thread; no system call, no lock. end_watch() must follow.
  static ShmEvent* begin_watch() noexcept;
  static void end_watch() noexcept;
  /// Wakes who has the watch, or will sleep before it looked for work. Contract:
  /// async-signal-safe.
  static void wake_watch() noexcept;

  /// The number of rings so far, of ours and of other processes. It wraps.
  virtual std::uint32_t count() const noexcept = 0;
  /// Sleeps until count() differs from `seen`, or until `deadline` (steady ns).
  virtual void wait(std::uint32_t seen, std::int64_t deadline) noexcept = 0;
  /// Does what other processes rang for, if they did. Contract: the caller is not
  /// booked as asleep by its engine any more; user code may run in it.
  virtual void answer() noexcept = 0;

 protected:
  ShmEvent() = default;
  ShmEvent(const ShmEvent&) = delete;
  ShmEvent& operator=(const ShmEvent&) = delete;
  ~ShmEvent() = default;

 private:
  virtual void notify() noexcept = 0;
};

}  // namespace ranvier
