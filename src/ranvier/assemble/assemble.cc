#include "ranvier/assemble/assemble.h"
#include "ranvier/assemble/settings.h"
#include "ranvier/assemble/tracing.h"

#include <unistd.h>

#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "ranvier/base/at_exit.h"
#include "ranvier/cyclone/cyclone_route.h"
#include "ranvier/local/local_route.h"
#include "ranvier/node/log.h"
#include "ranvier/os/mutex.h"
#include "ranvier/shm/shm_route.h"
#include "ranvier/trace/lttng.h"
#include "ranvier/trace/member.h"
#include "ranvier/trace/recorder.h"

namespace ranvier {
namespace {

constexpr std::size_t kMaxDomain = 232;  // above it the ports of RTPS do not fit in 16 bits
constexpr const char* kCyclone = "rmw_cyclonedds_cpp";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Result<std::size_t> number(const char* name, std::size_t otherwise, std::size_t least,
                           std::size_t most) {
  const std::string text = variable(name);
  if (text.empty()) return otherwise;
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= least &&
      value <= most) {
    return value;
  }
  return Error{Code::kInvalidArgument, std::string(name) + "='" + text +
                                           "' is not a whole number from " +
                                           std::to_string(least) + " to " + std::to_string(most) +
                                           ". Set it to one, or unset it."};
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    if (end > at) parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

Result<void> check_implementation() {
  const std::string name = variable("RMW_IMPLEMENTATION");
  if (name.empty() || name == kCyclone) return {};
  return Error{Code::kUnsupported, "RMW_IMPLEMENTATION='" + name +
                                       "' is not in this build, which has: " + kCyclone +
                                       ". Set it to that, or unset it."};
}

void warn_of(const std::string& text) { log_text(logger("ranvier"), kWarn, {}, text); }

Result<KeepAllBound> keep_all_bound() {
  KeepAllBound bound;
  const auto samples = number("RANVIER_KEEP_ALL_SAMPLES", bound.samples, 1, SIZE_MAX);
  if (!samples) return samples.error();
  const auto bytes = number("RANVIER_KEEP_ALL_BYTES", bound.bytes, 1, SIZE_MAX);
  if (!bytes) return bytes.error();
  return KeepAllBound{*samples, *bytes};
}

Result<CycloneOptions> cyclone_options(std::size_t domain, const std::string& enclave,
                                       const KeepAllBound& bound) {
  CycloneOptions options;
  options.domain = static_cast<std::uint32_t>(domain);
  options.enclave = enclave;
  options.keep_all_bound = bound.samples;
  options.localhost_only = variable("ROS_LOCALHOST_ONLY") == "1";
  options.static_peers = split(variable("ROS_STATIC_PEERS"), ';');
  options.uri = variable("CYCLONEDDS_URI");
  options.warn = &warn_of;
  options.type_report = std::make_shared<TypeReport>(options.warn);
  const std::string range = variable("ROS_AUTOMATIC_DISCOVERY_RANGE");
  if (range.empty()) return options;
  auto parsed = parse_discovery_range(range);
  if (!parsed) return parsed.error();
  options.range = *parsed;
  return options;
}

// Whether a variable has the second of two values. Unset, it has the first.
Result<bool> second_of(const char* name, const std::string& first, const std::string& second) {
  const std::string value = variable(name);
  if (value == second) return true;
  if (value.empty() || value == first) return false;
  return Error{Code::kInvalidArgument, std::string(name) + "='" + value + "' is neither '" + first +
                                           "' nor '" + second +
                                           "'. Set it to one of them, or unset it."};
}

Result<void> read_save_at(trace::RecordingOptions& options) {
  if (options.keep != trace::RecordingOptions::Keep::kLast && !variable("RANVIER_TRACE_SAVE_AT").empty()) {
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

// The process's shared memory, opened when it is first asked for, and let go of when
// the process ends; null, which is said once, if this process cannot have any.
class HostOfProcess final {
 public:
  // Never destroyed: static objects may make a context while the process ends.
  static HostOfProcess& get() {
    static auto& one = *new HostOfProcess;
    return one;
  }
  std::shared_ptr<shm::Host> host(const std::function<void(const std::string&)>& warn) {
    Lock lock(mutex_);
    call_at_exit<&let_go_at_exit>();
    if (asked_ == ::getpid()) return host_;
    // What a child of fork() has is its parent's: it must neither use nor end it.
    if (asked_ != 0) static_cast<void>(new std::shared_ptr<shm::Host>(std::move(host_)));
    asked_ = ::getpid();
    host_ = {};
    shm::Host::Options options;
    options.warn = warn;
    options.meets_itself = false;
    auto opened = shm::Host::open(options);
    if (opened) {
      host_ = std::move(*opened);
    } else {
      warn(opened.error().what);
    }
    return host_;
  }

 private:
  static void let_go_at_exit() noexcept {
    HostOfProcess& here = get();
    std::shared_ptr<shm::Host> host;  // ends outside of the lock
    Lock lock(here.mutex_);
    if (here.asked_ != ::getpid()) return;  // a child's: see host()
    host.swap(here.host_);
    here.asked_ = 0;
  }

  Mutex mutex_;
  pid_t asked_ RANVIER_GUARDED_BY(mutex_) = 0;
  std::shared_ptr<shm::Host> host_ RANVIER_GUARDED_BY(mutex_);
};

// A route that has shared memory before the network's, or, if that is unwanted or
// cannot be, the network's alone.
Result<std::unique_ptr<Route>> open_routes_outside(const CycloneOptions& options) {
  auto unwanted = second_of("RANVIER_SHM", "1", "0");
  if (!unwanted) return unwanted.error();
  auto network = open_cyclone_route(options);
  if (!network || *unwanted) return network;
  auto host = HostOfProcess::get().host(options.warn);
  if (!host) return network;
  return shm::open_shm_route(std::move(*network), std::move(host), options.keep_all_bound);
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

// What observes does not stop the robot: a trace that cannot be made is told of in
// the log, and that is all.
void complain(const Error& error) { log_text(logger("ranvier"), kError, {}, error.what); }

// Once a process, with its first context.
void record_if_asked() {
  static std::atomic<pid_t> asked{0};  // a child of fork() is asked anew
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
  // What is wrong with the recording of RANVIER_TRACE was told of there.
  auto options = recording_with_log();
  if (!options) options = trace::RecordingOptions();
  static std::atomic<bool> told{false};
  const auto followed = trace::follow_sessions(domain, *options);
  if (!followed && !told.exchange(true)) complain(followed.error());
}

}  // namespace

Result<std::size_t> domain_of_environment() { return number("ROS_DOMAIN_ID", 0, 0, kMaxDomain); }

Result<void> trace_as_environment_says() {
  record_if_asked();
  give_to_lttng_if_asked();
  const auto domain = domain_of_environment();
  if (!domain) return domain.error();
  follow_sessions_of(*domain);
  return {};
}

Result<std::shared_ptr<Context>> make_context(const ContextOptions& options) {
  if (auto present = check_implementation(); !present) return present.error();
  if (auto had = check_settings(&warn_of); !had) return had.error();
  record_if_asked();
  give_to_lttng_if_asked();
  auto domain = options.domain ? Result<std::size_t>(*options.domain) : domain_of_environment();
  if (!domain) return domain.error();
  follow_sessions_of(*domain);
  auto bound = keep_all_bound();
  if (!bound) return bound.error();
  auto cyclone = cyclone_options(*domain, options.enclave, *bound);
  if (!cyclone) return cyclone.error();
  const auto short_slices = second_of("RANVIER_SHORT_SLICES", "0", "1");
  if (!short_slices) return short_slices.error();
  auto network = open_routes_outside(*cyclone);
  if (!network) return network.error();
  auto context = std::make_shared<Context>(open_local_route(cyclone->type_report),
                                           std::move(*network), *domain, *bound);
  if (*short_slices) context->use_short_slices();
  return context;
}

}  // namespace ranvier
