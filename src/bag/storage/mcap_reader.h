// Reads one MCAP file, also one that was never ended.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bag/storage/file.h"
#include "bag/storage/file_reader.h"
#include "bag/storage/mcap_cursor.h"
#include "bag/storage/mcap_index.h"
#include "bag/storage/mcap_loader.h"

namespace ranvier::bag {

/// One file of MCAP.
///
/// Only blocks (chunks, or runs of about a megabyte) that hold the time which is read are in memory.
/// Where the blocks of a file overlap in time, all those that overlap are.
///
/// Threads: one at a time.
class McapReader final : public FileReader {
 public:
  /// @param read_ahead  bytes behind the present block that the kernel is asked to read, at most.
  /// @param loads_ahead  blocks are loaded before they are needed, on a thread.
  static Result<std::unique_ptr<McapReader>> open(InputFile file, std::uint64_t read_ahead,
                                                  bool loads_ahead = false);

  const FileContents& contents() const override { return contents_; }
  Result<void> select(Selection selection) override;
  Result<std::optional<MessageView>> next() override;

  [[nodiscard]] const mcap::Index& index() const noexcept { return index_; }
  [[nodiscard]] const InputFile& file() const noexcept { return file_; }

 private:
  McapReader(InputFile file, mcap::Index index, std::uint64_t read_ahead, bool loads_ahead);
  void describe();
  std::optional<TopicId> topic_of(std::uint16_t channel) const;
  bool is_wanted(const mcap::Block& block) const;
  void put_blocks_in_order();
  bool must_load() const;
  const mcap::Block& block(std::size_t place) const { return index_.blocks[order_[place]]; }
  mcap::Loader::Loaded load();
  Result<void> load_next();
  void ask_ahead();
  void load_ahead();
  void give_back(mcap::Cursor cursor);
  bool later(const mcap::Cursor& a, const mcap::Cursor& b) const noexcept;
  void push_cursor(mcap::Cursor cursor);
  void drop_finished();

  InputFile file_;
  mcap::Index index_;
  std::uint64_t read_ahead_;
  FileContents contents_;
  std::vector<std::optional<TopicId>> topics_;  // by channel

  Selection selection_;
  bool selected_ = false;
  std::vector<std::uint32_t>
      order_;                      // blocks that are wanted, in the order in which they are loaded
  std::size_t loaded_ = 0;         // of order_
  std::size_t asked_ = 0;          // of order_: the kernel reads them
  std::uint64_t asked_bytes_ = 0;  // of those that are not loaded yet
  std::vector<mcap::Cursor> cursors_;     // a heap; the next message is in the first
  bool given_ = false;                    // the view of the first cursor's last message is out
  std::unique_ptr<mcap::Loader> loader_;  // null: blocks are loaded when they are needed
  std::size_t given_to_loader_ = 0;       // of order_
  Buffer spare_;
  Buffer scratch_;
};

}  // namespace ranvier::bag
