// Threads of its own for each callback group of an executor, or for those that a user names.
//
// The engine of such an executor is divided (division.h): while it spins, each strand has an
// engine of its own, and one thread spins that, or a few if the strand is reentrant. So the
// policy and the priority of the operating system hold for callbacks directly. Strands that
// nobody names stay with the divided engine, for whoever spins it. While it does not spin, the
// engine has all its strands itself, and all that works on an engine works there.
//
// A thread begins when its group has something to run, and lives until the spin ends or the
// strand leaves. Of all threads, the most urgent ones alone answer for the process what other
// processes send: a message for an urgent group waits for no thread that is less so.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ranvier/os/mutex.h"
#include "ranvier/os/thread_settings.h"
#include "ranvier/run/division.h"
#include "ranvier/run/engine.h"
#include "ranvier/run/work.h"

namespace ranvier {

/// What is called with an exception of a callback, on its thread; it ends the spin by throwing.
using ExceptionHandler = std::function<void(const std::exception&)>;
/// Engine::spin() that goes on after each std::exception that `handler` takes, if there is one.
void spin_past_exceptions(Engine& engine, std::uint32_t stops, const ExceptionHandler& handler);

/// Threads:  run() by one at a time, stop() by any.
/// Lifetime: as long as the engine that it divides. Lock: "group threads", inside of "strand".
class GroupThreads final : private Division {
 public:
  /// What knows the groups of the strands. Called without locks of ours.
  class Owner {
   public:
    /// The strands that shall have threads of their own, if not all shall.
    virtual std::vector<Ref<Strand>> named() = 0;
    /// True if the group of `strand` may have callbacks to run: then it gets its threads
    /// now, else when something is ready.
    virtual bool serves(const Strand& strand) = 0;
    /// How its thread is to be, name included. Called on that thread, before its first
    /// callback and when the group has changed; what is left out is as the thread began.
    virtual ThreadSettings settings_of(const Strand& strand) = 0;
    /// Names it in what is refused: "Callback group '/n@Timer(1000)'".
    virtual std::string name_of(const Strand& strand) = 0;
    /// A setting that the system refused, in a sentence. On the thread that has it not.
    virtual void refused(const std::string& what) = 0;
    /// Threads spin this engine from now on, or none any more.
    virtual void began(Engine& part) = 0;
    virtual void ended(Engine& part) noexcept = 0;

   protected:
    ~Owner() = default;
  };

  /// Which strands have threads of their own: all, or Owner::named().
  enum class Which : std::uint8_t { kAll, kNamed };

  /// Divides `whole`. Contract: before strands are attached to it.
  /// @param parallelism  threads for a reentrant strand, at least one.
  GroupThreads(Engine& whole, Owner& owner, Which which, std::size_t parallelism);
  ~GroupThreads();
  GroupThreads(const GroupThreads&) = delete;
  GroupThreads& operator=(const GroupThreads&) = delete;

  /// Runs until whole.stops() is not `stops` any more; then waits for callbacks under way.
  /// Runs no callback itself: with kNamed others spin `whole` meanwhile, on threads that are as
  /// urgent as this one.
  /// @param move_strands  calls Strand::move() for all that are attached already.
  /// @param handler  may be empty: then the first exception ends it.
  /// @param moved  may be empty. Called when the strands that are there have their engines, and
  ///               again at each change.
  /// @throws what a callback or the handler threw first, which ends it, and std::system_error if
  ///         there is no thread to be had.
  void run(std::uint32_t stops, const std::function<void()>& move_strands,
           const ExceptionHandler& handler = nullptr, const std::function<void()>& moved = nullptr);
  Which which() const noexcept { return which_; }
  /// Ends run(), as whole.stop() does, and its threads begin no callback after this.
  /// Contract: any thread, signal handlers not; does not wait.
  void stop() noexcept RANVIER_EXCLUDES(mutex_);

 private:
  struct Part;
  class OnThread;

  Engine& part_for(Strand& strand) override RANVIER_EXCLUDES(mutex_);
  void changed() noexcept override { changes_.notify_all(); }
  std::vector<Part*> parts() RANVIER_EXCLUDES(mutex_);
  bool has_part(const Strand& strand) RANVIER_EXCLUDES(mutex_);
  void move(Strand& strand) RANVIER_EXCLUDES(mutex_);
  void tend() RANVIER_EXCLUDES(mutex_);
  void open(std::uint32_t stops) RANVIER_EXCLUDES(mutex_);
  void begin(Part& part);
  bool reap(Part& part) RANVIER_EXCLUDES(mutex_);
  void serve(Part& part, bool tells) noexcept;
  void spin(Part& part, bool tells);
  void give_watch_to_urgent() RANVIER_EXCLUDES(mutex_);
  void close() noexcept RANVIER_EXCLUDES(mutex_);
  void fail() noexcept RANVIER_EXCLUDES(mutex_);

  Engine& whole_;
  Owner& owner_;
  const Which which_;
  const std::size_t parallelism_;
  EventCount changes_;        // what run() sleeps on
  ExceptionHandler handler_;  // written while no thread runs
  Mutex mutex_{"group threads"};
  bool open_ RANVIER_GUARDED_BY(mutex_) = false;
  std::uint32_t stops_ RANVIER_GUARDED_BY(mutex_) = 0;                   // with which run() began
  const Strand* moving_ RANVIER_GUARDED_BY(mutex_) = nullptr;            // it is to have a part
  std::optional<int> urgency_of_whole_ RANVIER_GUARDED_BY(mutex_);       // if others spin it
  std::vector<std::unique_ptr<Part>> parts_ RANVIER_GUARDED_BY(mutex_);  // run() takes them out
  std::exception_ptr thrown_ RANVIER_GUARDED_BY(mutex_);                 // the first
};

}  // namespace ranvier
