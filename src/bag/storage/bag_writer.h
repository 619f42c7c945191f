// Writes a bag: a folder of files, one after the other.
//
// This is what a recorder stands on. It has no queue: who calls write() waits until the kernel
// has the bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bag/storage/metadata.h"
#include "bag/storage/storages.h"
#include "bag/storage/types.h"
#include "bag/storage/write_compression.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

class BagFiles;

struct WriteOptions {
  std::string uri;  ///< the folder of the bag; it must not exist, its parent must
  std::string storage_id = "mcap";
  std::uint64_t max_file_size = 0;        ///< bytes at which a file ends; 0: none
  std::int64_t max_file_duration_ns = 0;  ///< most of received_ns within a file; 0: none
  StorageSettings settings{};
  WriteCompression compression{};
  std::map<std::string, std::string> custom_data{};
  std::string ros_distro{};
};

/// A bag that is written.
///
/// What write() has returned from outlives the end of the process, but for a chunk that is still
/// to be compressed, or an open transaction of SQLite: flush() ends them. A process that is killed
/// leaves a bag that BagReader opens; only metadata.yaml is missing.
///
/// Threads: all functions from one thread at a time. A thread of the bag's own prepares the next
/// file and ends the last one.
class BagWriter final {
 public:
  using Split = FileSplit;

  /// Makes the folder and its first file.
  /// Fails (kAlreadyExists, kInvalidArgument, kWorld) naming the folder, or the option.
  static Result<std::unique_ptr<BagWriter>> open(WriteOptions options);
  /// close(), if nobody has called it. What fails then is lost.
  ~BagWriter();

  /// Makes a topic known: ids count from 0. Files that follow have it too.
  Result<TopicId> add_topic(const Topic& topic, const Definition& definition);
  /// Writes messages in this order. Bytes are borrowed for the call only.
  /// After an error the bag takes no more messages; what was written before it stays.
  /// Contract: blocks on the disk.
  Result<void> write(std::span<const BagMessage> messages);
  /// Hands to the kernel what is still kept in memory. To be called now and then (once a second)
  /// while nothing is written, so that a kill of the process loses no more.
  Result<void> flush();
  /// Ends the file and goes on in the next one. Nothing if the file has no message.
  Result<void> split();
  /// What is called when a file is complete, so that it can be taken away: of each split, then of
  /// the last file when metadata.yaml is there. By the thread that writes, within the first call of
  /// write(), flush() or close() after that.
  void on_split(std::function<void(const Split&)> call) { on_split_ = std::move(call); }
  /// Waits until all files before the present one are complete, and tells of them.
  void wait_for_splits();
  /// Whether there are files that on_split() was not called for yet.
  [[nodiscard]] bool is_ending_files() const noexcept;

  /// Messages that write() has taken, by topic.
  [[nodiscard]] const std::vector<std::uint64_t>& counts() const noexcept { return counts_; }

  /// Messages that write() had taken and that were in memory alone when writing failed, by topic.
  /// They are not among counts().
  [[nodiscard]] const std::map<TopicId, std::uint64_t>& died() const noexcept { return died_; }

  /// Ends the last file and writes metadata.yaml.
  /// @param lost  messages that were not kept, but for those that died(), by topic: both are said in
  /// custom_data (kLostKey).
  /// @param custom_data  added to that of the options.
  /// @return what metadata.yaml holds. Fails if a file could not be ended: the bag opens then too.
  Result<BagMetadata> close(const std::map<TopicId, std::uint64_t>& lost = {},
                            const std::map<std::string, std::string>& custom_data = {});

 private:
  struct Known {
    Topic topic;
    Definition definition;
  };
  /// Of the messages of a file.
  struct Times {
    std::int64_t start_ns = 0;
    std::int64_t end_ns = 0;
    std::uint64_t messages = 0;
    void add(std::int64_t received_ns) noexcept;
  };

  static std::int64_t duration(const Times& times) noexcept;
  BagWriter(WriteOptions options, std::shared_ptr<CompressionPool> pool,
            std::unique_ptr<BagFiles> files);
  bool is_full(const Times& times, std::int64_t received_ns, std::uint64_t pending) const noexcept;
  Result<void> write_some(std::span<const BagMessage> messages, const Times& times);
  void count_died();
  void say_lost(std::map<TopicId, std::uint64_t> lost);
  Result<void> flush_file();
  void prepare_in_time();
  void tell_splits();
  FileInfo current() const;
  BagMetadata metadata_of_file() const;
  BagMetadata metadata() const;

  WriteOptions options_;
  std::shared_ptr<CompressionPool> pool_;  // null: nothing is compressed here
  std::unique_ptr<BagFiles> files_;
  std::function<void(const Split&)> on_split_;
  std::vector<Known> topics_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> counts_before_;  // this file
  std::map<TopicId, std::uint64_t> died_;
  std::vector<FileInfo> ended_;
  Times times_;  // of the present file
  bool closed_ = false;
};

}  // namespace ranvier::bag
