// A session of `ranvier-trace live`: flight recorders of a domain, and looks at them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/trace_model/recent.h"
#include "ranvier/base/result.h"
#include "ranvier/os/mapped_file.h"
#include "ranvier/trace/control.h"
#include "ranvier/trace/recorder.h"

namespace ranvier::apps {

/// What was read at one moment.
struct LiveLook {
  std::optional<trace_model::Look> look;  ///< none: no process recorded
  std::chrono::nanoseconds asked{0};      ///< the time that it is about
  std::vector<trace::Participant> processes;
  std::vector<std::string> complaints;
};

/// Its folder is in the user's folder of sessions, and held as long as this process lives:
/// what a killed one left is known by that, and removed by the next.
///
/// Threads: one. At the end of its life nothing of it is left.
class LiveSession final {
 public:
  /// Removes what killed ones left, and starts one.
  /// Fails with kAlreadyExists if the domain is traced already, else as SessionControl::start().
  static Result<std::unique_ptr<LiveSession>> start(std::size_t domain, std::size_t kilobytes);
  ~LiveSession();
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;

  /// What happened since the last look. Fails with kNotFound if somebody ended the session.
  Result<LiveLook> look(const trace_model::ChainQuery& query);
  /// The same; calls `see` with what was there, unless no process recorded. LiveLook::look is
  /// none.
  Result<LiveLook> look(const std::function<void(trace_model::Model)>& see);

 private:
  /// The times that a look is about, on CLOCK_MONOTONIC.
  struct Range {
    std::int64_t edge, until;
  };
  using See = std::function<void(LiveLook&, const trace_read::Trace&, trace_model::Model, Range)>;
  Result<LiveLook> look_with(const See& see);
  LiveSession(trace::SessionFolder folder, std::size_t domain, std::string name, MappedFile hold);
  /// Puts what is whole into the folder from which it is read. @return the forgotten, or
  /// nothing if there is nothing to read.
  std::optional<std::int64_t> gather(LiveLook& now);
  void take(const std::string& folder);
  void gather_ended();
  void read(LiveLook& now, const See& see, Range range);

  const trace::SessionFolder folder_;
  const trace::SessionControl control_;
  const std::string name_, directory_;
  MappedFile hold_;
  std::int64_t started_ = 0, last_ = 0;              // on CLOCK_MONOTONIC
  std::map<std::string, std::int64_t> whole_since_;  // folders that no process records into
  std::set<std::string> known_;                      // into which one did
  std::uint64_t lost_ = 0;
};

}  // namespace ranvier::apps
