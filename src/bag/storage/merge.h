// The files of a bag as one sequence of messages.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bag/storage/bag_folder.h"
#include "bag/storage/bytes.h"
#include "bag/storage/file_reader.h"

namespace ranvier::bag {

/// Threads: one at a time.
class Merge final {
 public:
  /// How a file is opened: once to learn of it, and again when its messages come.
  using Open = std::function<Result<std::unique_ptr<FileReader>>(const std::string& path)>;

  /// The bag's id of a topic; nothing: it came after the bag was opened.
  using Find = std::function<std::optional<TopicId>(const Topic&)>;

  /// How many files stay open between a look at them and their first message. Of those that are
  /// compressed as a whole only the bag's first one does.
  static constexpr std::size_t kMostOpen = 16;

  Merge(Open open, Find find) : open_(std::move(open)), find_(std::move(find)) {}

  /// Each message is compressed for itself. Otherwise those of CDR that begin as a frame of zstd are,
  /// which no CDR does: not all bags say so. Contract: before the first next().
  void unpack_messages() noexcept { compressed_ = true; }
  /// Adds a file, whose topics the bag knows.
  void add(std::string path, std::unique_ptr<FileReader> reader);

  /// @param wanted  by the bag's ids.
  Result<void> select(ReadOrder order, std::optional<std::int64_t> from_ns,
                      std::vector<bool> wanted);
  /// The next message, with the bag's id. Contract: the view is valid until the next call.
  Result<std::optional<MessageView>> next();
  /// The path of the file of the last message; empty before the first, and at the end.
  [[nodiscard]] std::string file() const { return given_ ? sources_[*given_].path : ""; }
  /// Takes what became known to be damaged since the last call.
  std::vector<std::string> take_damage();

 private:
  struct Source {
    std::string path;
    std::unique_ptr<FileReader> reader;  // null: it is to be opened
    std::vector<TopicId> topics;         // the bag's ids, by those of the reader
    std::int64_t start_ns;
    std::int64_t end_ns;
    std::size_t told;  // of its damage
    MessageView next;  // that it gave last
  };

  bool is_before(const Source& source) const noexcept;
  bool must_start() const;
  Result<void> start_next();
  Selection selection_of(Source& source) const;
  Result<bool> advance(Source& source);
  void learn_damage(Source& source);
  bool later(std::size_t a, std::size_t b) const noexcept;
  void push(std::size_t source);
  bool is_packed(const Source& source) const;
  Result<MessageView> plain(const Source& source);

  Open open_;
  Find find_;
  bool compressed_ = false;
  std::vector<Source> sources_;
  ReadOrder order_ = ReadOrder::kReceived;
  std::optional<std::int64_t> from_ns_;
  std::vector<bool> wanted_;          // by the bag's ids
  std::vector<std::size_t> waiting_;  // sources in the order in which they start
  std::size_t started_ = 0;           // of waiting_
  std::vector<std::size_t> active_;   // a heap
  std::optional<std::size_t> given_;  // whose view is out
  std::vector<std::string> damage_;
  Buffer message_;
};

}  // namespace ranvier::bag
