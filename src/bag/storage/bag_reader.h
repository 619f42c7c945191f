// Reads a bag: all its files as one sequence of messages.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bag/storage/metadata.h"
#include "bag/storage/types.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

class Merge;
struct FileContents;
struct ReadSettings;
struct Storage;

struct ReadOptions {
  std::string uri;           ///< the folder of a bag, or one of its files
  std::string storage_id{};  ///< empty: by metadata.yaml, or by the files' extension
  std::string config{};      ///< path of a file of settings of the storage, or empty
  /// Bytes that are read before they are asked for, at most.
  std::uint64_t read_ahead = std::uint64_t{64} << 20;
  /// Whether some of that is also read and decompressed before, on a thread for each file: for who
  /// must not wait for it. Of MCAP alone.
  bool loads_ahead = false;
};

/// A bag that is read.
///
/// Files whose times overlap are merged; only files that have messages to come are open. A file
/// that ends anywhere, as a killed recorder leaves it, is read up to its last whole message.
///
/// Threads: one at a time.
class BagReader final {
 public:
  /// Fails (kNotFound, kInvalidArgument, kWorld) naming the file and the remedy.
  static Result<std::unique_ptr<BagReader>> open(const ReadOptions& options);
  ~BagReader();

  /// By TopicId, with their messages in the whole bag.
  [[nodiscard]] const std::vector<TopicCount>& topics() const noexcept { return metadata_.topics; }
  /// By TopicId; empty ones where the bag has none.
  [[nodiscard]] const std::vector<Definition>& definitions() const noexcept { return definitions_; }
  /// Made from the files where metadata.yaml is missing.
  [[nodiscard]] const BagMetadata& metadata() const noexcept { return metadata_; }
  /// What is damaged or missing, in words: files without an index, a chunk that cannot be read.
  [[nodiscard]] const std::vector<std::string>& damage() const noexcept { return damage_; }

  /// Which topics next() gives; null: all. It goes on behind the last message.
  Result<void> filter(std::function<bool(const Topic&)> wanted);
  /// From now on next() gives messages in this order, from the first.
  Result<void> set_order(ReadOrder order);
  /// Goes to the first message of that time or later; in reverse, to the last of that time or
  /// earlier. Not in the order of files (kUnsupported).
  Result<void> seek(std::int64_t received_ns);
  /// The next message; nothing at the end. Damaged parts are left out, and said in damage().
  /// Contract: the view is valid until the next call of any function. Blocks on the disk.
  Result<std::optional<MessageView>> next();
  /// The path of the file that the last message of next() lies in; empty before the first.
  [[nodiscard]] std::string file() const;

 private:
  BagReader();
  std::optional<TopicId> find_topic(const Topic& topic) const;
  void learn_topics(const FileContents& contents);
  Result<void> add_file(const Storage& storage, const std::string& path,
                        const ReadSettings& settings, bool count);
  Result<void> start(std::optional<std::int64_t> from_ns);
  Result<void> restart(std::optional<std::int64_t> from_ns);
  bool is_new(const MessageView& message);

  BagMetadata metadata_;
  std::vector<Definition> definitions_;
  std::vector<std::string> damage_;
  std::unique_ptr<Merge> merge_;
  std::function<bool(const Topic&)> filter_;
  ReadOrder order_ = ReadOrder::kReceived;
  std::optional<std::int64_t> place_;  // where it is in time; nothing: at the first message
  std::vector<std::uint64_t> given_;   // by topic: at that time; in the order of files, so far
  std::vector<std::uint64_t> skip_;    // by topic: given before the filter was changed
};

}  // namespace ranvier::bag
