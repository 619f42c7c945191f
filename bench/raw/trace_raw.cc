// The yardstick of a trace event: one of LTTng-UST, with the contexts vpid, vtid
// and procname that ours has.
//
// mode=on: a session of LTTng's own daemon records it; mode=off: nobody does. The
// daemon is started, and ended again, where none runs.
//
// And of reading: mode=read has babeltrace2 read the trace in dir=, with its sink that
// counts; starting the program counts too.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "bench/common/args.h"
#include "bench/common/bursts.h"
#include "bench/common/placement.h"
#include "bench/common/session.h"

#ifdef RANVIER_BENCH_LTTNG
constexpr bool kHasLttng = true;
extern "C" void lttng_callback_start(const void* callback, int is_intra_process);
#else
constexpr bool kHasLttng = false;
inline void lttng_callback_start(const void*, int) {}
#endif

namespace ranvier::bench {
namespace {

constexpr const char* kReady = "RANVIER_BENCH_LTTNG_SESSION";

void lttng(const std::string& command) {
  if (std::system(("lttng " + command + " > /dev/null 2>&1").c_str()) == 0) return;
  throw std::runtime_error("'lttng " + command +
                           "' failed. Is lttng-tools installed, and may "
                           "this user start its daemon?");
}

// A process learns of sessions when it starts: so makes one, and starts anew.
void start_with_session(char** words) {
  if (std::getenv(kReady) != nullptr) return;
  const std::string name = "ranvier_bench_" + std::to_string(::getpid());
  const bool ran = std::system("lttng --no-sessiond list > /dev/null 2>&1") == 0;
  if (!ran && std::system("lttng-sessiond --daemonize > /dev/null 2>&1") != 0) {
    throw std::runtime_error("lttng-sessiond cannot be started. Is lttng-tools installed?");
  }
  lttng("create " + name + " --output=/tmp/" + name);
  lttng("enable-event --session=" + name + " --userspace ranvier_bench:callback_start");
  lttng("add-context --session=" + name + " --userspace --type=vpid --type=vtid --type=procname");
  lttng("start " + name);
  ::setenv(kReady, ((ran ? "+" : "-") + name).c_str(), 1);
  ::setenv("LTTNG_UST_REGISTER_TIMEOUT", "-1", 1);
  ::execv("/proc/self/exe", words);
  throw std::runtime_error("the worker cannot start itself anew");
}

void end_session() {
  const std::string ready = std::getenv(kReady);
  const std::string name = ready.substr(1);
  lttng("destroy " + name);
  static_cast<void>(!std::system(("rm -rf /tmp/" + name).c_str()));
  if (ready[0] == '-')
    static_cast<void>(!std::system("kill $(cat /var/run/lttng/lttng-sessiond.pid)"));
}

// "<count> Event messages" of what it prints; 0 if it does not.
std::uint64_t count_by_babeltrace(const std::string& directory) {
  const std::string command =
      "babeltrace2 '" + directory +
      "' --component=c:sink.utils.counter --params=hide-zero=true 2> /dev/null";
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start babeltrace2");
  std::uint64_t events = 0;
  char line[256];
  while (std::fgets(line, sizeof line, pipe) != nullptr) {
    if (std::string(line).find(" Event message") != std::string::npos) {
      events = std::strtoull(line, nullptr, 10);
    }
  }
  ::pclose(pipe);
  return events;
}

double read_events_per_second(const Args& args) {
  const auto events = static_cast<std::uint64_t>(args.integer("events"));
  const std::int64_t start = now_ns();
  const std::uint64_t counted = count_by_babeltrace(args.text("dir"));
  const auto took = static_cast<double>(now_ns() - start);
  if (counted != events) {
    throw std::runtime_error("of " + std::to_string(events) + " events babeltrace2 counted " +
                             std::to_string(counted) +
                             ". Is it installed (tools/packages.txt has it under [test])?");
  }
  return static_cast<double>(events) * 1e9 / took;
}

void read(const Args& args) {
  pin_this_thread(args.integers("cpus"));
  Conductor conductor;
  Findings findings = conduct(conductor, Session{});
  const double rate = read_events_per_second(args);
  findings.numbers["events_per_s"] = rate;
  findings.numbers["seconds"] = static_cast<double>(args.integer("events")) / rate;
  struct rusage usage{};  // of babeltrace2, which has ended
  if (::getrusage(RUSAGE_CHILDREN, &usage) == 0) {
    findings.numbers["memory_mb"] = static_cast<double>(usage.ru_maxrss) / 1e3;
  }
  conductor.finish(findings);
}

void run(const Args& args, char** words) {
  if (args.text("mode") == "read") return read(args);
  if (!kHasLttng) {
    throw std::runtime_error(
        "this was built without LTTng-UST, the yardstick. Install liblttng-ust-dev and lttng-tools "
        "(tools/packages.txt has them under [test]) and build again.");
  }
  const bool on = args.text("mode") == "on";
  if (on) start_with_session(words);
  pin_this_thread(args.integers("cpus"));
  Conductor conductor;
  Findings findings = conduct(conductor, Session{});
  findings.numbers["event_ns"] = burst_ns(kTraceBursts, kTraceEvents, kTracePause, [](int number) {
    lttng_callback_start(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(number)),
                         number);
  });
  if (on) end_session();
  conductor.finish(findings);
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [argv](int count, char** words) { run(Args(count, words), argv); });
}
