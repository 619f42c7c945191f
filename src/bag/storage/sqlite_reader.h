// Reads one file of SQLite, of schema versions 1 to 4.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "bag/storage/file_reader.h"
#include "bag/storage/sqlite_db.h"
#include "bag/storage/sqlite_options.h"

namespace ranvier::bag {

/// One file of SQLite. The time of sending is not in it: that of receiving stands for it.
/// Threads: one at a time.
class SqliteReader final : public FileReader {
 public:
  static Result<std::unique_ptr<SqliteReader>> open(const std::string& path,
                                                    const SqliteOptions& options);

  const FileContents& contents() const override { return contents_; }
  Result<void> select(Selection selection) override;
  Result<std::optional<MessageView>> next() override;

 private:
  explicit SqliteReader(sqlite::Database database) : database_(std::move(database)) {}
  Result<void> read_contents();
  Result<void> read_topics();
  Result<void> read_definitions();
  Result<void> read_counts();
  Result<void> read_note();

  sqlite::Database database_;
  FileContents contents_;
  std::map<std::int64_t, TopicId> topics_;  // by id in the file
  std::optional<sqlite::Statement> messages_;
  bool ended_ = false;
};

}  // namespace ranvier::bag
