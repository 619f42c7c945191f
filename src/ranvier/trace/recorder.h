// Our own recorder: the events of this process, as a CTF trace in a directory.
//
// Threads write into a buffer of fixed size; one thread of the recorder copies
// it into the trace every few milliseconds, sooner under load. No daemon. What
// a killed process had not copied yet, recover() copies later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "ranvier/base/result.h"

namespace ranvier::trace {

struct RecordingOptions {
  enum class WhenFull {
    kDiscard,  ///< an event that finds no room is lost, and counted in the trace
    kBlock,    ///< its thread waits for room, if waiting can help: not after a failure
               ///< to write, nor with more threads than the buffer has chunks of 4 kB
  };
  static constexpr std::size_t kDefaultBytes = 256 * 1024;

  std::string directory;  ///< made if it is not there; traces of many processes may share it
  std::size_t buffer_bytes = kDefaultBytes;  ///< of the process, in all
  WhenFull when_full = WhenFull::kDiscard;
  std::function<void(const std::string&)> warn;  ///< hears of failures, on any thread
};

/// What a recording came to.
struct RecordingReport {
  std::string folder;       ///< the trace of this process, within the directory
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

/// Completes the traces in `directory` of processes that were killed.
/// @return how many there were. Fails if one could not be completed (the others
/// are), and with kNotFound if the directory cannot be read.
/// Contract: any thread, any process that sees the same files as they did.
Result<std::size_t> recover(const std::string& directory);

}  // namespace ranvier::trace
