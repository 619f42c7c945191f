#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "bench/common/clock.h"
#include "bench/runner/bench_command.h"
#include "bench/runner/python_side.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

using Words = std::vector<std::string>;

constexpr double kPatience = 60;
constexpr double kMostPercent = 1;  // of the true rate

// The process that is measured and its publisher, which is not.
class Pair {
 public:
  Pair(const Words& measured, const std::string& size, int rate)
      : environment_(with_python()),
        publisher_(program_folder() + "/bench_command_ours",
                   {"role=pub", "size=" + size, "rate=" + std::to_string(rate)}, environment_),
        measured_(measured.front(), Words(measured.begin() + 1, measured.end()), environment_) {}

  Worker& publisher() { return publisher_; }
  Worker& measured() { return measured_; }

 private:
  static Environment with_python() {
    Environment environment = loopback_environment();
    environment.merge(python_environment());
    return environment;
  }
  const Environment environment_;
  Worker publisher_;
  Worker measured_;
};

void begin(Worker& worker) {
  worker.send("go");
  worker.expect("going", kPatience);
}

// Both have been ready; gives what the measured one took, and what the publisher tells.
RunResult measure_window(Pair& pair, double seconds) {
  RunResult result;
  begin(pair.publisher());
  const std::int64_t cpu = pair.measured().cpu_ns(), wall = now_ns();
  sleep_until_ns(wall + static_cast<std::int64_t>(seconds * 1e9));
  const auto used = static_cast<double>(pair.measured().cpu_ns() - cpu);
  result.quantities["cpu_percent"] = 100 * used / static_cast<double>(now_ns() - wall);
  result.quantities["pss_kb"] = memory_of(pair.measured().pid()).pss;
  return result;
}

// When each message was published, in seconds.
std::vector<double> end_publisher(Pair& pair) {
  pair.publisher().send("stop 0");
  std::vector<double> times;
  for (const std::string& line : pair.publisher().findings(kPatience).lines) {
    times.push_back(std::strtod(line.c_str(), nullptr) / 1e9);
  }
  return times;
}

// What one report of hz says: the rate of the last so many messages.
struct Report {
  double rate = 0;
  std::size_t messages = 0;
};

std::string after(const std::string& line, const std::string& mark) {
  const auto at = line.find(mark);
  return at == std::string::npos ? "" : line.substr(at + mark.size());
}

Report next_report(Worker& hz) {
  Report report;
  for (;;) {
    const std::string line = hz.read_line(kPatience, "average rate");
    if (const std::string rate = after(line, "average rate: "); !rate.empty()) {
      report.rate = std::strtod(rate.c_str(), nullptr);
    } else if (const std::string count = after(line, "window: "); !count.empty()) {
      report.messages = std::strtoul(count.c_str(), nullptr, 10);
      return report;
    }
  }
}

// Of as many messages as the report is about: the same moments, if none was lost.
double true_rate(const std::vector<double>& times, std::size_t messages) {
  const std::size_t count = std::min(messages, times.size());
  return count < 2 ? 0 : static_cast<double>(count - 1) / (times[count - 1] - times[0]);
}

void judge(const Report& report, const std::vector<double>& times, RunResult& result) {
  const double truth = true_rate(times, report.messages);
  const double beside = 100 * std::fabs(report.rate / truth - 1);
  result.quantities["true_rate"] = truth;
  result.quantities["printed_rate"] = report.rate;
  result.quantities["beside_percent"] = beside;
  if (beside <= kMostPercent) return;
  result.fault = "ros2 topic hz printed " + std::to_string(report.rate) +
                 ", and the publisher had " + std::to_string(truth) + " Hz";
}

RunResult hz(const std::string& size, int rate, double seconds) {
  Pair pair(ros2({"topic", "hz", "/bench/counted"}), size, rate);
  pair.publisher().expect("ready", kPatience);
  (void)next_report(pair.measured());
  RunResult result = measure_window(pair, seconds);
  // A report for each second that the window was open: the last of them.
  Report report;
  const int reports = std::max(1, static_cast<int>(seconds));
  for (int i = 0; i < reports; ++i) report = next_report(pair.measured());
  judge(report, end_publisher(pair), result);
  return result;
}

RunResult counter(const std::string& size, int rate, double seconds) {
  Pair pair({program_folder() + "/bench_command_ours", "role=count", "size=" + size}, size, rate);
  pair.publisher().expect("ready", kPatience);
  pair.measured().expect("ready", kPatience);
  begin(pair.measured());
  RunResult result = measure_window(pair, seconds);
  (void)end_publisher(pair);
  return result;
}

}  // namespace

Case hz_case(const std::string& size, int rate, double seconds) {
  Case result;
  result.name = "command/hz-" + size;
  result.placement =
      "free cores; a publisher's process beside, which is not counted; ours: ros2 topic hz; raw: a "
      "subscriber of rclcpp that counts bytes. A printed rate more than 1 % beside the publisher's "
      "fails the case";
  result.quantity = {"cpu", "cpu_percent", "% core"};
  result.also = {{"true rate", "true_rate", "Hz"},
                 {"printed rate", "printed_rate", "Hz"},
                 {"printed beside true", "beside_percent", "%"},
                 {"pss", "pss_kb", "kB"}};
  result.ours = [=] { return hz(size, rate, seconds); };
  result.raw = [=] { return counter(size, rate, seconds); };
  return result;
}

}  // namespace ranvier::bench
