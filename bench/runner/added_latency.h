// Seed 001's experiment: what recording all events adds to the latency of messages.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/common/added.h"
#include "bench/runner/plan.h"

namespace ranvier::bench {

/// A point of the experiment's space.
struct Traffic {
  int rate;   ///< Hz
  int kib;    ///< payload
  bool core;  ///< in the subset that runs without --all
  [[nodiscard]] std::string name() const;
};

/// Rates of 100 to 2,000 Hz by sizes of 1 to 256 KiB.
[[nodiscard]] const std::vector<Traffic>& traffic_of_seed_001();

/// What a run found at one point.
struct AddedLatency {
  PairGroup us;         ///< latencies of the pairs of blocks, weighed by the rate
  PairGroup cpu;        ///< CPU of both processes in percent of a core
  double on_path = 0;   ///< events of a message, from publish() to the entry of the callback
  double events = 0;    ///< events of a message, in all
  double realtime = 0;  ///< of the two executor threads, those under SCHED_FIFO
};

/// What workers said of their blocks: "cpu BLOCK NS" of each of the two processes,
/// "latency BLOCK MESSAGES NS" of the subscriber. Pairs with a block that is not whole are
/// left out. Throws std::runtime_error if none is left.
[[nodiscard]] AddedLatency added_of_lines(const std::vector<std::string>& lines, int rate);

/// The experiment under way: each point is measured once, when it is first asked for.
///
/// Threads: one. Errors: WorkerFailure, std::runtime_error.
class AddedLatencyExperiment final {
 public:
  AddedLatencyExperiment(std::vector<Traffic> points, double seconds)
      : points_(std::move(points)), seconds_(seconds) {}

  [[nodiscard]] const std::vector<Traffic>& points() const { return points_; }
  /// One point; or all of them, aggregated as in the seed.
  [[nodiscard]] RunResult point(std::size_t which);
  [[nodiscard]] RunResult aggregate();

 private:
  const AddedLatency& measured(std::size_t which);
  double event_ns();

  const std::vector<Traffic> points_;
  const double seconds_;
  std::map<std::size_t, AddedLatency> found_;
  double event_ns_ = 0;
};

}  // namespace ranvier::bench
