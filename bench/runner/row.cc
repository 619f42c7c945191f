#include "bench/runner/row.h"

#include <cmath>
#include <sstream>
#include <stdexcept>

#include "bench/common/stats.h"
#include "bench/runner/fan.h"

namespace ranvier::bench {
namespace {

/// The times of the messages that are whole.
struct Times {
  std::vector<double> through;  ///< the row
  std::vector<double> hops;     ///< each
};

// When a message came to each node; empty if one missed it.
std::vector<double> way_of(std::uint32_t sequence, const std::vector<Arrivals>& nodes) {
  std::vector<double> way;
  for (const Arrivals& node : nodes) {
    const auto found = node.find(sequence);
    if (found == node.end()) return {};
    way.push_back(found->second);
  }
  return way;
}

Times times_of(const std::vector<Arrivals>& nodes) {
  Times times;
  for (const auto& [sequence, us] : nodes.back()) {
    const std::vector<double> way = way_of(sequence, nodes);
    if (way.empty()) continue;
    times.through.push_back(way.back());
    for (std::size_t i = 0; i < way.size(); ++i)
      times.hops.push_back(i == 0 ? way[0] : way[i] - way[i - 1]);
  }
  return times;
}

}  // namespace

const std::vector<double>& row_quantiles() {
  static const std::vector<double> quantiles{0,   0.001, 0.01, 0.05, 0.1,  0.25, 0.4,   0.5, 0.6,
                                             0.7, 0.75,  0.8,  0.9,  0.95, 0.99, 0.999, 1};
  return quantiles;
}

std::string quantile_name(double q) {
  std::ostringstream text;
  text << "q" << std::round(q * 1000) / 10;
  return text.str();
}

void join_row(RunResult& run, std::size_t hops) {
  const std::vector<Arrivals> nodes = take_arrivals(run);
  if (nodes.size() != hops) {
    throw std::runtime_error("a row of " + std::to_string(hops) + " hops has " +
                             std::to_string(nodes.size()) + " nodes that tell of arrivals.");
  }
  const Times times = times_of(nodes);
  Outcome& out = run.quantities;
  out["p95_us"] = quantile(times.through, 0.95);
  out["mean_us"] = mean(times.through);
  out["p95_per_hop_us"] = out["p95_us"] / static_cast<double>(hops);
  out["hop_p95_us"] = quantile(times.hops, 0.95);
  for (const double q : row_quantiles()) out[quantile_name(q)] = quantile(times.through, q);
  out["whole"] = static_cast<double>(times.through.size());
  out["missed"] = out["sent"] - out["whole"];
  out["delivered_share"] = out["sent"] > 0 ? out["whole"] / out["sent"] : 0;
}

}  // namespace ranvier::bench
