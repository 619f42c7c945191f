// Two hosts and a wire that is slow and drops frames, after a published measurement.
#include <cmath>
#include <utility>

#include "bench/common/payload.h"
#include "bench/runner/benches.h"
#include "bench/runner/load.h"
#include "bench/runner/lossy.h"

namespace ranvier::bench {
namespace {

using Words = std::vector<std::string>;

constexpr int kMegabits = 100;
constexpr int kPublisher = 0, kSubscriber = 1;  // hosts

/// The QoS of a row of the published table, by its letter.
struct Policy {
  char letter;
  const char* qos;
  const char* history;
  const char* durability;
  bool reliable() const { return letter >= 'c'; }
};
constexpr Policy kPolicies[] = {{'a', "best-effort", "keep-last", "volatile"},
                                {'b', "best-effort", "keep-all", "transient-local"},
                                {'c', "reliable", "keep-last", "volatile"},
                                {'d', "reliable", "keep-all", "transient-local"}};

const char* kPlacement =
    "free cores; two processes in network namespaces of their own, veth and a bridge between, 100 "
    "Mb/s each way (tbf); both over DDS, ours: an executor thread per process, raw: a thread and a "
    "waitset; frames with UDP are dropped where they come to the subscriber, from the window on, "
    "fragments of datagrams like others";

std::string percent(double share) { return std::to_string(std::lround(100 * share)) + "%"; }

Plan pair_of(const std::string& program, const Words& words, double seconds) {
  Plan plan;
  plan.seconds = seconds;
  for (const bool publishes : {false, true}) {
    Role role{program, words, publishes};
    role.words.push_back(publishes ? "role=pub" : "role=sub");
    role.host = publishes ? kPublisher : kSubscriber;
    plan.roles.push_back(role);
  }
  return plan;
}

// The wire is new for each run.
std::function<RunResult()> over_wire(const Plan& pair, double share, const LoadKind& kind = {}) {
  return [pair, share, kind] {
    Network network(2);
    network.limit(kMegabits);
    const Load load(kind, network);
    Plan plan = pair;
    plan.network = &network;
    plan.before_window = [&] { network.drop(kSubscriber, share); };
    plan.after_window = [&](Outcome& out) {
      load.expect_alive();
      const Frames frames = network.frames(kSubscriber);
      out["frames"] = frames.came;
      out["frames_dropped"] = frames.dropped;
    };
    return run_plan(plan);
  };
}

Case links_case(const std::string& name, Quantity quantity) {
  Case result;
  result.name = "links/" + name;
  result.placement = kPlacement;
  result.quantity = std::move(quantity);
  result.loss_is_overload = false;
  return result;
}

// A case on hosts, or the reason why there can be none.
Case if_possible(Case which) {
  const std::string why = Network::refusal();
  return why.empty() ? which : refused(std::move(which), why);
}

// ---- how long a message is under way ----

Case latency_case(std::size_t size, int rate, double seconds, const LoadKind& load = {}) {
  const std::string beside = name_of(load);
  Case result = links_case("latency/" + size_name(size) + "/" + std::to_string(rate) + "Hz" +
                               (beside.empty() ? "" : "/" + beside),
                           {"p50", "p50_us", "us"});
  result.also = {{"mean", "mean_us", "us"}, {"p99", "p99_us", "us"}};
  for (const Quantity& quantity : delivery()) result.also.push_back(quantity);
  if (!beside.empty()) {
    result.placement += "; meanwhile " + in_words(load);
    result.also.push_back({"frames that came", "frames", "frames"});
    if (const std::string why = refusal_of(load); !why.empty()) return refused(result, why);
  }
  const Words words{"size=" + size_name(size), "rate=" + std::to_string(rate), "qos=best-effort",
                    "durability=volatile", "history=keep-last"};
  result.ours = over_wire(pair_of("bench_pingpong_ours", words, seconds), 0, load);
  result.raw = over_wire(pair_of("bench_pingpong_raw", words, seconds), 0, load);
  return if_possible(std::move(result));
}

// ---- what is lost ----

// How many frames a message has is what came by the messages that were sent.
RunResult with_arithmetic(RunResult run, double share) {
  Outcome& out = run.quantities;
  const double sent = out["sent"];
  out["frames_per_message"] = sent > 0 ? std::round(out["frames"] / sent) : 0;
  const Range range =
      lost_by_chance(static_cast<int>(sent), static_cast<int>(out["frames_per_message"]), share);
  out["expected_lost"] = range.expected;
  out["expected_lost_low"] = range.low;
  out["expected_lost_high"] = range.high;
  out["beyond"] = out["lost"] < range.low || out["lost"] > range.high ? 1 : 0;
  return run;
}

std::function<RunResult()> lossy(const std::string& program, const Words& words, double share,
                                 bool by_chance, double seconds) {
  const auto run = over_wire(pair_of(program, words, seconds), share);
  return [=] { return by_chance ? with_arithmetic(run(), share) : run(); };
}

Words words_of(const Policy& policy, std::size_t size, int rate, int depth = 10) {
  return {"size=" + size_name(size),
          "rate=" + std::to_string(rate),
          std::string("qos=") + policy.qos,
          std::string("history=") + policy.history,
          "depth=" + std::to_string(depth),
          std::string("durability=") + policy.durability,
          "bound=1000"};
}

Case loss_case(const Policy& policy, std::size_t size, int rate, double share, double seconds) {
  Case result = links_case(std::string("loss/") + policy.letter + "/" + size_name(size) + "/" +
                               std::to_string(rate) + "Hz/" + percent(share),
                           {"lost", "lost", "messages"});
  const Words words = words_of(policy, size, rate);
  result.fails_above_zero = policy.letter == 'd';
  result.also = {{"sent", "expected", "messages", true}, {"p50", "p50_us", "us"}};
  if (!policy.reliable()) {
    Quantity expected{"lost, by arithmetic", "expected_lost", "messages"};
    expected.bounded = true;
    result.also.push_back(expected);
    result.also.push_back({"beyond the 95 %", "beyond", "runs"});
    result.also.push_back({"frames a message", "frames_per_message", ""});
  }
  result.also.push_back({"frames dropped", "frames_dropped", "frames"});
  const bool by_chance = !policy.reliable();
  result.ours = lossy("bench_pingpong_ours", words, share, by_chance, seconds);
  result.raw = lossy("bench_pingpong_raw", words, share, by_chance, seconds);
  return if_possible(std::move(result));
}

// ---- what is lost in the long run, beside a load ----

struct LongTest {
  const char* name;
  const Policy& policy;
  int depth;  ///< of keep last
};
constexpr LongTest kLongTests[] = {
    {"d", kPolicies[3], 10}, {"c-10", kPolicies[2], 10}, {"c-1000", kPolicies[2], 1000}};
constexpr LoadKind kLongLoad{4, true};

Case long_case(const LongTest& test, double seconds) {
  Case result =
      links_case(std::string("long/") + test.name, {"lost share", "lost_percent", "percent"});
  result.placement += "; 100 KB at 10 Hz; meanwhile " + in_words(kLongLoad);
  result.also = {{"lost", "lost", "messages"},
                 {"sent", "expected", "messages", true},
                 {"p50", "p50_us", "us"}};
  result.fails_above_zero = test.policy.letter == 'd';
  if (const std::string why = refusal_of(kLongLoad); !why.empty()) return refused(result, why);
  const Words words = words_of(test.policy, 100'000, 10, test.depth);
  const auto side = [&](const char* program) {
    const auto run = over_wire(pair_of(program, words, seconds), 0, kLongLoad);
    return [run] {
      RunResult done = run();
      Outcome& out = done.quantities;
      out["lost_percent"] = 100 * out["lost"] / out["expected"];
      return done;
    };
  };
  result.ours = side("bench_pingpong_ours");
  result.raw = side("bench_pingpong_raw");
  return if_possible(std::move(result));
}

// ---- how much comes over ----

Case goodput_case(std::size_t size, double share, double seconds) {
  Case result = links_case("goodput/" + size_name(size) + "/" + percent(share),
                           {"goodput", "goodput_MBps", "MB/s", true});
  result.also = {{"longest_gap", "longest_gap_ms", "ms"}};
  for (const Quantity& quantity : delivery()) result.also.push_back(quantity);
  result.also.push_back({"frames dropped", "frames_dropped", "frames"});
  result.also.push_back({"cpu", "cpu_percent", "% core"});
  const Words words{"size=" + size_name(size), "publisher=own-thread", "history=keep-all",
                    "bound=1000"};
  result.ours = over_wire(pair_of("bench_goodput_ours", words, seconds), share);
  result.raw = over_wire(pair_of("bench_goodput_raw", words, seconds), share);
  return if_possible(std::move(result));
}

void add_latencies(const Options& options, std::vector<Case>& to) {
  if (!options.all) return to.push_back(latency_case(128, 100, options.window(1)));
  for (const std::size_t size : {128u, 1'000u, 10'000u, 100'000u}) {
    for (const int rate : {1, 10, 20, 50, 80, 100})
      to.push_back(latency_case(size, rate, options.window(rate == 1 ? 10 : 3)));
  }
  for (const int rate : {1, 50, 100}) {
    for (const LoadKind& load : {LoadKind{4, false}, {0, true}, {4, true}, {40, true}, {80, true}})
      to.push_back(latency_case(128, rate, options.window(rate == 1 ? 10 : 3), load));
  }
}

void add_losses(const Options& options, std::vector<Case>& to) {
  const double seconds = options.window(options.all ? 5 : 2);
  if (!options.all) {
    to.push_back(loss_case(kPolicies[0], 10'000, 100, 0.05, seconds));
    return to.push_back(loss_case(kPolicies[3], 10'000, 100, 0.05, seconds));
  }
  for (const Policy& policy : kPolicies) {
    for (const auto& [size, rate] : {std::pair(1'000u, 100), {10'000u, 100}, {100'000u, 50}}) {
      for (const double share : {0.0, 0.01, 0.05, 0.15})
        to.push_back(loss_case(policy, size, rate, share, seconds));
    }
  }
}

void add_long_tests(const Options& options, std::vector<Case>& to) {
  if (!options.all) return;
  for (const LongTest& test : kLongTests) to.push_back(long_case(test, options.window(30)));
}

void add_goodputs(const Options& options, std::vector<Case>& to) {
  if (!options.all) {
    to.push_back(goodput_case(100'000, 0, options.window(2)));
    return to.push_back(goodput_case(100'000, 0.05, options.window(2)));
  }
  for (const std::size_t size : {1'000u, 10'000u, 100'000u, 1'000'000u}) {
    for (const double share : {0.0, 0.01, 0.05, 0.15})
      to.push_back(goodput_case(size, share, options.window(5)));
  }
}

}  // namespace

std::vector<Case> links_cases(const Options& options) {
  std::vector<Case> cases;
  add_latencies(options, cases);
  add_losses(options, cases);
  add_long_tests(options, cases);
  add_goodputs(options, cases);
  return cases;
}

}  // namespace ranvier::bench
