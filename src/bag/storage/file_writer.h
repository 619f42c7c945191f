// What writes one file of a bag: a row of the table of storages (storages.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "bag/storage/types.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// One file that is written.
///
/// Threads: one at a time.
class FileWriter {
 public:
  virtual ~FileWriter() = default;

  /// The next topic: its id is the number of those before it.
  virtual Result<void> add_topic(const Topic& topic, const Definition& definition) = 0;
  /// Writes messages in this order. After an error the file keeps what earlier calls wrote, and
  /// takes no more.
  virtual Result<void> write(std::span<const BagMessage> messages) = 0;
  /// Hands to the kernel what is still kept: what is in a chunk to be compressed, an open
  /// transaction.
  virtual Result<void> flush() = 0;
  /// Messages that write() had taken and that an error has lost since, by topic: they were in memory
  /// alone. Topics beyond its end have none.
  virtual std::span<const std::uint64_t> lost() const { return {}; }
  /// Bytes of the file if it ended now, about.
  virtual std::uint64_t size() const = 0;
  /// What it has put behind the path that it was asked for: a plugin's own extension.
  virtual std::string extension() const { return {}; }
  /// Keeps the metadata of the bag in the file; the last text counts.
  /// @param yaml  what metadata.yaml holds.
  virtual Result<void> note(const std::string& yaml) = 0;
  /// Writes what makes the file whole: index, statistics. Nothing may follow.
  virtual Result<void> finish() = 0;

  FileWriter() = default;
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
};

}  // namespace ranvier::bag
