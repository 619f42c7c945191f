// A row of processes, each of which hands on what it gets: what both sides of bench pipelines share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/common/args.h"

namespace ranvier::bench {

/// The place of a process in the row.
struct Place {
  /// The words "node", from 0, and "nodes". Throws std::invalid_argument.
  explicit Place(const Args& args) : node(args.integer("node")), nodes(args.integer("nodes")) {
    if (nodes >= 2 && node >= 0 && node < nodes) return;
    throw std::invalid_argument("node=" + std::to_string(node) + " of nodes=" +
                                std::to_string(nodes) + " is no place in a row of two or more.");
  }
  long node;
  long nodes;

  [[nodiscard]] bool first() const { return node == 0; }
  [[nodiscard]] bool last() const { return node == nodes - 1; }
  [[nodiscard]] std::uint64_t hops() const { return static_cast<std::uint64_t>(nodes - 1); }
  /// The topics that it subscribes to, unless it is the first, and publishes, unless the last.
  [[nodiscard]] std::string in() const { return "hop_" + std::to_string(node - 1); }
  [[nodiscard]] std::string out() const { return "hop_" + std::to_string(node); }
};

/// Topics beside the row, from its first process to its last, by the word "beside": how many.
[[nodiscard]] inline std::vector<std::string> topics_beside(const Args& args) {
  std::vector<std::string> topics;
  for (long i = 0; i < args.integer("beside", 0); ++i)
    topics.push_back("beside_" + std::to_string(i));
  return topics;
}

/// The period of the first node's timer, in whole milliseconds, as in the published experiment:
/// 30 Hz is 33 ms.
[[nodiscard]] inline std::int64_t pipeline_period_ns(const Args& args) {
  return 1000 / args.integer("rate") * 1'000'000;
}

inline constexpr std::size_t kPipelineSamples = 400'000;  ///< that a node remembers

}  // namespace ranvier::bench
