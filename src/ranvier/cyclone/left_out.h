// Which readers of peers are left out of DDS in this process, and for whom.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ranvier/cyclone/leave_out.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {

class WriterCore;

/// Decides for a domain. DDS knows a reader once for all writers of the process, so it is
/// left out when every writer of its topic spares it, and one gains by that; it takes part
/// again when one of them does not.
///
/// The matches that end and begin by this are kept from the writers. Of the end of a reader
/// that was left out they are told by this.
///
/// Threads:  all functions from any thread; exchanges and tells on workers.
///           Locks: working_ before those of DDS; mutex_ inside those of DDS, and nothing but
///           a worker's is taken inside.
/// Lifetime: the domain's.
class LeftOut final : public std::enable_shared_from_this<LeftOut> {
 public:
  /// A writer comes, before DDS knows it, and goes, when DDS has forgotten it.
  void join(const std::shared_ptr<WriterCore>& writer);
  void leave(const WriterCore& writer) noexcept;

  /// Another route serves this matched reader of the writer.
  void spare(const WriterCore& writer, std::uint64_t handle, const Leaver& reader);
  /// It must be served again, or has gone.
  void serve(const WriterCore& writer, const Gid& reader);

  /// All that the writer spared must be served again. Returns when they take part, or after
  /// `patience`. Contract: not on a worker.
  void take_back(const WriterCore& writer, std::chrono::nanoseconds patience);

  /// Whether the writer has readers that no other route is to serve.
  void set_elsewhere(const WriterCore& writer, bool elsewhere);

  /// What DDS says of a match. False if nobody is to hear that.
  bool tells(const WriterCore& writer, std::uint64_t handle, int change);
  /// The built-in topics say that a reader is gone.
  void gone(const Gid& reader) noexcept;

  /// While this is held, the built-in topics lack no reader.
  Mutex& working() noexcept { return working_; }
  /// How many readers are left out now. For tests.
  std::size_t count();
  /// What is called between the halves of each exchange. For tests.
  void set_between(std::function<void()> between);

 private:
  using Writers = std::vector<const WriterCore*>;
  enum class State { kTakesPart, kLeaving, kLeftOut, kReturning, kGone };
  struct Reader {
    Leaver leaver;
    std::uint64_t handle = 0;
    State state = State::kTakesPart;
    bool settled = true;    // the ends of its matches have been told
    bool ended = false;     // the built-in topics say so
    std::uint64_t turn = 0;  // of its exchanges, the last
    Writers spared_by;
    Writers members;    // writers that count it as matched, though DDS may not
    Writers no_end;     // whose next end of a match nobody hears
    Writers unheard;    // whose end nobody heard
    Writers no_begin;
  };
  struct Topic {
    std::vector<std::weak_ptr<WriterCore>> alive;
    Writers writers;
    Writers elsewhere;  // those with readers that only DDS serves
    std::map<Gid, Reader> readers;
  };
  using Topics = std::map<std::string, Topic>;
  struct Step {
    Gid gid;
    Leaver leaver;
    Part part;
    std::uint64_t turn;
    std::shared_ptr<WriterCore> writer;
  };
  using Told = std::vector<std::shared_ptr<WriterCore>>;

  void review_soon(const std::string& name) RANVIER_REQUIRES(mutex_);
  void review(const std::string& name);
  bool next_step(const std::string& name, Step& step) RANVIER_EXCLUDES(mutex_);
  void do_step(const std::string& name, const Step& step) RANVIER_REQUIRES(working_);
  void has_left(Reader& reader, Outcome outcome, Writers& ended) RANVIER_REQUIRES(mutex_);
  void has_returned(Reader& reader, Outcome outcome, Writers& ended) RANVIER_REQUIRES(mutex_);
  void settle(const std::string& name, const Gid& gid, std::uint64_t turn);
  void tell_ends(const std::string& name) RANVIER_REQUIRES(working_);
  void tell_end(const std::string& name, const Writers& writers, std::uint64_t handle)
      RANVIER_REQUIRES(working_);
  static std::optional<Part> next_part(const Topic& topic, const Reader& reader);
  static bool ends_left_out(const Reader& reader);
  bool all_take_part(const std::string& name);
  static bool gains(const Topic& topic, const WriterCore& writer);

  Mutex working_;
  Mutex mutex_;
  Topics topics_ RANVIER_GUARDED_BY(mutex_);
  std::uint64_t turns_ RANVIER_GUARDED_BY(mutex_) = 0;
  std::function<void()> between_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier::cyclone
