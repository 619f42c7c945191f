// Tables in one file, column after column: what another program maps and reads as it lies.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "analysis/trace_read/texts.h"

namespace ranvier::apps {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie");

/// The file: eight bytes "RNVCOL01"; columns, each at a multiple of eight bytes, of numbers
/// of one width in a row; the directory, JSON that says where each is; where the directory
/// is and its length (two uint64); "RNVCOL01" again. Numbers are of the lowest byte first.
///
/// The directory: {"head": …, "texts": ["", …], "tables": [{"name", "doc", "rows", "columns":
/// [{"name", "doc", "kind", "at"}]}]}. The kinds:
///   time    int64   nanoseconds since the epoch; INT64_MIN: never
///   span    int64   nanoseconds; INT64_MIN: not known
///   int64, uint64, int32, double
///   bool    uint8
///   text    uint32  a place in "texts"
///   place   uint32  a row of the table that "of" names; UINT32_MAX: none
///
/// Threads: one. Memory: the texts and the directory; columns go to `write` piece by piece.
class ColumnFile final {
 public:
  using Write = std::function<void(std::string_view)>;
  using Json = nlohmann::ordered_json;
  class Table;

  explicit ColumnFile(Write write);
  ColumnFile(const ColumnFile&) = delete;
  ColumnFile& operator=(const ColumnFile&) = delete;

  /// Begins a table. Its columns come before those of the next one.
  [[nodiscard]] Table table(std::string_view name, std::string_view doc, std::size_t rows);
  /// Writes the directory. Contract: once, at the end.
  void finish(Json head);
  /// Of the tables so far.
  [[nodiscard]] const Json& tables() const noexcept { return tables_; }

  static constexpr std::string_view kMark = "RNVCOL01";

 private:
  void put(std::string_view bytes);
  void flush();
  void begin_column(std::size_t table, std::string_view name, std::string_view doc,
                    std::string_view kind, std::string_view of);
  void end_column();
  std::uint32_t text_number(std::string_view text);

  const Write write_;
  std::string waiting_;
  std::uint64_t written_ = 0;
  trace_read::Texts texts_;
  std::uint32_t last_text_ = 0;
  Json tables_ = Json::array();
};

/// A table that is being written: each call writes a column, of whose rows `get` gives the
/// values. Lifetime: the file must outlive it.
class ColumnFile::Table final {
 public:
  template <class Get>
  Table& time(std::string_view name, std::string_view doc, Get&& get) {
    return column<std::int64_t>("time", name, doc, {}, get);
  }
  template <class Get>
  Table& span(std::string_view name, std::string_view doc, Get&& get) {
    return column<std::int64_t>("span", name, doc, {}, get);
  }
  template <class Get>
  Table& int64(std::string_view name, std::string_view doc, Get&& get) {
    return column<std::int64_t>("int64", name, doc, {}, get);
  }
  template <class Get>
  Table& uint64(std::string_view name, std::string_view doc, Get&& get) {
    return column<std::uint64_t>("uint64", name, doc, {}, get);
  }
  template <class Get>
  Table& int32(std::string_view name, std::string_view doc, Get&& get) {
    return column<std::int32_t>("int32", name, doc, {}, get);
  }
  template <class Get>
  Table& real(std::string_view name, std::string_view doc, Get&& get) {
    return column<double>("double", name, doc, {}, get);
  }
  template <class Get>
  Table& flag(std::string_view name, std::string_view doc, Get&& get) {
    return column<std::uint8_t>("bool", name, doc, {}, get);
  }
  template <class Get>
  Table& text(std::string_view name, std::string_view doc, Get&& get) {
    return column<std::uint32_t>("text", name, doc, {},
                                 [&](std::size_t row) { return file_.text_number(get(row)); });
  }
  /// @param of  the table of which it names a row.
  template <class Get>
  Table& place(std::string_view name, std::string_view of, std::string_view doc, Get&& get) {
    return column<std::uint32_t>("place", name, doc, of, get);
  }

 private:
  friend class ColumnFile;
  Table(ColumnFile& file, std::size_t number, std::size_t rows)
      : file_(file), number_(number), rows_(rows) {}

  template <class T, class Get>
  Table& column(std::string_view kind, std::string_view name, std::string_view doc,
                std::string_view of, Get&& get) {
    file_.begin_column(number_, name, doc, kind, of);
    for (std::size_t row = 0; row < rows_; ++row) {
      const T value = static_cast<T>(get(row));
      file_.put({reinterpret_cast<const char*>(&value), sizeof value});
    }
    file_.end_column();
    return *this;
  }

  ColumnFile& file_;
  const std::size_t number_;
  const std::size_t rows_;
};

}  // namespace ranvier::apps
