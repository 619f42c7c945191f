// Folders and messages for tests of bags. Of tests alone.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_writer.h"
#include "bag/storage/bytes.h"
#include "ranvier/base/saturating.h"

namespace ranvier::bag {

/// A folder of its own, removed at the end.
class TestFolder final {
 public:
  TestFolder() {
    std::string name = std::filesystem::temp_directory_path() / "ranvier_bag_XXXXXX";
    path_ = ::mkdtemp(name.data()) ? name : std::string();
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::string in(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
};

/// Writes one message in two parts, sent 1 ns before it was received.
inline Result<void> write_text(BagWriter& bag, TopicId topic, std::int64_t time,
                               std::string_view text) {
  const Bytes whole = bytes_of(text);
  const Bytes parts[] = {whole.first(whole.size() / 2), whole.subspan(whole.size() / 2)};
  const BagMessage message{topic, time, subtract_saturating(time, 1), parts};
  return bag.write({&message, 1});
}

/// The bytes of all messages that come, up to the end or an error.
inline std::vector<std::string> texts_of(BagReader& bag) {
  std::vector<std::string> texts;
  for (;;) {
    const auto message = bag.next();
    if (!message || !*message) return texts;
    texts.emplace_back(text_of((*message)->data));
  }
}

}  // namespace ranvier::bag
