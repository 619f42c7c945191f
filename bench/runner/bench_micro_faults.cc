// micro/faults: boards whose agent, power, cable or key is taken from them.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bench/runner/micro.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

struct Fault {
  const char* name;
  const char* what;
  int longest_ms;
};
constexpr std::array<Fault, 4> kFaults = {{
    {"agent", "the agent is killed (SIGKILL) and started again up to 3 s later", 3'000},
    {"board", "the board is reset without a goodbye, and starts up to 3 s later, from another port",
     3'000},
    {"cable", "the link carries nothing for 1 s to 2 min", 120'000},
    {"key", "another board with the same key and name comes, and vanishes up to 3 s later", 3'000},
}};
constexpr int kRounds = 200;
constexpr int kLanes = 20;

Case fault_case(const Fault& fault, int rounds, int most_ms) {
  Case bad;
  bad.name = std::string("micro/faults/") + fault.name;
  bad.placement =
      std::string("ours: ") + fault.what +
      "; boards on POSIX, each with an agent of its own over UDP on loopback, write 50 numbers a "
      "second, which a node in C++ sends back; all reliable; bad: a round in which no number that "
      "was written after the cure came back within 2 s of it, or in which the node did not see the "
      "board and each of its endpoints exactly once 11 s after it, a second more than DDS's lease";
  bad.quantity = {"bad", "bad", "rounds"};
  bad.fails_above_zero = true;
  bad.repeats = 1;
  bad.also = {{"rounds", "rounds", ""},
              {"late", "late", ""},
              {"ghost nodes", "ghosts", ""},
              {"endpoints twice", "twice", ""},
              {"missing", "missing", ""},
              {"back", "back_p50_ms", "ms"},
              {"back, longest", "back_max_ms", "ms"}};
  bad.ours =
      micro_worker("bench_micro_faults_ours",
                   std::string("fault=") + fault.name + " rounds=" + std::to_string(rounds) +
                       " lanes=" + std::to_string(std::min(rounds, kLanes)) +
                       " seed=1 longest_ms=" + std::to_string(std::min(fault.longest_ms, most_ms)));
  return bad;
}

}  // namespace

void add_micro_faults(const Options& options, std::vector<Case>& to) {
  if (!options.all) return;
  const bool given = options.seconds > 0;  // a round for each, and no fault is longer
  const int seconds = std::max(1, static_cast<int>(std::lround(options.seconds)));
  const int most_ms = given ? seconds * 1000 : std::numeric_limits<int>::max();
  for (const Fault& fault : kFaults) {
    to.push_back(fault_case(fault, given ? seconds : kRounds, most_ms));
  }
}

}  // namespace ranvier::bench
