// Threads of its own for each callback group of an executor.
//
// The engine of such an executor is divided (division.h): while it spins, each strand has an
// engine of its own, and one thread spins that, or a few if the strand is reentrant. So the
// policy and the priority of the operating system hold for callbacks directly. While it does
// not spin, the engine has its strands itself, and all that works on an engine works there.
//
// A thread begins when its group has something to run, and lives until the spin ends or the
// strand leaves. Of all threads, the most urgent ones alone answer for the process what other
// processes send: a message for an urgent group waits for no thread that is less so.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ranvier/os/mutex.h"
#include "ranvier/os/thread_settings.h"
#include "ranvier/run/division.h"
#include "ranvier/run/engine.h"

namespace ranvier {

/// Threads:  run() by one at a time, stop() by any.
/// Lifetime: as long as the engine that it divides. Lock: "group threads", inside of "strand".
class GroupThreads final : private Division {
 public:
  /// What knows the groups of the strands. Called without locks of ours.
  class Owner {
   public:
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

  /// Divides `whole`. Contract: before strands are attached to it.
  /// @param parallelism  threads for a reentrant strand, at least one.
  GroupThreads(Engine& whole, Owner& owner, std::size_t parallelism);
  ~GroupThreads();
  GroupThreads(const GroupThreads&) = delete;
  GroupThreads& operator=(const GroupThreads&) = delete;

  /// Runs until whole.stops() is not `stops` any more; then waits for callbacks under way.
  /// @param move_strands  calls Strand::move() for all that are attached already.
  /// @throws what a callback threw first, which ends it, and std::system_error if there is no
  ///         thread to be had.
  void run(std::uint32_t stops, const std::function<void()>& move_strands);
  /// Ends run(): threads begin no callback after this.
  /// Contract: any thread, signal handlers not; does not wait.
  void stop() noexcept RANVIER_EXCLUDES(mutex_);

 private:
  struct Part;
  class OnThread;

  Engine& part_for(Strand& strand) override RANVIER_EXCLUDES(mutex_);
  std::vector<Part*> parts() RANVIER_EXCLUDES(mutex_);
  void tend() RANVIER_EXCLUDES(mutex_);
  void begin(Part& part);
  bool reap(Part& part) RANVIER_EXCLUDES(mutex_);
  void serve(Part& part, bool tells) noexcept;
  void spin(Part& part, bool tells);
  void give_watch_to_urgent() RANVIER_EXCLUDES(mutex_);
  void close() noexcept RANVIER_EXCLUDES(mutex_);
  void fail() noexcept RANVIER_EXCLUDES(mutex_);

  Engine& whole_;
  Owner& owner_;
  const std::size_t parallelism_;
  Mutex mutex_{"group threads"};
  bool open_ RANVIER_GUARDED_BY(mutex_) = false;
  std::vector<std::unique_ptr<Part>> parts_ RANVIER_GUARDED_BY(mutex_);  // run() takes them out
  std::exception_ptr thrown_ RANVIER_GUARDED_BY(mutex_);                 // the first
};

}  // namespace ranvier
