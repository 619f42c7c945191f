#include "bag/storage/bag_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <ostream>
#include <random>

#include "bag/storage/bag_testing.h"
#include "ranvier/os/text_file.h"

namespace ranvier::bag {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::unique_ptr<BagReader> read_bag(const std::string& uri) {
  auto opened = BagReader::open({.uri = uri});
  EXPECT_TRUE(opened) << opened.error().what;
  return opened ? *std::move(opened) : nullptr;
}

/// "topic time text" of all that comes.
std::vector<std::string> rest_of(BagReader& bag) {
  std::vector<std::string> all;
  for (;;) {
    const auto message = bag.next();
    EXPECT_TRUE(message) << message.error().what;
    if (!message || !*message) return all;
    all.push_back(bag.topics()[(*message)->topic].topic.name + ' ' +
                  std::to_string((*message)->received_ns) + ' ' +
                  std::string(text_of((*message)->data)));
    const bool keeps_sent = bag.metadata().storage_id == "mcap";
    EXPECT_EQ((*message)->sent_ns, (*message)->received_ns - (keeps_sent ? 1 : 0));
  }
}

struct Form {
  const char* name;
  const char* preset;
  const char* config;
  const char* storage = "mcap";
  [[nodiscard]] bool compresses() const {
    const std::string_view text = name;
    return text.starts_with("zstd") || text == "lz4";
  }
  [[nodiscard]] bool is_mcap() const { return storage == std::string_view("mcap"); }
  friend void PrintTo(const Form& form, std::ostream* out) { *out << form.name; }
};
// Small chunks, so that a short bag has many.
constexpr Form kForms[] = {
    {"plain", "", "chunkSize: 100\nnoChunkCRC: false\nenableDataCRC: true\n"},
    {"fastwrite", "fastwrite", ""},
    {"zstd", "zstd_fast", "chunkSize: 200\nforceCompression: true\n"},
    {"lz4", "", "chunkSize: 200\ncompression: Lz4\nforceCompression: true\nnoChunkCRC: false\n"},
    {"zstd_small", "zstd_small", "chunkSize: 150\n"},
    {"no_summary", "", "chunkSize: 150\nnoSummary: true\n"},
    {"no_message_index", "", "chunkSize: 150\nnoMessageIndex: true\nnoStatistics: true\n"},
    {"sqlite", "", "write: {pragmas: ['page_size = 4096']}\n", "sqlite3"},
    {"sqlite_resilient", "resilient", "read: {pragmas: ['cache_size = 100']}\n", "sqlite3"},
};

class EveryForm : public ::testing::TestWithParam<Form> {
 protected:
  /// Messages of 30 times, some of which come late; "/b" comes with the third.
  /// @param each  is called after each message.
  std::vector<std::string> write(
      const std::string& uri, std::uint64_t max_file_size = 0,
      const std::function<void()>& each = [] {}) {
    WriteOptions options{
        .uri = uri, .storage_id = GetParam().storage, .max_file_size = max_file_size};
    options.custom_data = {{"robot", "r2"}};
    options.ros_distro = "jazzy";
    options.settings.preset = GetParam().preset;
    options.settings.config = folder_.in("config.yaml");
    std::ofstream(options.settings.config) << GetParam().config;
    const auto bag = BagWriter::open(options);
    EXPECT_TRUE(bag) << bag.error().what;
    const Topic a{"/a", "t/msg/A", "cdr", "RIHS01_a", "- depth: 1\n"};
    EXPECT_TRUE((*bag)->add_topic(a, {"ros2msg", "int32 a\n"}));
    EXPECT_TRUE((*bag)->add_topic({"/b", "t/msg/B"}, {"ros2msg", "int32 b\n"}));
    std::vector<std::string> written;
    for (int i = 0; i < 30; ++i) {
      const std::int64_t time = 1000 + 10 * (i % 5 == 4 ? i - 3 : i);
      const bool b = i % 3 == 2;
      const std::string text = "message " + std::to_string(i);
      EXPECT_TRUE(write_text(**bag, b, time, text));
      written.push_back((b ? "/b " : "/a ") + std::to_string(time) + ' ' + text);
      each();
    }
    EXPECT_TRUE((*bag)->close());
    return written;
  }
  static std::vector<std::string> by_time(std::vector<std::string> written) {
    std::stable_sort(written.begin(), written.end(),
                     [](const auto& a, const auto& b) { return a.substr(3, 4) < b.substr(3, 4); });
    return written;
  }

