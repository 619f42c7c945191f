// micro/sweep: Tables 21 and 22 of seed 004, measured again on this machine.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bench/runner/micro.h"

namespace ranvier::bench {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// A line of a table of the seed: milliseconds of half a round trip.
struct SeedRow {
  int hz;
  std::array<double, 2> two_boards;  ///< Table 21: 128 B, 1 kB
  std::array<double, 2> with_ros;    ///< Table 22
};
constexpr std::array<SeedRow, 11> kSeed = {{
    {1, {98.9291, 93.8286}, {57.4462, 57.7712}},
    {10, {54.7569, 58.2077}, {39.6250, 39.3910}},
    {20, {8.9453, 11.1048}, {14.7161, 13.0650}},
    {30, {7.1450, 6.8956}, {10.0853, 10.4805}},
    {40, {7.3405, 7.6009}, {9.0237, 9.8351}},
    {50, {7.0414, 6.7217}, {8.7823, 10.3747}},
    {60, {6.1199, 12.9322}, {8.5088, 8.4702}},
    {70, {4.7858, kNone}, {6.9295, 6.2244}},
    {80, {2.5704, kNone}, {6.4928, 5.1717}},
    {90, {2.7141, kNone}, {5.8855, 4.1514}},
    {100, {2.8689, kNone}, {4.8725, 5.4359}},
}};

struct Size {
  const char* name;
  int bytes;
};
constexpr std::array<Size, 2> kSizes = {{{"128B", 128}, {"1kB", 1024}}};

std::function<RunResult()> says(const std::string& quantity, double number) {
  return [=] {
    RunResult result;
    result.quantities[quantity] = number;
    return result;
  };
}

std::string placement(const std::string& link, bool cpp) {
  const std::string sender = cpp ? "a node in C++" : "a client on POSIX";
  return "ours: " + sender + " sends, best effort, and a client in another process sends back, " +
         "through the agent over " + (link == "serial" ? "pseudo terminals" : "UDP on loopback") +
         "; half of the round trip, mean as in the seed; raw: the seed's column, " +
         (cpp ? "a Jetson Nano and an ESP32 (Table 22)" : "two ESP32 (Table 21)") +
         " over Wi-Fi: other machines, no yardstick";
}

Case sweep_case(const std::string& link, bool cpp, std::size_t size, const SeedRow& row,
                double window_s) {
  Case sweep;
  const std::string peer = cpp ? "cpp" : "micro";
  sweep.name = "micro/sweep/" + link + "/micro-" + peer + "/" + kSizes[size].name + "/" +
               std::to_string(row.hz) + "Hz";
  sweep.placement = placement(link, cpp);
  sweep.quantity = {"latency", "mean_ms", "ms"};
  sweep.also = {
      {"p50", "p50_ms", "ms"}, {"p99", "p99_ms", "ms"}, {"sent", "sent", ""}, {"lost", "lost", ""}};
  const int count = std::max(10, static_cast<int>(std::lround(window_s * row.hz)));
  sweep.ours = micro_worker(
      "bench_micro_sweep_ours",
      "link=" + link + " peer=" + peer + " bytes=" + std::to_string(kSizes[size].bytes) +
          " hz=" + std::to_string(row.hz) + " count=" + std::to_string(count));
  sweep.raw = says("mean_ms", (cpp ? row.with_ros : row.two_boards)[size]);
  return sweep;
}

}  // namespace

void add_micro_sweep(const Options& options, std::vector<Case>& to) {
  for (const std::string link : {"serial", "udp"}) {
    for (const bool cpp : {true, false}) {
      for (std::size_t size = 0; size < kSizes.size(); ++size) {
        for (const SeedRow& row : kSeed) {
          const bool core = link == "serial" && row.hz % 50 == 0;
          if (!options.all && !core) continue;
          to.push_back(sweep_case(link, cpp, size, row, options.window(2)));
        }
      }
    }
  }
}

}  // namespace ranvier::bench
