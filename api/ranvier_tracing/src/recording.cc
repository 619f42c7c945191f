#include "ranvier_tracing/recording.hpp"

#include <utility>

#include "ranvier/trace/recorder.h"

namespace ranvier_tracing {
namespace {

namespace core = ranvier::trace;

/// The value of a result, or its error as an exception.
template <class T>
T value_of(ranvier::Result<T> result) {
  if (!result) throw RecordingError(result.error().what);
  return *std::move(result);
}
void check(const ranvier::Result<void>& result) {
  if (!result) throw RecordingError(result.error().what);
}

}  // namespace

RecordingError::RecordingError(const std::string& what) : std::runtime_error(what) {}
RecordingError::~RecordingError() = default;

std::string start_recording(const RecordingOptions& options) {
  core::RecordingOptions how;
  how.directory = options.directory;
  how.buffer_bytes = options.buffer_bytes;
  how.with_past = options.with_past;
  how.cpu_waits = true;
  if (options.keep == RecordingOptions::Keep::Last) how.keep = core::RecordingOptions::Keep::kLast;
  if (options.when_full == RecordingOptions::WhenFull::Block) {
    how.when_full = core::RecordingOptions::WhenFull::kBlock;
  }
  return value_of(core::start_recording(std::move(how)));
}

void pause_recording() { check(core::pause_recording()); }
void resume_recording() { check(core::resume_recording()); }
std::string save_recording() { return value_of(core::save_recording()).folder; }

RecordingReport stop_recording() {
  const core::RecordingReport report = value_of(core::stop_recording());
  return {report.folder, report.events, report.discarded};
}

}  // namespace ranvier_tracing
