// The yardstick of a trace event: one of LTTng-UST, with the contexts vpid, vtid
// and procname that ours has.
//
// mode=on: a session of LTTng's own daemon records it; mode=off: nobody does. The
// daemon is started, and ended again, where none runs.
#include <unistd.h>

#include <cstdint>
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
  throw std::runtime_error("'lttng " + command + "' failed. Is lttng-tools installed, and may "
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
  if (ready[0] == '-') static_cast<void>(!std::system("kill $(cat /var/run/lttng/lttng-sessiond.pid)"));
}

void run(const Args& args, char** words) {
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
    lttng_callback_start(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(number)), number);
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
