// The flight recorder in the demo: what it costs, and what it has of a node that was killed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/runner/case.h"
#include "bench/runner/scratch.h"
#include "bench/runner/topology.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {

/// How the runs without it are called in rows: a case's second yardstick.
inline constexpr const char* kWithoutRecorder = "without the flight recorder";

/// A directory for traces, gone at the end. Throws std::runtime_error.
class FlightDirectory final {
 public:
  FlightDirectory() = default;
  ~FlightDirectory();
  FlightDirectory(const FlightDirectory&) = delete;
  FlightDirectory& operator=(const FlightDirectory&) = delete;
  [[nodiscard]] const std::string& path() const { return folder_.path(); }

 private:
  const ScratchFolder folder_;
};

/// The variables with which each process keeps its last events.
[[nodiscard]] Environment flight_environment(const std::string& directory);

/// A node that was killed, and what was there of it afterwards.
struct KilledNode {
  std::string node;
  std::size_t nodes = 0;     ///< that ran, each a process
  std::size_t events = 0;    ///< that were recovered
  std::size_t messages = 0;  ///< publications and callbacks among them
  double reach_s = 0;        ///< from the first to the last event of a message or callback
  double last_ms = 0;        ///< from the last event to the kill
  std::string last;          ///< its name
};

/// Runs the graph as a process per node with flight recorders, kills one of them with -9 and
/// has `ranvier-trace` recover its events while the others run.
/// Throws std::runtime_error: also if nothing was recovered.
[[nodiscard]] KilledNode kill_a_node(const std::string& file, const std::string& directory);

/// A line of what the recorder costs: on beside off, their spread, and whether the noise of
/// the runs without it hides the difference. What may as well be zero is not beyond the noise.
[[nodiscard]] std::string cost_words(const Triple& on_over_off);

/// The same for a terminal and for the page.
[[nodiscard]] std::vector<std::string> flight_lines(const std::vector<Row>& rows,
                                                    const KilledNode& killed);
[[nodiscard]] std::string flight_section(const std::vector<Row>& rows, const KilledNode& killed);

}  // namespace ranvier::bench
