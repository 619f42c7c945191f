// Writes one file of SQLite, as rosbag2 does (schema version 4).
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "bag/storage/file_writer.h"
#include "bag/storage/sqlite_db.h"
#include "bag/storage/sqlite_options.h"

namespace ranvier::bag {

/// One file of SQLite. Each write() is a transaction; where another process reads the file and
/// holds that up, it goes on in the next write(). The time of sending is not kept.
/// Threads: one at a time.
class SqliteWriter final : public FileWriter {
 public:
  /// Makes the file, which must not exist.
  static Result<std::unique_ptr<SqliteWriter>> create(const std::string& path,
                                                      const SqliteOptions& options,
                                                      const std::string& ros_distro);

  Result<void> add_topic(const Topic& topic, const Definition& definition) override;
  Result<void> write(std::span<const BagMessage> messages) override;
  Result<void> flush() override;
  std::span<const std::uint64_t> lost() const override { return lost_; }
  std::uint64_t size() const override;
  Result<void> note(const std::string& yaml) override;
  Result<void> finish() override;

 private:
  explicit SqliteWriter(sqlite::Database database) : database_(std::move(database)) {}
  Result<void> begin();
  void roll_back();
  Result<void> end(std::chrono::milliseconds patience);
  Result<void> check(const BagMessage& message) const;
  Result<void> insert(const BagMessage& message);
  Result<void> add_definition(const Topic& topic, const Definition& definition);

  sqlite::Database database_;
  sqlite::Statement insert_;
  bool open_ = false;                   // a transaction is
  std::vector<std::uint64_t> lost_;     // with a transaction that was rolled back, by topic
  std::vector<std::uint64_t> unsaved_;  // messages in it of calls that are over, by topic
  TopicId topics_ = 0;
  std::set<std::string> defined_;  // types
  Buffer joined_;
};

}  // namespace ranvier::bag
