// Whether loans can be trusted for a long time: counts, beside no yardstick.
#include <algorithm>

#include "bench/runner/benches.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

Role role(const std::string& rate, const std::string& size, bool publishes) {
  return {"bench_pingpong_ours",
          {publishes ? "role=pub" : "role=sub", "type=fixed", "size=" + size, "rate=" + rate,
           "qos=reliable", "history=keep-all", "shm=1", "way=loan"},
          publishes};
}

// A worker that fails ends the run: the other one can tell nothing then.
RunResult count_failures(const Plan& plan) {
  RunResult result;
  double crashes = 0;
  double dead_locks = 0;
  try {
    result = run_plan(plan);
  } catch (const WorkerFailure& failure) {
    ++(failure.ended ? crashes : dead_locks);
    result.lines = {failure.what()};
  }
  Outcome& found = result.quantities;
  found["losses"] = std::max(found["lost"], found["gaps"]);
  found["crashes"] = crashes;
  found["dead_locks"] = dead_locks;
  found["failures"] = crashes + dead_locks + found["losses"];
  return result;
}

Case loans_case(const std::string& name, const std::string& rate, const std::string& size,
                double seconds) {
  const Plan plan{{role(rate, size, false), role(rate, size, true)}, seconds};
  Case result;
  result.name = "loans/shm/" + name;
  result.placement =
      "free cores; two processes, reliable, keep all, an executor thread each; a "
      "loan of a fixed byte array is filled, and a byte of every page of it touched";
  result.quantity = {"failures", "failures", "count"};
  result.also = {{"crashes", "crashes", "processes"},
                 {"dead_locks", "dead_locks", "processes"},
                 {"losses", "losses", "messages"},
                 {"sent", "sent", "messages", true},
                 {"p50", "p50_us", "us"},
                 {"longest", "max_us", "us"}};
  for (const Quantity& quantity : cpu_and_memory()) result.also.push_back(quantity);
  result.ours = [plan] { return count_failures(plan); };
  result.fails_above_zero = true;
  return result;
}

}  // namespace

std::vector<Case> loans_cases(const Options& options) {
  const double seconds = options.window(5);
  return {loans_case("2kHz-1KB", "2000", "1KB", seconds),
          loans_case("30Hz-8MB", "30", "8MB", seconds)};
}

}  // namespace ranvier::bench
