#include "ranvier/assemble/tracing.h"

#include <unistd.h>

#include <atomic>
#include <csignal>

#include "ranvier/assemble/environment.h"
#include "ranvier/assemble/stuck.h"
#include "ranvier/trace/lttng.h"
#include "ranvier/trace/member.h"
#include "ranvier/trace/recorder.h"

namespace ranvier {
namespace {

Result<void> read_save_at(trace::RecordingOptions& options) {
  if (options.keep != trace::RecordingOptions::Keep::kLast &&
      !variable("RANVIER_TRACE_SAVE_AT").empty()) {
    return Error{Code::kInvalidArgument,
                 "RANVIER_TRACE_SAVE_AT is set, but all events are kept anyway. Set "
                 "RANVIER_TRACE_KEEP=last for a flight recorder, or unset it."};
  }
  for (const std::string& moment : split(variable("RANVIER_TRACE_SAVE_AT"), ',')) {
    if (moment == "deadline") {
      options.save_at_deadline = true;
    } else if (moment == "SIGUSR1") {
      options.save_signal = SIGUSR1;
    } else if (moment == "SIGUSR2") {
      options.save_signal = SIGUSR2;
    } else {
      return Error{Code::kInvalidArgument,
                   "RANVIER_TRACE_SAVE_AT has '" + moment +
                       "'. It is a list of 'deadline' and of 'SIGUSR1' or 'SIGUSR2', with commas."};
    }
  }
  return {};
}

Result<trace::RecordingOptions> recording_options() {
  trace::RecordingOptions options;
  options.directory = variable("RANVIER_TRACE");
  options.cpu_waits = true;
  const auto size = number("RANVIER_TRACE_BUFFER", options.buffer_bytes / 1024, 12, 1024 * 1024);
  if (!size) return size.error();
  options.buffer_bytes = *size * 1024;
  const auto blocks = second_of("RANVIER_TRACE_WHEN_FULL", "discard", "block");
  if (!blocks) return blocks.error();
  if (*blocks) options.when_full = trace::RecordingOptions::WhenFull::kBlock;
  const auto last = second_of("RANVIER_TRACE_KEEP", "all", "last");
  if (!last) return last.error();
  if (*last) options.keep = trace::RecordingOptions::Keep::kLast;
  if (auto done = read_save_at(options); !done) return done.error();
  return options;
}

// The recording that the environment describes, whoever asks for one.
Result<trace::RecordingOptions> recording_with_log() {
  auto options = recording_options();
  if (!options) return options;
  options->warn = [](const std::string& text) { log_text(logger("ranvier"), kError, {}, text); };
  options->tell = [](const std::string& text) { log_text(logger("ranvier"), kInfo, {}, text); };
  return options;
}

// What observes does not stop the robot: a trace that cannot be made is reported in
// the log, and that is all.
void complain(const Error& error) { log_text(logger("ranvier"), kError, {}, error.what); }

// Once a process, with its first context.
void record_if_asked() {
  static std::atomic<pid_t> asked{0};  // a child of fork() is asked again
  if (variable("RANVIER_TRACE").empty() || asked.exchange(::getpid()) == ::getpid()) return;
  auto options = recording_with_log();
  if (!options) return complain(options.error());
  const auto started = trace::start_recording(std::move(*options));
  if (!started && started.error().code != Code::kAlreadyExists) complain(started.error());
}

// Likewise; a child of fork() cannot.
void give_to_lttng_if_asked() {
  static std::atomic<bool> asked{false};
  const auto wanted = second_of("RANVIER_TRACE_LTTNG", "0", "1");
  if ((wanted && !*wanted) || asked.exchange(true)) return;
  if (!wanted) return complain(wanted.error());
  if (const auto started = trace::start_lttng(); !started) complain(started.error());
}

// With each context: a process is in the domains of all it ever had.
void follow_sessions_of(std::size_t domain) {
  if (variable("RANVIER_TRACE_SESSIONS") == "off") return;
  // What is wrong with the recording of RANVIER_TRACE was reported there.
  auto options = recording_with_log();
  if (!options) options = trace::RecordingOptions();
  static std::atomic<bool> told{false};
  const auto followed = trace::follow_sessions(domain, *options, watch_for_stuck());
  if (!followed && !told.exchange(true)) complain(followed.error());
}

}  // namespace

void trace_in_domain(std::size_t domain) {
  record_if_asked();
  give_to_lttng_if_asked();
  follow_sessions_of(domain);
}

Result<void> trace_as_environment_says() {
  record_if_asked();
  give_to_lttng_if_asked();
  const auto domain = domain_of_environment();
  if (!domain) return domain.error();
  follow_sessions_of(*domain);
  return {};
}

}  // namespace ranvier
