// How often things of a trace happen, what makes them happen, and how long callbacks work.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::topology {

/// What is shorter is in a replay anyhow: making the message, looking at it.
inline constexpr trace_model::Nanoseconds kLeastWork = 10'000;

/// The longest period that a file may say.
inline constexpr trace_model::Nanoseconds kMostPeriod = 3'600'000'000'000;

/// How long callbacks ran on each thread of Model::thread_times, between its looks.
[[nodiscard]] std::vector<trace_model::Nanoseconds> times_in_callbacks(
    const trace_model::Model& model);

/// Whether a replayed node has this topic or service as well.
[[nodiscard]] bool is_of_every_node(const std::string& name);

/// What a publisher publishes on.
struct Trigger {
  trace_model::Nanoseconds period = 0;            ///< of a timer; 0: `after` says it
  trace_model::Index timer = trace_model::kNone;  ///< in Model::timers, if it is one
  trace_model::Index after = trace_model::kNone;  ///< in Model::subscriptions
  std::uint64_t every = 1;                        ///< of `after`
  trace_model::Nanoseconds work = 0;              ///< until publish(), of the callback
  bool is_rate_alone = false;  ///< nothing that is known makes it publish: its rate is kept
};

/// The figures of one model, found once.
///
/// Lifetime: the model must outlive it.
class Rates final {
 public:
  explicit Rates(const trace_model::Model& model);

  [[nodiscard]] Trigger trigger_of(trace_model::Index publisher) const;
  /// CPU time of a callback that publishes nothing: the middle of its runs; 0 if that is less
  /// than anybody would notice in a replay. Where a trace has the CPU time of threads (ranvier_cpu_time),
  /// what the callbacks of a thread waited is not work.
  [[nodiscard]] trace_model::Nanoseconds work_of(trace_model::Index callback) const;
  /// Between two calls of a client; empty if it called less than twice.
  [[nodiscard]] std::optional<trace_model::Nanoseconds> period_of_client(
      trace_model::Index client) const;
  [[nodiscard]] bool ran(trace_model::Index callback) const;
  [[nodiscard]] bool publishes(trace_model::Index callback) const;
  [[nodiscard]] bool calls(trace_model::Index callback) const;

 private:
  [[nodiscard]] double runs_for_each(trace_model::Index callback,
                                     const std::vector<trace_model::Index>& publications) const;
  [[nodiscard]] trace_model::Index usual_callback(trace_model::Index publisher) const;
  void find_shares();
  /// CPU time of a callback that took so long on that thread.
  [[nodiscard]] trace_model::Nanoseconds cpu(trace_model::Nanoseconds took,
                                             trace_model::Index thread) const;

  const trace_model::Model& model_;
  std::vector<std::vector<trace_model::Index>> publications_;  // by publisher
  std::vector<std::vector<trace_model::Index>> runs_;          // by callback, whole ones
  std::map<trace_model::Index, std::vector<trace_model::Nanoseconds>> calls_;  // by client
  std::vector<bool> publishes_, calls_services_;                               // by callback
  std::vector<double> shares_;  // by thread: of the time of its callbacks, that it had a CPU
};

}  // namespace ranvier::topology
