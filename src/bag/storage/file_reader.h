// What reads one file of a bag: a row of the table of storages (storages.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bag/storage/metadata.h"
#include "bag/storage/types.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// What a file says of itself, or what was counted where it does not.
struct FileContents {
  std::vector<TopicCount> topics;       ///< by TopicId of the file
  std::vector<Definition> definitions;  ///< the same
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  std::uint64_t messages = 0;
  std::optional<std::string> note;  ///< YAML: metadata of the file or the bag
  std::vector<std::string> damage;  ///< in words, with offsets
  bool is_whole = true;             ///< it has an index, and was ended
};

/// Which messages, and in which order.
struct Selection {
  ReadOrder order = ReadOrder::kReceived;
  std::optional<std::int64_t> from_ns;  ///< received then or later; in reverse, or earlier
  std::vector<bool> wanted;             ///< by TopicId of the file; beyond its end: wanted

  [[nodiscard]] bool wants(TopicId topic) const { return topic >= wanted.size() || wanted[topic]; }
};

/// One file that is read.
///
/// Threads: one at a time.
class FileReader {
 public:
  virtual ~FileReader() = default;

  /// Contract: it grows no topics; `damage` may grow with next().
  virtual const FileContents& contents() const = 0;
  /// From now on next() gives these. Fails (kUnsupported) for an order that it cannot give.
  virtual Result<void> select(Selection selection) = 0;
  /// The next message; nothing at the end. What cannot be read is left out, and is damage.
  /// Contract: the view is valid until the next call of next() or select().
  virtual Result<std::optional<MessageView>> next() = 0;

  FileReader() = default;
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;
};

}  // namespace ranvier::bag
