#include "bench/runner/faults.h"

#include <algorithm>
#include <exception>
#include <iomanip>
#include <memory>
#include <optional>
#include <random>

#include "bench/common/clock.h"
#include "bench/common/placement.h"
#include "bench/common/stats.h"
#include "bench/runner/segments.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

// Far beyond any wait that is meant: the longest is DDS's lease of a dead peer, 10 s.
constexpr double kHang = 60;
constexpr std::uint64_t kSurvivor = 0;  // its messages' publisher; those of round i say i + 1
// Messages on each topic: more than a keep-all pair may have waiting, so that who
// waits for the dead is seen to.
constexpr int kPace = 1200;

std::string await(std::uint64_t publisher, std::size_t messages) {
  return "await " + std::to_string(publisher) + " " + std::to_string(messages);
}

/// All rounds under way.
class Rounds final {
 public:
  Rounds(unsigned seed, const std::function<void(const std::string&)>& progress)
      : random_(seed), progress_(progress) {
    found_.seed = seed;
  }

  Faults run(int rounds) {
    for (int i = 0; i < rounds; ++i) {
      progress_("faults  " + std::to_string(i + 1) + "/" + std::to_string(rounds));
      ++found_.rounds;
      guarded([&] { round(static_cast<std::uint64_t>(i) + 1); });
    }
    const auto last = static_cast<std::uint64_t>(rounds) + 1;
    guarded([&] { meet(true, last); });
    guarded([&] { meet(false, last + 1); });
    survivors_.reset();  // killed as well
    guarded([] {});      // and others start
    return std::move(found_);
  }

 private:
  struct Process {
    std::unique_ptr<Worker> worker;
    double wrong = 0;  // that it has told of
    double gaps = 0;
  };
  struct Survivors {
    Environment environment = loopback_environment();
    Process publisher;
    Process subscriber;
  };

  // Whoever hangs, or has died of it, is not asked again: new survivors take over.
  template <class Body>
  void guarded(Body body) {
    try {
      if (!survivors_) begin();
      body();
    } catch (const std::exception& error) {
      ++found_.hangs;
      found_.lines.push_back("round " + std::to_string(found_.rounds) + ": " + error.what());
      survivors_.reset();
    }
  }

  void begin() {
    const std::set<std::string> before = dead_segments();
    survivors_.emplace();
    survivors_->publisher = start(true, kSurvivor);
    survivors_->subscriber = start(false, kSurvivor);
    survivors_->publisher.worker->expect("ready", kHang);
    survivors_->subscriber.worker->expect("ready", kHang);
    look_for(before);
    go_on();
  }

  Process start(bool publishes, std::uint64_t id) {
    auto worker = std::make_unique<Worker>(
        program_folder() + "/bench_faults_ours",
        std::vector<std::string>{publishes ? "role=pub" : "role=sub", "id=" + std::to_string(id),
                                 "seed=" + std::to_string(random_())},
        survivors_->environment);
    worker->send("go");
    return {std::move(worker)};
  }

  /// A process has started since; of what there was of the dead, nothing may be left.
  void look_for(const std::set<std::string>& before) {
    const std::set<std::string> after = dead_segments();
    found_.segments_found += static_cast<double>(before.size());
    for (const std::string& name : before) found_.leaked_segments += after.count(name) != 0 ? 1 : 0;
  }

  /// A fresh partner that has exchanged messages with the survivor of the other kind.
  Process meet(bool publishes, std::uint64_t id) {
    const std::set<std::string> before = dead_segments();
    Process fresh = start(publishes, id);
    fresh.worker->expect("ready", kHang);
    look_for(before);
    const std::size_t messages = 1 + below(100);
    publishes ? ask(survivors_->subscriber, id, messages) : ask(fresh, kSurvivor, messages);
    return fresh;
  }

