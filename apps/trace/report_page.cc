#include "report_page.h"

#include <cstdint>
#include <random>
#include <span>

#include "output_file.h"
#include "page_parts.h"
#include "report_data.h"

namespace ranvier::apps {
namespace {

using trace_model::MarkLane;
using trace_model::RunLane;
using trace_model::Timeline;
using trace_model::WaitLane;

// A word that nobody knew when the trace was made: only scripts that have it may run.
std::string secret() {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::random_device random;
  std::string text;
  for (int i = 0; i < 32; ++i) text += kDigits[random() % 16];
  return text;
}

// As JSON that HTML has no reason to look into.
std::string harmless(const Json& json) {
  std::string text;
  // What is no UTF-8 is replaced, what is no ASCII is escaped.
  for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    switch (c) {  // these stand in texts only
      case '<': text += "\\u003c"; break;
      case '>': text += "\\u003e"; break;
      case '&': text += "\\u0026"; break;
      default: text += c;
    }
  }
  return text;
}

/// Writes bytes as base64, those of several calls as if they were one.
class Base64 final {
 public:
  explicit Base64(OutputFile& file) : file_(file) {}

  void write(std::span<const std::uint8_t> bytes) {
    for (const std::uint8_t byte : bytes) {
      group_ = group_ << 8 | byte;
      if (++in_group_ < 3) continue;
      add_group(4);
      if (text_.size() > kPiece) flush();
    }
  }
  void finish() {
    if (in_group_ > 0) {
      const unsigned letters = in_group_ + 1;
      group_ <<= 8 * (3 - in_group_);
      add_group(letters);
      text_.append(4 - letters, '=');
    }
    flush();
  }

 private:
  static constexpr std::size_t kPiece = 1 << 16;
  static constexpr char kLetters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  void add_group(unsigned letters) {
    for (unsigned i = 0; i < letters; ++i) text_ += kLetters[group_ >> (18 - 6 * i) & 63];
    group_ = 0;
    in_group_ = 0;
  }
  void flush() {
    file_.write(text_);
    text_.clear();
  }

  OutputFile& file_;
  std::string text_;
  std::uint32_t group_ = 0;
  unsigned in_group_ = 0;
};

void write_lanes(OutputFile& file, const Timeline& timeline) {
  Base64 out(file);
  for (const RunLane& lane : timeline.threads) out.write(lane.runs.bytes);
  for (const MarkLane& lane : timeline.topics) {
    out.write(lane.publications.bytes);
    out.write(lane.takes.bytes);
  }
  for (const WaitLane& lane : timeline.waits) out.write(lane.waits.bytes);
  out.finish();
}

}  // namespace

Result<void> write_report(const std::string& path, const Json& data, const Timeline& timeline) {
  auto file = OutputFile::create(path);
  if (!file) return file.error();
  const std::string key = secret();
  file->write(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'nonce-" +
      key + "'; script-src 'nonce-" + key +
      "'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>Trace report</title>\n<style nonce=\"" +
      key + "\">\n");
  file->write(kPageStyle);
  file->write("</style></head>\n");
  file->write(kPageBody);
  file->write("<script type=\"application/json\" id=\"data\">");
  file->write(harmless(data));
  file->write("</script>\n<script type=\"application/json\" id=\"lanes\">");
  file->write(harmless(timeline_data(timeline)));
  file->write("</script>\n<script type=\"text/plain\" id=\"bytes\">");
  write_lanes(*file, timeline);
  file->write("</script>\n<script nonce=\"" + key + "\">\n");
  for (const std::string_view script : kPageScripts) file->write(script);
  file->write("</script>\n</body></html>\n");
  return file->commit();
}

}  // namespace ranvier::apps
