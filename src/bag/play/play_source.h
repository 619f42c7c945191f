// Where the messages that are played come from.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bag/storage/types.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// Messages by the time at which they were received.
/// Threads: one at a time.
class PlaySource {
 public:
  /// Paths of files.
  struct Split {
    std::string closed;
    std::string opened;
  };

  virtual ~PlaySource() = default;
  virtual const std::vector<Topic>& topics() const noexcept = 0;
  /// By TopicId; empty ones where nobody has any.
  virtual const std::vector<Definition>& definitions() const noexcept = 0;
  virtual std::int64_t start_ns() const noexcept = 0;
  /// What is damaged or missing.
  virtual std::vector<std::string> damage() const = 0;
  /// How many lines that are: damage within a file shows when it is read.
  virtual std::size_t damage_lines() const = 0;

  /// Which topics next() gives.
  virtual Result<void> filter(const std::function<bool(const Topic&)>& wanted) = 0;
  virtual Result<void> seek(std::int64_t received_ns) = 0;
  /// The next message; nothing at the end. Contract: as BagReader::next().
  virtual Result<std::optional<MessageView>> next() = 0;
  /// The change of files that the last message of next() came with; nothing the second time.
  virtual std::optional<Split> take_split() = 0;

  PlaySource() = default;
  PlaySource(const PlaySource&) = delete;
  PlaySource& operator=(const PlaySource&) = delete;
};

}  // namespace ranvier::bag
