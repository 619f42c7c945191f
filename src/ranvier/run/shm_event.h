// The event that other processes ring.
//
// Work from other processes of this host comes with a ring of one word in shared
// memory. A thread of its own could sleep there and pass on what it finds, but then
// each message wakes two threads. So an executor that has nothing to do sleeps on
// that word instead of its own event count, and answers for the whole process. One
// does, of all threads of a process: it has the watch. While nobody has it, the
// event's owner answers with a thread of its own.
//
// A thread that runs one strand alone may sleep apart, on a wake word with the number of that
// strand. Who sends to the strand wakes that thread, and nobody else if it sleeps. Any number of
// threads may.
#pragma once

#include <atomic>
#include <cstdint>

namespace ranvier {

/// What the event's owner does for whoever watches.
///
/// Threads:  notify() from anywhere, a signal handler included; the rest by whoever
///           watches.
/// Lifetime: from install() to uninstall(), which waits until nobody watches.
class ShmEvent {
 public:
  /// Makes it the one of this process. False if there is one already.
  bool install() noexcept;
  /// Contract: blocks while somebody watches, whom it wakes; not in answer().
  void uninstall() noexcept;

  /// What a watcher sleeps on: kTheWatch, or the number of a strand.
  using WakeWord = std::uint32_t;
  static constexpr WakeWord kTheWatch = 0;

  /// Takes the watch, or begins to sleep apart. Null if there is no event, or another thread has
  /// the watch. Contract: any thread; no system call, no lock. end_watch() must follow.
  static ShmEvent* begin_watch(WakeWord on) noexcept;
  static void end_watch(WakeWord on) noexcept;
  /// Wakes who watches there, or will sleep before it looked for work. Contract:
  /// async-signal-safe.
  static void wake_watch(WakeWord on) noexcept;

  /// The number of rings there so far, of ours and of other processes. It wraps.
  virtual std::uint32_t count(WakeWord on) const noexcept = 0;
  /// Sleeps until count() differs from `seen`, or until `deadline` (steady ns).
  virtual void wait(WakeWord on, std::uint32_t seen, std::int64_t deadline) noexcept = 0;
  /// Does what other processes rang for, if they did. Contract: the caller is not
  /// booked as asleep by its engine any more; user code may run in it.
  virtual void answer() noexcept = 0;

 protected:
  ShmEvent() = default;
  ShmEvent(const ShmEvent&) = delete;
  ShmEvent& operator=(const ShmEvent&) = delete;
  ~ShmEvent() = default;

 private:
  virtual void notify(WakeWord on) noexcept = 0;
  /// Wakes all that watch, wherever.
  virtual void notify_all() noexcept = 0;
};

}  // namespace ranvier
