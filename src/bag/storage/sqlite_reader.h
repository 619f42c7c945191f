// Reads one file of SQLite, of schema versions 1 to 4.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bag/storage/file_reader.h"
#include "bag/storage/sqlite_db.h"
#include "bag/storage/sqlite_options.h"

namespace ranvier::bag {

/// One file of SQLite. The time of sending is not in it: that of receiving stands for it.
/// Messages are read some at a time, and between those the file is not held: who records it goes on.
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
  Result<void> read_some();

  sqlite::Database database_;
  FileContents contents_;
  std::map<std::int64_t, TopicId> topics_;  // by id in the file
  struct Row {
    TopicId topic;
    std::int64_t time;
    std::size_t end;  // of its bytes in data_; they begin where those of the one before end
  };
  std::optional<sqlite::Statement> messages_;  // those behind a time and an id
  std::int64_t time_ = 0;                      // of the last one that was read
  std::int64_t id_ = 0;                        // the same
  std::vector<Row> rows_;                      // that were read
  Buffer data_;
  std::size_t next_ = 0;  // of rows_
  bool ended_ = false;    // there is nothing behind them
};

}  // namespace ranvier::bag
