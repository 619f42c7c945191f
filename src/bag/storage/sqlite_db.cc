#include "bag/storage/sqlite_db.h"

#include <fcntl.h>
#include <unistd.h>

#include <limits>
#include <utility>

#include "bag/storage/file.h"

namespace ranvier::bag::sqlite {
namespace {

constexpr const char* kAsk =
    "SELECT count(*) FROM sqlite_master";  // fails where nothing can be read
constexpr int kPatience = 5000;            // ms: so long another process may hold a file

Error refused(sqlite3* database, const std::string& path) {
  const int code = database ? ::sqlite3_errcode(database) : SQLITE_NOMEM;
  const char* words = database ? ::sqlite3_errmsg(database) : "out of memory";
  const bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR;
  const char* remedy = "";
  if (code == SQLITE_FULL) remedy = " Free space, or record to another disk.";
  if (code == SQLITE_NOTADB) remedy = " If it is a file of another storage, name that (-s).";
  return {damaged ? Code::kInvalidArgument : Code::kWorld,
          "Bag file '" + path + "': SQLite says: " + words + '.' + remedy};
}

std::string path_of(sqlite3* database) {
  const char* path = ::sqlite3_db_filename(database, "main");
  return path ? path : "";
}

/// A path as a URI of SQLite. Before a whole path the host stands, which is none.
std::string uri_of(const std::string& path) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string uri = path.starts_with('/') ? "file://" : "file:";
  for (const char letter : path) {
    const auto c = static_cast<unsigned char>(letter);
    if (letter == '%' || letter == '?' || letter == '#' || c < 0x20) {
      uri += {'%', kDigits[c >> 4], kDigits[c & 15]};
    } else {
      uri += letter;
    }
  }
  return uri;
}

/// Whether a file asks for a log beside it (WAL) and none is there: then nobody is writing it, and
/// it holds all that was written. Byte 19 says so: "The Database Header" of SQLite's file format.
bool is_whole_without_log(sqlite3* database) {
  constexpr int kReadVersionAt = 19;
  constexpr std::uint8_t kLogged = 2;
  sqlite3_file* file = nullptr;
  ::sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  std::uint8_t version = 0;
  if (!file || !file->pMethods) return false;
  if (file->pMethods->xRead(file, &version, sizeof version, kReadVersionAt) != SQLITE_OK)
    return false;
  if (version != kLogged) return false;
  return ::access(::sqlite3_filename_wal(::sqlite3_db_filename(database, "main")), F_OK) != 0;
}

/// What a file brings runs no code: a view in the place of a table could have rows without end.
void distrust(sqlite3* database) {
  for (const int option : {SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                           SQLITE_DBCONFIG_TRUSTED_SCHEMA}) {
    ::sqlite3_db_config(database, option, 0, nullptr);
  }
}

}  // namespace

void Statement::bind(int place, std::int64_t value) {
  ::sqlite3_bind_int64(statement_.get(), place, value);
}

void Statement::bind(int place, Bytes blob) {
  // Of no bytes it would make NULL.
  const void* from = blob.empty() ? static_cast<const void*>("") : blob.data();
  ::sqlite3_bind_blob64(statement_.get(), place, from, blob.size(), SQLITE_STATIC);
}

void Statement::bind(int place, std::string_view text) {
  ::sqlite3_bind_text64(statement_.get(), place, text.empty() ? "" : text.data(), text.size(),
                        SQLITE_TRANSIENT, SQLITE_UTF8);
}

Result<bool> Statement::step() {
  const int code = ::sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    ::sqlite3_reset(statement_.get());
    return false;
  }
  const Error error = refused(database_, path_of(database_));
  ::sqlite3_reset(statement_.get());
  return error;
}

Result<void> Statement::run() {
  const auto stepped = step();
  if (!stepped) return stepped.error();
  return {};
}

void Statement::reset() { ::sqlite3_reset(statement_.get()); }

std::int64_t Statement::number(int column) const {
  return ::sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const { return std::string(text_of(blob(column))); }

Bytes Statement::blob(int column) const {
  const void* bytes = ::sqlite3_column_blob(statement_.get(), column);
  const int size = ::sqlite3_column_bytes(statement_.get(), column);
  if (!bytes || size <= 0) return {};
  return {static_cast<const std::byte*>(bytes), static_cast<std::size_t>(size)};
}

Result<Database> Database::open_with(const std::string& path, const std::string& name, int flags) {
  sqlite3* made = nullptr;
  const int code = ::sqlite3_open_v2(name.c_str(), &made, flags, nullptr);
  Database database;
  database.path_ = path;
  database.database_.reset(made);
  if (made) ::sqlite3_busy_timeout(made, kPatience);
  if (code != SQLITE_OK) return refused(made, path);
  distrust(made);
  return database;
}

Result<Database> Database::create(const std::string& path) {
  const auto file = OutputFile::create(path);  // SQLite would open one that is there
  if (!file) return file.error();
  return open_with(path, path, SQLITE_OPEN_READWRITE);
}

Result<Database> Database::open(const std::string& path) {
  if (const auto checked = check_readable(path); !checked) return checked.error();
  auto database = open_with(path, path, SQLITE_OPEN_READONLY);
  if (!database) return database;
  // A reader would make the log, and may not remove it.
  if (is_whole_without_log(database->database_.get())) {
    auto unchanging = open_unchanging(path);
    // Who begins to write it has made the log before.
    if (is_whole_without_log(database->database_.get())) return unchanging;
  }
  const auto asked = database->run(kAsk);
  if (asked) return database;
  const int code = ::sqlite3_errcode(database->database_.get());
  if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) return asked.error();
  // What a killed recorder left beside it cannot be used where nothing may be written.
  return open_unchanging(path);
}

Result<Database> Database::open_unchanging(const std::string& path) {
  auto database =
      open_with(path, uri_of(path) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  if (!database) return database;
  if (const auto read = database->run(kAsk); !read) return read.error();
  return database;
}

Result<void> Database::run(const std::string& sql) {
  const int code = ::sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return refused(database_.get(), path_);
  return {};
}

Result<bool> Database::commit(std::chrono::milliseconds patience) {
  ::sqlite3_busy_timeout(database_.get(), static_cast<int>(patience.count()));
  const auto done = run("COMMIT");
  const bool busy = !done && ::sqlite3_errcode(database_.get()) == SQLITE_BUSY;
  ::sqlite3_busy_timeout(database_.get(), kPatience);
  if (!done && !busy) return done.error();
  return !busy;
}

Result<Statement> Database::prepare(const std::string& sql) {
  sqlite3_stmt* made = nullptr;
  const int code = ::sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &made, nullptr);
  if (code != SQLITE_OK) return refused(database_.get(), path_);
  return Statement(database_.get(), made);
}

Result<bool> Database::has_column(const std::string& table, const std::string& column) {
  auto asked = prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = ?");
  if (!asked) return asked.error();
  asked->bind(1, table);
  asked->bind(2, column);
  return asked->step();
}

std::uint64_t Database::most_bytes() const noexcept {
  return static_cast<std::uint64_t>(::sqlite3_limit(database_.get(), SQLITE_LIMIT_LENGTH, -1));
}

Result<void> Database::close() {
  sqlite3* const database = database_.get();
  if (::sqlite3_close(database) != SQLITE_OK) return refused(database, path_);
  static_cast<void>(database_.release());
  return {};
}

}  // namespace ranvier::bag::sqlite
