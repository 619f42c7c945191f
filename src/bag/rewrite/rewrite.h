// Bags out of bags: merged, split, filtered, cut, in another storage.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_writer.h"
#include "bag/storage/progress.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// A topic as an output has it.
struct ChosenTopic {
  Topic topic;
  Definition definition;
};

/// A bag that is written.
struct RewriteOutput {
  WriteOptions bag;
  /// The topic of an input as it is written; nothing: it is left out.
  std::function<std::optional<ChosenTopic>(const Topic&, const Definition&)> choose;
  std::int64_t from_ns = std::numeric_limits<std::int64_t>::min();  ///< received then or later
  std::int64_t to_ns = std::numeric_limits<std::int64_t>::max();    ///< received then or earlier
};

struct Rewritten {
  std::vector<BagMetadata> outputs;
  std::vector<std::string> damage;  ///< of the inputs: what could not be read is left out
};

/// Writes the messages of all inputs, in the order of time, into every output that takes them.
///
/// Topics of one name and type become one. Custom data and the distribution of the inputs go on into
/// the outputs; counts of lost messages add up. An output's own custom data wins.
///
/// @param inputs   as they were opened; they are read from their first messages.
/// @param progress may be null.
/// Contract: blocks on the disk. Fails naming the folder or the topic; outputs that were begun stay, as far as they came.
Result<Rewritten> rewrite(std::span<const std::unique_ptr<BagReader>> inputs,
                          std::vector<RewriteOutput> outputs, const Progress& progress);

}  // namespace ranvier::bag
