#include <memory>
#include <sstream>

#include "bench/common/placement.h"
#include "bench/runner/policies.h"
#include "bench/runner/twin.h"

namespace ranvier::bench {
namespace {

struct Kind {
  const char* name;
  const char* executor;
  const char* fifo;  ///< of the measured groups' threads in the file; null for none
  const char* words;
};

constexpr Kind kKinds[] = {
    {"single", "single", nullptr, "all on one SingleThreadedExecutor"},
    {"isolated", "callback_isolated", "policy: SCHED_OTHER", "a CallbackIsolatedExecutor"},
    {"isolated-fifo", "callback_isolated", "policy: SCHED_FIFO, priority: 50",
     "a CallbackIsolatedExecutor, the measured groups under SCHED_FIFO by a "
     "file"},
};

// Each group on its core: the measured ones on the last, a load on each.
std::string threads_of(const std::string& policy) {
  std::ostringstream file;
  file << "callback_groups:\n";
  const int last = core_count() - 1;
  for (int i = 0; i < 4; ++i) {
    file << "  - {id: \"/measured_" << i << "@Timer(10000000)\", affinity: [" << last << "], "
         << policy << "}\n";
  }
  for (int i = 0; i <= last; ++i) {
    file << "  - {id: \"/load_" << i << "@Timer(5000000)\", affinity: [" << i
         << "], policy: SCHED_OTHER}\n";
  }
  return file.str();
}

// What the raw threads of the same run found.
RunResult raw_of(RunResult& ours) {
  Outcome& out = ours.quantities;
  RunResult raw;
  for (const char* key : {"p50_us", "p99_us", "p999_us", "max_us", "wakes", "realtime"})
    raw.quantities[key] = out[std::string("raw_") + key];
  return raw;
}

Case kind_case(const Kind& kind, const Options& options) {
  const std::string core = std::to_string(core_count() - 1);
  Plan plan{{{"bench_response_ours", {std::string("executor=") + kind.executor, "cpus=" + core}}},
            options.window(options.all ? 20 : 3)};
  std::shared_ptr<RunFile> file;
  if (kind.fifo != nullptr) {
    file = std::make_shared<RunFile>(threads_of(kind.fifo));
    plan.environment = {{"RANVIER_EXECUTOR_POLICY", file->path()}};
  } else {
    plan.roles[0].words.push_back("all_cpus=" + core);
  }
  const auto twin = std::make_shared<Twin>(plan, raw_of);
  Case result;
  result.name = std::string("policies/response/") + kind.name;
  result.placement = std::string(
                         "callbacks of 10 ms timers beside one for each core that "
                         "computes all the time; ours: ") +
                     kind.words +
                     "; raw: threads under SCHED_FIFO if the user may, which sleep by futex "
                     "in the same "
                     "process and run; measured ones on core " +
                     core;
  result.quantity = {"late p99.9", "p999_us", "us"};
  result.also = {{"late p50", "p50_us", "us"},
                 {"late p99", "p99_us", "us"},
                 {"late at most", "max_us", "us"},
                 {"calls", "wakes", "calls", true},
                 {"under SCHED_FIFO", "realtime", "threads", true}};
  result.ours = [twin, file] { return twin->first(); };
  result.raw = [twin] { return twin->second(); };
  result.repeats = options.all ? 0 : 3;
  result.tells = true;
  return result;
}

}  // namespace

std::vector<Case> policies_response_cases(const Options& options) {
  std::vector<Case> cases;
  for (const Kind& kind : kKinds) cases.push_back(kind_case(kind, options));
  return cases;
}

}  // namespace ranvier::bench
