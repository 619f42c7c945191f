// Our own recorder: the events of this process, as a CTF trace in a directory.
//
// Threads write into a buffer of fixed size; one thread of the recorder copies
// it into the trace every few milliseconds, sooner under load. No daemon. What
// a killed process had not copied yet, recover() copies later.
//
// As a flight recorder (Keep::kLast) it makes room instead, by giving up the
// oldest events, and what the buffer has is saved when it is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/trace/saved.h"

namespace ranvier::trace {

struct RecordingOptions {
  enum class Keep {
    kAll,   ///< every event goes into the trace
    kLast,  ///< a flight recorder: the last ones are in the buffer, and nowhere else
            ///< until they are saved; a kill saves them for recover()
  };
  enum class WhenFull {
    kDiscard,  ///< an event that finds no room is lost, and counted in the trace
    kBlock,    ///< its thread waits for room, if waiting can help: not after a failure
               ///< to write, nor with more threads than the buffer has chunks of 4 kB
  };
  static constexpr std::size_t kDefaultBytes = 256 * 1024;

  std::string directory;  ///< made if it is not there; traces of many processes may share it
  std::size_t buffer_bytes = kDefaultBytes;  ///< of the process, in all
  WhenFull when_full = WhenFull::kDiscard;
  Keep keep = Keep::kAll;
  std::uint64_t events = ~std::uint64_t{0};  ///< those to record: bit 1 << number (events.h)
  bool with_past = false;         ///< begins with the events of Rate::kOnce that came before, as of
                                  ///< the moment at which it begins: so the trace has all names
  int save_signal = 0;            ///< of a flight recorder: saves at this signal; 0: at none
  bool save_at_deadline = false;  ///< of a flight recorder: saves when a deadline of the QoS is
                                  ///< missed here, but not twice in ten seconds
  bool cpu_waits = false;         ///< how long threads wait for a CPU is recorded too (cpu_waits.h)
  std::function<void(const std::string&)> warn;  ///< hears of failures, on any thread
  std::function<void(const std::string&)> tell;  ///< hears of traces that were saved, likewise
};

/// What a recording came to.
struct RecordingReport {
  std::string folder;       ///< the trace of this process, within the directory; empty for a
                            ///< flight recorder, of which nothing stays but what was saved
  std::uint64_t events;     ///< in the trace
  std::uint64_t discarded;  ///< not in it, for want of room
};

/// Begins to record into a new folder of the directory, after recovering what
/// killed processes left there.
/// @return the folder of this process's trace.
/// Fails with kAlreadyExists while a recording runs, with kInvalidArgument for a
/// buffer that is too small, with kWorld where files cannot be made.
/// Contract: any thread; a child of fork() begins without a recording.
Result<std::string> start_recording(RecordingOptions options);

/// Ends the recording and completes its trace. Events under way on other
/// threads at that moment may be missing. Fails with kNotFound if none runs,
/// with kWorld if the trace could not be written whole.
/// At the end of the process it happens by itself.
Result<RecordingReport> stop_recording();

/// Records nothing until resume_recording(). Fails with kNotFound if no recording runs.
Result<void> pause_recording();

/// Goes on after pause_recording(), in the same trace; one with_past hears of the events
/// of Rate::kOnce that came meanwhile. Fails with kNotFound if no recording runs.
Result<void> resume_recording();

/// Saves what the flight recorder of this process has, as a trace of its own.
/// Fails with kNotFound if none runs, with kWorld if it cannot be written.
/// Contract: any thread; blocks until it is written.
Result<SavedTrace> save_recording();

/// Asks the flight recorders that record into `directory`, of all processes that
/// live, to save, and waits for them.
/// @return the folders of the traces. Fails with kNotFound if the directory cannot
/// be read, with kWorld if one does not answer within five seconds or cannot save.
Result<std::vector<std::string>> save_others(const std::string& directory);

/// A look at what flight recorders have, which whoever asks for it takes away again.
struct ViewRequest {
  std::string directory;
  std::int64_t since = INT64_MIN;  ///< on CLOCK_MONOTONIC: events that come once for each object
                                   ///< are in it however old, others only from here on
  std::int64_t patience = 1'000'000'000;  ///< ns, for all together
};
struct View {
  std::string recorded;     ///< the folder into which the process records
  std::string folder;       ///< a whole trace, of a name of its own; empty if there is none
  std::int64_t forgot = 0;  ///< on CLOCK_MONOTONIC: up to here events may be missing
  std::string complaint;    ///< why there is none
};
inline constexpr const char* kViewSuffix = "-view-";  ///< of such folders; then a number

/// Asks all flight recorders that record into the directory at once. Of one that does
/// not answer or cannot write there is a complaint; one that ends meanwhile is left out.
/// Fails with kNotFound if the directory cannot be read.
/// Contract: blocks. One process at a time for a directory.
Result<std::vector<View>> view_others(const ViewRequest& request);

/// Completes the traces in `directory` of processes that were killed.
/// @return how many there were. Fails if one could not be completed (the others
/// are), and with kNotFound if the directory cannot be read.
/// Contract: any thread, any process that sees the same files as they did.
Result<std::size_t> recover(const std::string& directory);

}  // namespace ranvier::trace
