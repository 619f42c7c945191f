// The graph of a recorded robot, as `ranvier bench topology` replays it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::topology {

/// A topology file, and what the trace has that the file cannot say.
struct Recorded {
  nlohmann::ordered_json file;
  std::vector<std::string> remarks;  ///< a sentence each
};

/// Writes down nodes, processes, endpoints with their policies and sizes, what each publisher
/// publishes on or after, and the CPU time of callbacks. What the runtime adds to each node is left
/// out, as a replayed node has it too.
///
/// @param about  where it comes from, for the file.
/// Throws std::invalid_argument if there is nothing to replay, or a rate that no robot has: the
/// object, the value and the remedy.
[[nodiscard]] Recorded record_topology(const trace_model::Model& model, const std::string& about);

/// The type of the format for messages of so many bytes, and the `msg_size` of it; 0: it has none.
struct Carrier {
  std::string type;
  std::uint64_t size = 0;
};
[[nodiscard]] Carrier carrier_for(std::uint64_t bytes, bool has_fixed_size);
/// The same of services.
[[nodiscard]] std::string service_carrier_for(std::uint64_t bytes);

}  // namespace ranvier::topology
