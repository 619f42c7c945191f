// A database of SQLite, with errors that name its file.
#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bag/storage/bytes.h"
#include "ranvier/base/result.h"

namespace ranvier::bag::sqlite {

/// One prepared statement. Places of parameters count from 1, those of columns from 0.
/// Threads: one at a time; its database must outlive it.
class Statement final {
 public:
  Statement() = default;
  Statement(sqlite3* database, sqlite3_stmt* made) : database_(database), statement_(made) {}

  void bind(int place, std::int64_t value);
  /// Contract: borrowed until the next step or reset.
  void bind(int place, Bytes blob);
  void bind(int place, std::string_view text);
  /// Runs to the next row. @return whether there is one; else the statement can run again.
  Result<bool> step();
  /// For statements without rows.
  Result<void> run();
  void reset();

  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] std::string text(int column) const;
  /// Contract: valid until the next step.
  [[nodiscard]] Bytes blob(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept { ::sqlite3_finalize(statement); }
  };
  sqlite3* database_ = nullptr;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// Where another process holds the file, calls wait some seconds for it before they fail.
/// Threads: one at a time.
class Database final {
 public:
  /// A new file, which must not exist.
  static Result<Database> create(const std::string& path);
  /// For reading alone, also where the folder cannot be written. Makes no file beside one that is
  /// whole; for one with a log (WAL) SQLite makes the index of the log.
  static Result<Database> open(const std::string& path);

  /// Runs statements that give nothing back.
  Result<void> run(const std::string& sql);
  /// Ends the transaction. @param patience  how long who reads the file may hold that up.
  /// @return false: somebody still reads it, and the transaction is open as before.
  Result<bool> commit(std::chrono::milliseconds patience);
  Result<Statement> prepare(const std::string& sql);
  /// Whether a table has a column.
  Result<bool> has_column(const std::string& table, const std::string& column);
  /// Ends it now; statements must be gone. Fails if the disk refuses what is left to write.
  Result<void> close();
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Of a row.
  [[nodiscard]] std::uint64_t most_bytes() const noexcept;

 private:
  struct Close {
    void operator()(sqlite3* database) const noexcept { ::sqlite3_close_v2(database); }
  };
  static Result<Database> open_with(const std::string& path, const std::string& name, int flags);
  static Result<Database> open_unchanging(const std::string& path);

  std::string path_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace ranvier::bag::sqlite
