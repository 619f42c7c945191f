// Where a recording goes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "bag/storage/types.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// The files of one recording.
/// Threads: one at a time, the writing one.
class RecordTarget {
 public:
  struct Written {
    std::size_t messages = 0;  ///< the first so many are in the bag
    std::optional<Error> error = {};
  };

  virtual ~RecordTarget() = default;
  virtual Result<TopicId> add_topic(const Topic& topic, const Definition& definition) = 0;
  /// Contract: blocks. The bytes are borrowed for the call.
  virtual Written write(std::span<const BagMessage> messages) = 0;
  /// Hands to the kernel what is still kept in memory.
  virtual Result<void> flush() = 0;
  /// The next message begins a file.
  virtual Result<void> split() = 0;
  /// Whether files are still being ended; flush() says of those that are complete then.
  virtual bool is_ending_files() const { return false; }
  /// Messages that write() had counted, and that were in memory alone when a later call failed.
  virtual std::map<TopicId, std::uint64_t> died() const = 0;
  /// Completes the bag, with what was lost of each topic, but for what died. Only died() is called after this.
  virtual Result<void> close(const std::map<TopicId, std::uint64_t>& lost) = 0;
};

}  // namespace ranvier::bag
