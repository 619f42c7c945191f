// The files of a bag that is written: the present one, the next, and those that are ended.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bag/storage/background.h"
#include "bag/storage/storages.h"
#include "bag/storage/types.h"
#include "bag/storage/write_compression.h"
#include "ranvier/base/annotations.h"
#include "ranvier/os/mutex.h"

namespace ranvier::bag {

/// What a file says of the bag before it has a message; `name` is its own. A bag whose recorder was
/// killed has no metadata.yaml, and other readers find the file by this name.
using FirstNote = std::function<std::string(const std::string& name)>;

/// Threads: all functions from one thread at a time.
class BagFiles final {
 public:
  /// Makes the first file in `folder`, which is there.
  /// @param pool  compresses each file when it is ended: "bag_0.mcap.zstd" takes the place of
  ///              "bag_0.mcap". Null: they stay as they are.
  static Result<std::unique_ptr<BagFiles>> open(std::string folder, std::string extension,
                                                CreateFile create, FirstNote note,
                                                std::shared_ptr<CompressionPool> pool);
  /// Waits for its thread, and removes a file that was prepared and not used.
  ~BagFiles();

  FileWriter& current() noexcept { return *current_; }
  const FileWriter& current() const noexcept { return *current_; }
  /// "bag_0.mcap", in the folder.
  [[nodiscard]] std::string name() const { return name_of(number_) + suffix_; }
  [[nodiscard]] std::string path() const { return path_of(number_) + suffix_; }
  /// What the present file is called when it is ended.
  [[nodiscard]] std::string final_name() const { return name() + (pool_ ? ".zstd" : ""); }

  /// Makes the next file, on the bag's thread, if that has not been asked for yet.
  void prepare();
  /// The files that have become complete since the last call, in any order, but the last one of
  /// the bag last. Does not wait.
  std::vector<FileSplit> take_ended();
  /// Whether take_ended() may have more, later. What could not be ended it never has.
  [[nodiscard]] bool is_ending() const noexcept { return awaited_ != 0; }
  /// Waits until each file that was ended is complete.
  void wait_for_ended();

  /// Takes the next file, and ends this one on the bag's thread.
  /// @param last_note  what the ended one says of the bag.
  /// On an error the present file stays the present one.
  Result<void> next(std::string last_note);
  /// Ends the present file and waits for all others.
  /// @return the first error that ending a file gave.
  Result<void> finish(const std::string& last_note);

 private:
  struct Prepared {
    Result<std::unique_ptr<FileWriter>> file = Error{Code::kWorld, {}};
  };

  /// What became of files that were ended. Threads: any.
  class Endings {
   public:
    void fail(const Error& error) {
      Lock lock(mutex_);
      if (!error_) error_ = error;
      ++settled_;
    }
    void add(FileSplit file) {
      Lock lock(mutex_);
      complete_.push_back(std::move(file));
      ++settled_;
    }
    std::optional<Error> first_error() const {
      Lock lock(mutex_);
      return error_;
    }
    /// Those that are complete, and how many ended since the last call, well or not.
    std::pair<std::vector<FileSplit>, std::size_t> take() {
      Lock lock(mutex_);
      return {std::exchange(complete_, {}), std::exchange(settled_, 0)};
    }

   private:
    mutable Mutex mutex_{"bag files"};
    std::optional<Error> error_ RANVIER_GUARDED_BY(mutex_);
    std::vector<FileSplit> complete_ RANVIER_GUARDED_BY(mutex_);
    std::size_t settled_ RANVIER_GUARDED_BY(mutex_) = 0;
  };

  BagFiles(std::string folder, std::string extension, CreateFile create, FirstNote note,
           std::shared_ptr<CompressionPool> pool)
      : folder_(std::move(folder)),
        extension_(std::move(extension)),
        create_(std::move(create)),
        first_note_(std::move(note)),
        pool_(std::move(pool)) {}
  void complete(FileSplit file);
  std::string name_of(std::size_t number) const;
  std::string path_of(std::size_t number) const { return folder_ + '/' + name_of(number); }
  void drop_prepared();

  const std::string folder_;
  const std::string extension_;
  const CreateFile create_;
  const FirstNote first_note_;
  const std::shared_ptr<CompressionPool> pool_;
  std::unique_ptr<FileWriter> current_;
  std::size_t number_ = 0;
  std::string suffix_;       // that the present file has put behind its path
  std::size_t awaited_ = 0;  // files that were ended and not taken
  // Of the thread of background_ until it was waited for.
  std::shared_ptr<Prepared> prepared_;
  std::shared_ptr<Endings> endings_ = std::make_shared<Endings>();
  Background preparing_;  // two threads: the next file must not wait for the end of the last one
  Background ending_;
};

}  // namespace ranvier::bag
