// What DDS Security costs a message and a start, under two governances.
#include <optional>

#include "bench/common/payload.h"
#include "bench/runner/benches.h"
#include "bench/runner/keys.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

using Protected = std::optional<Protection>;  // none: security is off

struct Traffic {
  std::size_t size;
  int rate;
  double window_s;  // at least 1,000 messages in six runs
};
constexpr Traffic kTraffic[] = {{64, 1000, 0.5}, {16'000, 1000, 0.5}, {256'000, 100, 1.8}};
constexpr Traffic kLarge = kTraffic[2];

struct Governance {
  const char* name;
  Protected protection;
};
constexpr Governance kGovernances[] = {
    {"sros2", Protection::kSros2}, {"data-only", Protection::kData}, {"off", {}}};

// What both sides' Cyclone is told beside what every run tells it.
struct Sizes {
  int message = 0, fragment = 0;  // 0: as each side has it by default

  std::string xml() const {
    if (message == 0) return "";
    return ",<CycloneDDS><Domain><General><MaxMessageSize>" + std::to_string(message) +
           " B</MaxMessageSize><FragmentSize>" + std::to_string(fragment) +
           " B</FragmentSize></General></Domain></CycloneDDS>";
  }
};

constexpr Sizes kSizes[] = {{14'720, 1'344}, {14'720, 14'000}, {32'000, 31'000}, {65'500, 63'000}};

// Each run has keys of its own: they are for its domain.
std::function<RunResult()> secured(Plan plan, Protected protection, Sizes sizes = {}) {
  if (!protection) return runs(std::move(plan));
  return [plan = std::move(plan), protection = *protection, sizes] {
    Environment network = loopback_environment();
    network["CYCLONEDDS_URI"] += sizes.xml();
    const Keys keys(protection, std::move(network));
    Plan with_keys = plan;
    with_keys.environment.insert(keys.environment().begin(), keys.environment().end());
    return run_plan(with_keys);
  };
}

Plan latency_plan(const std::string& side, const Traffic& traffic, double seconds) {
  Plan plan;
  plan.seconds = seconds;
  for (const std::string part : {"sub", "pub"}) {
    plan.roles.push_back(
        {"bench_pingpong_" + side,
         {"size=" + size_name(traffic.size), "rate=" + std::to_string(traffic.rate), "qos=reliable",
          "role=" + part, part == "sub" ? "cpus=1" : "cpus=0"},
         part == "pub"});
  }
  return plan;
}

void compare_with_plain(Case& to, Plan ours) {
  to.second = runs(std::move(ours));
  to.second_name = "plain";
}

Case latency_case(const std::string& name, const Traffic& traffic) {
  Case result;
  result.name = "security/" + name;
  result.placement =
      std::string(
          "publisher on core 0, subscriber on core 1 with all of their process; one thread "
          "per process, and Cyclone's own; ") +
      carrier_name(carrier_of(traffic.size));
  result.quantity = {"p50", "p50_us", "us"};
  result.also = {{"p99", "p99_us", "us"}, {"cpu_per_message", "cpu_us_per_message", "us"}};
  for (const Quantity& quantity : delivery()) result.also.push_back(quantity);
  for (const Quantity& quantity : cpu_and_memory()) result.also.push_back(quantity);
  return result;
}

Case governance_case(const Governance& governance, const Traffic& traffic, const Options& options) {
  Case result = latency_case(std::string(governance.name) + "/" + size_name(traffic.size), traffic);
  const double seconds = options.window(traffic.window_s);
  const Plan ours = latency_plan("ours", traffic, seconds);
  result.ours = secured(ours, governance.protection);
  result.raw = secured(latency_plan("raw", traffic, seconds), governance.protection);
  if (governance.protection) compare_with_plain(result, ours);
  return result;
}

// Each fragment is sealed by itself: few large ones are fewer calls, and the reader begins later.
Case fragment_case(const Sizes& sizes, const Options& options) {
  Case result = latency_case("fragments/" + std::to_string(sizes.fragment), kLarge);
  const double seconds = options.window(kLarge.window_s);
  const Plan ours = latency_plan("ours", kLarge, seconds);
  result.ours = secured(ours, Protection::kSros2, sizes);
  result.raw = secured(latency_plan("raw", kLarge, seconds), Protection::kSros2, sizes);
  compare_with_plain(result, ours);
  return result;
}

Case start_case() {
  Case result;
  result.name = "security/start";
  result.placement =
      "free cores; one process, from exec to the end of its first publish, one default node";
  result.quantity = {"first_publish", "first_publish_ms", "ms"};
  result.ours = secured(start_plan("ours"), Protection::kSros2);
  result.raw = secured(start_plan("raw"), Protection::kSros2);
  compare_with_plain(result, start_plan("ours"));
  return result;
}

}  // namespace

std::vector<Case> security_cases(const Options& options) {
  std::vector<Case> cases;
  for (const Governance& governance : kGovernances) {
    for (const Traffic& traffic : kTraffic) {
      const bool core = governance.protection && (governance.protection == Protection::kSros2 ||
                                                  traffic.size == kLarge.size);
      if (options.all || core) cases.push_back(governance_case(governance, traffic, options));
    }
  }
  for (const Sizes& sizes : kSizes) {
    if (options.all) cases.push_back(fragment_case(sizes, options));
  }
  cases.push_back(start_case());
  return cases;
}

}  // namespace ranvier::bench
