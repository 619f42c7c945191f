// What a message through shared memory costs that several processes read.
#include "bench/runner/benches.h"
#include "bench/runner/fan.h"

namespace ranvier::bench {
namespace {

constexpr double kSettle = 1.0;  // discovery of 17 participants goes on for a while

constexpr const char* kPlacement =
    "publisher on core 0, all subscribers on core 1, with all of their process; a loan of 1 KB at "
    "500 Hz; ours: one executor thread per process, and that of the route; raw: one thread per "
    "process, a futex word for each reader in memory that all map; raw_one_word: one word for all";

std::string processes(int readers) {
  return std::to_string(readers) + (readers == 1 ? "-process" : "-processes");
}

Role role(const std::string& program, int readers, const std::string& words, bool publishes) {
  return {program,
          {publishes ? "role=pub" : "role=sub", "fan=" + std::to_string(readers), "type=fixed",
           "size=1KB", "rate=500", "qos=reliable", "shm=1", "way=loan", "words=" + words,
           publishes ? "cpus=0" : "cpus=1"},
          publishes};
}

std::function<RunResult()> side(const std::string& program, int readers, double seconds,
                                const std::string& words = "each") {
  Plan plan{{}, seconds, kSettle};
  plan.roles.assign(static_cast<std::size_t>(readers), role(program, readers, words, false));
  plan.roles.push_back(role(program, readers, words, true));
  return [plan, readers] {
    RunResult result = run_plan(plan);
    join_arrivals(result, static_cast<std::size_t>(readers));
    return result;
  };
}

const Quantity kCpu{"cpu_per_delivery", "cpu_us_per_delivery", "us"};

Case fanout_case(int readers, double seconds) {
  Case result;
  result.name = "fanout/shm/" + processes(readers);
  result.placement = kPlacement;
  result.quantity = {"median", "median_us", "us"};
  result.also = {{"last", "last_us", "us"}, kCpu};
  for (const Quantity& quantity : delivery()) result.also.push_back(quantity);
  for (const Quantity& quantity : cpu_and_memory()) result.also.push_back(quantity);
  result.ours = side("bench_pingpong_ours", readers, seconds);
  result.raw = side("bench_handout_raw", readers, seconds);
  result.second = side("bench_handout_raw", readers, seconds, "one");
  result.second_name = "raw_one_word";
  return result;
}

// Whether a delivery costs as much if there are more: ours beside ours.
Case flat_case(int readers, double seconds) {
  Case result;
  result.name = "fanout/shm/" + processes(readers) + "/cpu-per-delivery";
  result.placement = std::string(kPlacement) +
                     "; here raw is the same program of ours with one "
                     "subscriber";
  result.quantity = kCpu;
  result.also = delivery();
  result.ours = side("bench_pingpong_ours", readers, seconds);
  result.raw = side("bench_pingpong_ours", 1, seconds);
  return result;
}

}  // namespace

std::vector<Case> shm_fanout_cases(const Options& options) {
  const double seconds = options.window(1);
  if (!options.all) return {fanout_case(4, seconds)};
  std::vector<Case> cases;
  for (const int readers : {1, 4, 16}) cases.push_back(fanout_case(readers, seconds));
  for (const int readers : {4, 16}) cases.push_back(flat_case(readers, seconds));
  return cases;
}

}  // namespace ranvier::bench