  void round(std::uint64_t id) {
    const bool publishes = below(2) == 0;
    Process victim;
    if (below(4) == 0) {
      ++found_.killed_at_start;
      victim = start(publishes, id);
      sleep_us(below(400'000));
    } else {
      victim = meet(publishes, id);
      sleep_us(below(20'000));
    }
    victim.worker.reset();  // kill -9
    go_on();
  }

  void go_on() {
    ask(survivors_->publisher, kSurvivor, kPace);
    found_.paces_us.push_back(ask(survivors_->subscriber, kSurvivor, kPace));
  }

  /// Waits for so many more messages, and adds what it found since it was asked
  /// last. @return how long it took, in us.
  double ask(Process& process, std::uint64_t publisher, std::size_t messages) {
    process.worker->send(await(publisher, messages));
    Findings findings = process.worker->findings(kHang);
    auto& numbers = findings.numbers;
    found_.wrong_bytes += numbers["wrong"] - std::exchange(process.wrong, numbers["wrong"]);
    found_.gaps += numbers["gaps"] - std::exchange(process.gaps, numbers["gaps"]);
    return numbers["us"];
  }

  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }
  static void sleep_us(std::size_t us) {
    sleep_until_ns(now_ns() + static_cast<std::int64_t>(us) * 1000);
  }

  std::mt19937 random_;
  const std::function<void(const std::string&)>& progress_;
  Faults found_;
  std::optional<Survivors> survivors_;
};

struct Count {
  const char* name;
  const char* unit;
  double Faults::* of;
};

constexpr Count kCounts[] = {
    {"faults/kill9/hangs", "hangs", &Faults::hangs},
    {"faults/kill9/wrong-bytes", "messages", &Faults::wrong_bytes},
    {"faults/kill9/leaked-segments", "files", &Faults::leaked_segments},
};

std::vector<Count> chosen(const std::vector<std::string>& names) {
  std::vector<Count> counts;
  for (const Count& count : kCounts) {
    if (std::find(names.begin(), names.end(), count.name) != names.end()) counts.push_back(count);
  }
  return counts;
}

// A fifth of the rounds, so that one slow round does not decide.
double pace_us(const Faults& faults, bool at_the_end) {
  const std::size_t some = std::max<std::size_t>(1, faults.paces_us.size() / 5);
  if (faults.paces_us.size() < some) return 0;
  const auto length = static_cast<std::ptrdiff_t>(some);
  const auto from = at_the_end ? faults.paces_us.end() - length : faults.paces_us.begin();
  return median({from, from + length});
}

}  // namespace

Faults run_faults(unsigned seed, int rounds,
                  const std::function<void(const std::string&)>& progress) {
  return Rounds(seed, progress).run(rounds);
}

std::vector<std::string> fault_names() {
  std::vector<std::string> names;
  for (const Count& count : kCounts) names.push_back(count.name);
  return names;
}

void print_faults(std::ostream& out, const Faults& faults, const std::vector<std::string>& names) {
  for (const Count& count : chosen(names)) {
    out << std::left << std::setw(34) << count.name << std::right << std::setw(8)
        << faults.*count.of << "  " << count.unit << "\n";
  }
  out << "# " << faults.rounds << " processes killed, " << faults.killed_at_start
      << " of them at their start; seed " << faults.seed << "; " << faults.segments_found
      << " files of the dead were there to remove; " << faults.gaps << " gaps\n"
      << "# survivors, for " << kPace << " messages: " << pace_us(faults, false)
      << " us in the first rounds, " << pace_us(faults, true) << " us in the last, "
      << quantile(faults.paces_us, 1) << " us at the longest\n";
  for (const std::string& line : faults.lines) out << "  HANG: " << line << "\n";
}

nlohmann::ordered_json faults_json(const Faults& faults, const std::vector<std::string>& names) {
  nlohmann::ordered_json json;
  json["bench"] = "faults";
  for (const auto& [key, value] : machine_facts()) json["machine"][key] = value;
  json["seed"] = faults.seed;
  json["rounds"] = faults.rounds;
  json["killed_at_start"] = faults.killed_at_start;
  json["segments_found"] = faults.segments_found;
  json["gaps"] = faults.gaps;
  json["pace_us"] = {{"first_rounds", pace_us(faults, false)},
                     {"last_rounds", pace_us(faults, true)},
                     {"longest", quantile(faults.paces_us, 1)}};
  json["cases"] = nlohmann::ordered_json::array();
  for (const Count& count : chosen(names)) {
    json["cases"].push_back({{"name", count.name},
                             {"unit", count.unit},
                             {"better", "lower"},
                             {"ours", faults.*count.of},
                             {"raw", nullptr},
                             {"samples", faults.rounds}});
  }
  if (!faults.lines.empty()) json["lines"] = faults.lines;
  return json;
}

}  // namespace ranvier::bench
