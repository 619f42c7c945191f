#include "column_file.h"

#include <algorithm>
#include <utility>

namespace ranvier::apps {
namespace {

constexpr std::size_t kPiece = 1 << 16;
constexpr std::size_t kAlignment = 8;

}  // namespace

ColumnFile::ColumnFile(Write write) : write_(std::move(write)) { put(kMark); }

void ColumnFile::put(std::string_view bytes) {
  waiting_ += bytes;
  written_ += bytes.size();
  if (waiting_.size() > kPiece) flush();
}

void ColumnFile::flush() {
  write_(waiting_);
  waiting_.clear();
}

std::uint32_t ColumnFile::text_number(std::string_view text) {
  const std::uint32_t number = texts_.add(text);
  last_text_ = std::max(last_text_, number);
  return number;
}

ColumnFile::Table ColumnFile::table(std::string_view name, std::string_view doc, std::size_t rows) {
  tables_.push_back({{"name", name}, {"doc", doc}, {"rows", rows}, {"columns", Json::array()}});
  return Table(*this, tables_.size() - 1, rows);
}

void ColumnFile::begin_column(std::size_t table, std::string_view name, std::string_view doc,
                              std::string_view kind, std::string_view of) {
  Json column{{"name", name}, {"doc", doc}, {"kind", kind}, {"at", written_}};
  if (!of.empty()) column["of"] = of;
  tables_[table]["columns"].push_back(std::move(column));
}

void ColumnFile::end_column() {
  while (written_ % kAlignment != 0) put({"", 1});  // the text's own zero
}

void ColumnFile::finish(Json head) {
  Json texts = Json::array();
  for (std::uint32_t i = 0; i <= last_text_; ++i) texts.push_back(texts_[i]);
  const Json directory{{"head", std::move(head)}, {"texts", std::move(texts)}, {"tables", tables_}};
  // A text that is no UTF-8 is no reason to fail.
  const std::string text = directory.dump(-1, ' ', true, Json::error_handler_t::replace);
  const std::uint64_t where[] = {written_, text.size()};
  put(text);
  put({reinterpret_cast<const char*>(where), sizeof where});
  put(kMark);
  flush();
}

}  // namespace ranvier::apps
