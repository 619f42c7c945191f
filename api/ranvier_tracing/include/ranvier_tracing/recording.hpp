// Recording the trace events of this process, from its own code.
//
// From outside `ros2 trace` and the variable RANVIER_TRACE do the same. A trace is
// a folder in the Common Trace Format; see docs/tracing.md for what is in it.
#ifndef RANVIER_TRACING__RECORDING_HPP_
#define RANVIER_TRACING__RECORDING_HPP_

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "ranvier_tracing/visibility_control.h"

namespace ranvier_tracing
{

/// Where and how to record.
struct RecordingOptions
{
  /// Which events stay when the buffer is full.
  enum class Keep
  {
    All,   ///< every event goes into the trace
    Last,  ///< a flight recorder: the last ones are in memory until save_recording()
  };
  /// What an event does that finds no room.
  enum class WhenFull
  {
    Discard,  ///< an event that finds no room is lost, and counted in the trace
    Block,    ///< its thread waits for room
  };

  std::string directory;  ///< for the traces of any number of processes; made if need be
  std::size_t buffer_bytes = 256 * 1024;  ///< in all
  Keep keep = Keep::All;  ///< Last: a flight recorder
  WhenFull when_full = WhenFull::Discard;  ///< Block: its thread waits
  bool with_past = true;  ///< begins with the events that name what exists already
};

/// What a recording came to.
struct RecordingReport
{
  std::string folder;       ///< of this process's trace; empty after Keep::Last
  std::uint64_t events;     ///< in it
  std::uint64_t discarded;  ///< lost for want of room
};

/// What is wrong, the value, and the remedy.
class RANVIER_TRACING_PUBLIC RecordingError : public std::runtime_error
{
public:
  /// Names the folder and the reason.
  explicit RecordingError(const std::string & what);
  ~RecordingError() override;
};

/// Begins to record. @return the folder of this process's trace.
/// @throws RecordingError if this process records already, or files cannot be made.
/// Threads: any, as all functions here.
RANVIER_TRACING_PUBLIC std::string start_recording(const RecordingOptions & options);

/// Records nothing until resume_recording(), which goes on in the same trace.
/// @throws RecordingError if this process does not record.
RANVIER_TRACING_PUBLIC void pause_recording();
/// @throws RecordingError if this process does not record.
RANVIER_TRACING_PUBLIC void resume_recording();

/// Saves what a flight recorder has. @return the folder of the trace.
/// @throws RecordingError if none runs, or it cannot be written.
RANVIER_TRACING_PUBLIC std::string save_recording();

/// Ends the recording: its trace is whole then. At the end of the process it happens
/// by itself.
/// @throws RecordingError if this process does not record, or not all could be written.
RANVIER_TRACING_PUBLIC RecordingReport stop_recording();

}  // namespace ranvier_tracing

#endif  // RANVIER_TRACING__RECORDING_HPP_