  TestFolder folder_;
};

TEST_P(EveryForm, GivesWhatWasWrittenInAllThreeOrders) {
  const auto written = write(folder_.in("bag"));
  const auto bag = read_bag(folder_.in("bag"));
  ASSERT_TRUE(bag);
  auto sorted = by_time(written);
  EXPECT_EQ(rest_of(*bag), sorted);
  ASSERT_TRUE(bag->set_order(ReadOrder::kReceivedReverse));
  std::reverse(sorted.begin(), sorted.end());
  EXPECT_EQ(rest_of(*bag), sorted);
  ASSERT_TRUE(bag->set_order(ReadOrder::kFile));
  EXPECT_EQ(rest_of(*bag), written);
  EXPECT_THAT(bag->damage(), IsEmpty());
  EXPECT_EQ(bag->topics()[0].topic, (Topic{"/a", "t/msg/A", "cdr", "RIHS01_a", "- depth: 1\n"}));
  EXPECT_EQ(bag->topics()[0].messages, 20U);
  EXPECT_THAT(bag->definitions(),
              ElementsAre(Definition{"ros2msg", "int32 a\n"}, Definition{"ros2msg", "int32 b\n"}));
}

TEST_P(EveryForm, SeeksToTheFirstMessageOfThatTimeOrLater) {
  const auto sorted = by_time(write(folder_.in("bag")));
  const auto bag = read_bag(folder_.in("bag"));
  ASSERT_TRUE(bag);
  for (const std::int64_t time : {0, 1000, 1101, 1110, 1290, 2000}) {
    ASSERT_TRUE(bag->set_order(ReadOrder::kReceived));
    ASSERT_TRUE(bag->seek(time));
    std::vector<std::string> later;
    for (const auto& each : sorted) {
      if (std::stoll(each.substr(3, 4)) >= time) later.push_back(each);
    }
    EXPECT_EQ(rest_of(*bag), later) << time;
    ASSERT_TRUE(bag->set_order(ReadOrder::kReceivedReverse));
    ASSERT_TRUE(bag->seek(time));
    EXPECT_EQ(rest_of(*bag).size(),
              std::count_if(sorted.begin(), sorted.end(), [&](const auto& each) {
                return std::stoll(each.substr(3, 4)) <= time;
              }));
  }
}

TEST_P(EveryForm, AFilterGoesOnBehindTheLastMessage) {
  const auto sorted = by_time(write(folder_.in("bag")));
  const auto bag = read_bag(folder_.in("bag"));
  ASSERT_TRUE(bag);
  for (int i = 0; i < 7; ++i) ASSERT_TRUE(bag->next());
  ASSERT_TRUE(bag->filter([](const Topic& topic) { return topic.name == "/b"; }));
  std::vector<std::string> rest;
  std::copy_if(sorted.begin() + 7, sorted.end(), std::back_inserter(rest),
               [](const auto& each) { return each.starts_with("/b"); });
  EXPECT_EQ(rest_of(*bag), rest);
}

TEST_P(EveryForm, ReadsABagOfSeveralFilesWithoutItsMetadata) {
  const auto sorted = by_time(write(folder_.in("bag"), GetParam().is_mcap() ? 1024 : 0));
  std::filesystem::remove(folder_.in("bag/metadata.yaml"));
  const auto bag = read_bag(folder_.in("bag"));
  ASSERT_TRUE(bag);
  if (GetParam().is_mcap()) {
    EXPECT_GT(bag->metadata().files.size(), 1U);
  }
  EXPECT_EQ(bag->metadata().messages, 30U);
  EXPECT_EQ(bag->metadata().start_ns, 1000);
  EXPECT_EQ(bag->metadata().duration_ns, 280);
  EXPECT_EQ(bag->metadata().custom_data.at("robot"), "r2");
  EXPECT_EQ(bag->metadata().ros_distro, "jazzy");
  EXPECT_EQ(rest_of(*bag), sorted);
}

// As a kill or a loss of power leaves it. Compressed chunks are lost as a whole.
TEST_P(EveryForm, AFileThatEndsAnywhereGivesItsFirstMessages) {
  if (!GetParam().is_mcap()) GTEST_SKIP() << "SQLite promises nothing for such files";
  const auto written = write(folder_.in("bag"));
  const std::string path = folder_.in("bag/bag_0.mcap");
  const std::size_t whole = std::filesystem::file_size(path);
  std::size_t before = written.size();
  for (std::size_t size = whole + 1; size-- > 0;) {
    std::filesystem::resize_file(path, size);
    const auto bag = read_bag(path);
    ASSERT_TRUE(bag) << size;
    ASSERT_TRUE(bag->set_order(ReadOrder::kFile));
    const auto rest = rest_of(*bag);
    ASSERT_LE(rest.size(), before) << size;
    before = rest.size();
    ASSERT_EQ(rest, std::vector(written.begin(), written.begin() + before)) << size;
    ASSERT_EQ(bag->metadata().messages, rest.size()) << size;
    ASSERT_EQ(bag->damage().empty(), size == whole) << size;
    if (size == whole) {
      ASSERT_EQ(before, written.size());
    }
  }
}

// Between two calls of the kernel, messages lie behind the open chunk, whose head does not have them.
TEST_P(EveryForm, AFileThatWasNotEndedGivesItsFirstMessagesWhereverItsRecorderWasKilled) {
  if (!GetParam().is_mcap()) GTEST_SKIP() << "SQLite promises nothing for such files";
  const std::string path = folder_.in("bag/bag_0.mcap");
  const std::string cut = folder_.in("cut.mcap");
  const bool plain = !GetParam().compresses();
  std::vector<std::vector<std::string>> found;
  std::string before;
  std::size_t count = 0;
  const auto written = write(folder_.in("bag"), 0, [&] {
    const std::string after = text_of_file(path);
    std::ofstream(cut, std::ios::binary) << before + after.substr(before.size());
    ++count;
    for (std::size_t size = after.size(); size > before.size(); --size) {
      std::filesystem::resize_file(cut, size);
      const auto bag = read_bag(cut);
      ASSERT_TRUE(bag && bag->set_order(ReadOrder::kFile)) << size;
      found.push_back(rest_of(*bag));
      ASSERT_EQ(bag->metadata().messages, found.back().size()) << size;
      if (plain) {
        ASSERT_EQ(found.back().size(), size == after.size() ? count : found.back().size());
      }
      ASSERT_FALSE(bag->damage().empty());
    }
    before = after;
  });
  for (const auto& each : found) {
    ASSERT_LE(each.size(), written.size());
    ASSERT_EQ(each, std::vector(written.begin(), written.begin() + each.size()));
  }
}

// One byte is changed at a time. What comes is right, or it is missing and that is said.
TEST_P(EveryForm, DamageEndsNothing) {
  write(folder_.in("bag"));
  const std::string path = folder_.in(GetParam().is_mcap() ? "bag/bag_0.mcap" : "bag/bag_0.db3");
  const std::string whole = text_of_file(path);
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  std::mt19937 random(7);
  for (std::size_t round = 0; round < 300; ++round) {
    const auto place = static_cast<std::ptrdiff_t>(random() % whole.size());
    file.seekp(place).put(static_cast<char>(random())).flush();
    auto bag = BagReader::open({.uri = path});
    if (!bag) {
      EXPECT_THAT(bag.error().what, HasSubstr(path));
    }
    for (std::size_t count = 0; bag; ++count) {
      ASSERT_LE(count, 60U);
      const auto message = (*bag)->next();
      if (!message || !*message) break;
    }
    file.seekp(place).put(whole[static_cast<std::size_t>(place)]).flush();
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, EveryForm, ::testing::ValuesIn(kForms),
                         [](const auto& form) { return form.param.name; });

TEST(BagReaderTest, APathWithoutABagIsSaid) {
  const TestFolder folder;
  const auto missing = BagReader::open({.uri = folder.in("none")});
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().what, AllOf(HasSubstr("none"), HasSubstr("Check the path")));
  const auto empty = BagReader::open({.uri = folder.path()});
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().what, HasSubstr("no metadata.yaml"));
}

TEST(BagReaderTest, ASummaryThatChangedIsNotBelieved) {
  const TestFolder folder;
  const auto bag = BagWriter::open({.uri = folder.in("bag")});
  ASSERT_TRUE(bag);
  ASSERT_TRUE((*bag)->add_topic({"/a", "t/msg/A"}, {}));
  ASSERT_TRUE(write_text(**bag, 0, 5, "hello"));
  ASSERT_TRUE((*bag)->close());
  std::string file = text_of_file(folder.in("bag/bag_0.mcap"));
  file[file.rfind("t/msg/A")] = 'x';  // of the summary
  std::ofstream(folder.in("bag/bag_0.mcap"), std::ios::binary) << file;
  const auto read = read_bag(folder.in("bag"));
  ASSERT_TRUE(read);
  EXPECT_THAT(read->damage(), Contains(HasSubstr("its summary is damaged")));
  EXPECT_THAT(rest_of(*read), ElementsAre("/a 5 hello"));
}

TEST(BagReaderTest, RecordsOfAKindThatIsNotKnownAreSkipped) {
  const TestFolder folder;
  const auto bag = BagWriter::open({.uri = folder.in("bag")});
  ASSERT_TRUE(bag);
  ASSERT_TRUE((*bag)->add_topic({"/a", "t/msg/A"}, {}));
  ASSERT_TRUE(write_text(**bag, 0, 5, "hello"));
  ASSERT_TRUE((*bag)->close());
  std::string file = text_of_file(folder.in("bag/bag_0.mcap"));
  const std::string_view strange("\x80\3\0\0\0\0\0\0\0abc", 12);
  const std::size_t behind_the_header = 8 + 9 + 4 + 4 + 4 + 7;
  file.insert(behind_the_header, strange);
  file.resize(file.size() - 20);  // its offsets are wrong now: all records are read
  std::ofstream(folder.in("bag/bag_0.mcap"), std::ios::binary) << file;
  const auto read = read_bag(folder.in("bag"));
  ASSERT_TRUE(read);
  EXPECT_THAT(rest_of(*read), ElementsAre("/a 5 hello"));
}

}  // namespace
}  // namespace ranvier::bag
