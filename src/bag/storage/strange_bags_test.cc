// Bags as they lie in folders of others: renamed, of old programs, or not there at all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "bag/storage/bag_folder.h"
#include "bag/storage/bag_index.h"
#include "bag/storage/bag_names.h"
#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_testing.h"
#include "bag/storage/compression.h"
#include "bag/storage/sqlite_db.h"

namespace ranvier::bag {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class StrangeBagTest : public ::testing::Test {
 protected:
  /// "bag", with a message "0", "1", ... at each second, each in a file of its own.
  void write(int files, const std::string& storage = "mcap",
             WriteCompression::Mode mode = WriteCompression::Mode::kNone) {
    const auto bag = BagWriter::open({.uri = bag_, .storage_id = storage, .compression = {mode}});
    ASSERT_TRUE(bag) << bag.error().what;
    const auto topic = (*bag)->add_topic({"/a", "t/msg/A"}, {});
    ASSERT_TRUE(topic);
    for (int i = 0; i < files; ++i) {
      if (i > 0) {
        ASSERT_TRUE((*bag)->split());
      }
      ASSERT_TRUE(write_text(**bag, *topic, i * kSecond, std::to_string(i)));
    }
    ASSERT_TRUE((*bag)->close());
  }
  void rename(const std::string& from, const std::string& to) const {
    fs::rename(bag_ + '/' + from, bag_ + '/' + to);
  }
  void put(const std::string& name, std::string_view bytes) const {
    fs::create_directory(bag_);
    std::ofstream(bag_ + '/' + name, std::ios::binary) << bytes;
  }
  void make_old_file(const std::string& name, const std::string& sql) const {
    fs::create_directory(bag_);
    auto file = sqlite::Database::create(bag_ + '/' + name);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->run(std::string(kTopics) + kMessages + sql));
  }
  /// A frame of zstd that holds the text, as SQL has it.
  static std::string zstd_of(std::string_view text) {
    Compressor compressor(Compression::kZstd, CompressionLevel::kDefault);
    const auto frame = compressor.compress(bytes_of(text));
    EXPECT_TRUE(frame);
    std::string sql = "x'";
    for (const std::byte each : *frame) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      const auto byte = static_cast<std::uint8_t>(each);
      sql += {kDigits[byte >> 4], kDigits[byte & 15]};
    }
    return sql + "'";
  }
  void forget_metadata() const { fs::remove(bag_ + "/metadata.yaml"); }
  std::unique_ptr<BagReader> read(const std::string& uri) const {
    auto opened = BagReader::open({.uri = uri});
    EXPECT_TRUE(opened) << opened.error().what;
    return opened ? *std::move(opened) : nullptr;
  }
  std::unique_ptr<BagReader> read() const { return read(bag_); }
  std::string refusal(const std::string& uri) const {
    const auto opened = BagReader::open({.uri = uri});
    EXPECT_FALSE(opened);
    return opened ? "" : opened.error().what;
  }

  static constexpr std::int64_t kSecond = 1'000'000'000;
  static constexpr const char* kTopics =
      "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,"
      " serialization_format TEXT NOT NULL);";
  static constexpr const char* kMessages =
      "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL,"
      " timestamp INTEGER NOT NULL, data BLOB NOT NULL);";
  const TestFolder folder_;
  const std::string bag_ = folder_.in("bag");
};

TEST_F(StrangeBagTest, AFileThatWasRenamedIsReadInThePlaceOfTheNamedOne) {
  for (const std::string name : {"walk.mcap", "walk_7.mcap"}) {
    fs::remove_all(bag_);
    write(1);
    rename("bag_0.mcap", name);
    const auto bag = read();
    ASSERT_TRUE(bag);
    EXPECT_THAT(texts_of(*bag), ElementsAre("0"));
    EXPECT_THAT(bag->damage(), ElementsAre(AllOf(HasSubstr("'bag_0.mcap'"), HasSubstr(name),
                                                 HasSubstr("`ros2 bag reindex`"))));
    ASSERT_TRUE(reindex(bag_, ""));
    EXPECT_THAT(read()->damage(), IsEmpty());
  }
}

TEST_F(StrangeBagTest, RenamedFilesOfASplitBagAreFoundByTheirNumbers) {
  write(3);
  for (const std::string number : {"0", "1", "2"}) {
    rename("bag_" + number + ".mcap", "run_" + number + ".mcap");
  }
  EXPECT_THAT(texts_of(*read()), ElementsAre("0", "1", "2"));
}

TEST_F(StrangeBagTest, AFileThatIsGoneIsNotReplacedByACopyOfAnother) {
  write(3);
  rename("bag_2.mcap", "bag_1 (copy).mcap");
  const auto bag = read();
  EXPECT_THAT(texts_of(*bag), ElementsAre("0", "1"));
  EXPECT_THAT(bag->damage(), ElementsAre(HasSubstr("bag_2.mcap' cannot be opened")));
}

TEST_F(StrangeBagTest, ARenamedFileTakesThePlaceOfOneAlone) {
  write(2);
  auto metadata = metadata_in(bag_);
  ASSERT_TRUE(metadata);
  metadata->paths = {"one_1.mcap", "other_1.mcap"};
  ASSERT_TRUE(replace_file(bag_ + "/metadata.yaml", to_yaml(*metadata)));
  const auto bag = read();
  ASSERT_TRUE(bag);
  EXPECT_THAT(texts_of(*bag), ElementsAre("1"));
}

TEST_F(StrangeBagTest, WhatMacosPutsBesideAFileIsNoFileOfTheBag) {
  for (const std::string name : {"bag_0.mcap", "walk.mcap"}) {
    fs::remove_all(bag_);
    write(1);
    if (name != "bag_0.mcap") rename("bag_0.mcap", name);
    forget_metadata();
    put("._" + name, "attributes");
    const auto bag = read();
    ASSERT_TRUE(bag);
    EXPECT_THAT(texts_of(*bag), ElementsAre("0"));
    EXPECT_THAT(bag->damage(), IsEmpty());
  }
}

TEST_F(StrangeBagTest, WithoutMetadataTheOnlyFileIsTheBagWhateverItsName) {
  write(1, "sqlite3");
  rename("bag_0.db3", "talker.db3");
  forget_metadata();
  EXPECT_THAT(texts_of(*read()), ElementsAre("0"));
  const auto indexed = reindex(bag_, "");
  ASSERT_TRUE(indexed) << indexed.error().what;
  EXPECT_THAT(indexed->paths, ElementsAre("talker.db3"));
}

TEST_F(StrangeBagTest, WithoutMetadataSeveralFilesWithoutNumbersAreNamed) {
  write(2);
  rename("bag_0.mcap", "a.mcap");
  rename("bag_1.mcap", "b.mcap");
  forget_metadata();
  EXPECT_THAT(refusal(bag_), AllOf(HasSubstr("a.mcap, b.mcap"), HasSubstr("Name one of them")));
  const auto indexed = reindex(bag_, "");
  ASSERT_FALSE(indexed);
  EXPECT_THAT(indexed.error().what, HasSubstr("Name one of them"));
  EXPECT_THAT(texts_of(*read(bag_ + "/b.mcap")), ElementsAre("1"));
}

TEST_F(StrangeBagTest, OfSeveralFilesWithoutNumbersThoseAreIndexedThatMetadataNames) {
  write(2);
  auto metadata = metadata_in(bag_);
  ASSERT_TRUE(metadata);
  metadata->paths = {"a.mcap"};
  ASSERT_TRUE(replace_file(bag_ + "/metadata.yaml", to_yaml(*metadata)));
  rename("bag_0.mcap", "a.mcap");
  rename("bag_1.mcap", "b.mcap");
  const auto indexed = reindex(bag_, "");
  ASSERT_TRUE(indexed) << indexed.error().what;
  EXPECT_THAT(indexed->paths, ElementsAre("a.mcap"));
  EXPECT_EQ(indexed->messages, 1U);
}

TEST_F(StrangeBagTest, AFileThatLiesBesideItsCompressedFormIsReadOnce) {
  write(1);
  ASSERT_TRUE(compress_file(bag_ + "/bag_0.mcap", bag_ + "/bag_0.mcap.zstd"));
  forget_metadata();
  EXPECT_THAT(texts_of(*read()), ElementsAre("0"));
  EXPECT_THAT(numbered_files(bag_, ".mcap"), ElementsAre(bag_ + "/bag_0.mcap"));
}

TEST_F(StrangeBagTest, WhatIsNoFileOfABagIsSaidWithTheRemedy) {
  using namespace std::literals;
  const std::pair<std::string_view, const char*> files[] = {
      {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n", "`git lfs pull`"},
      {"\x89MCAP0\n\x01\0\0"sv, "line ends were changed"},
      {"#ROSBAG V2.0\n", "a bag of ROS 1"}};
  for (const auto& [bytes, words] : files) {
    for (const std::string name : {"a.mcap", "a.db3", "a.mcap.zstd", "a.bag"}) {
      put(name, bytes);
      EXPECT_THAT(refusal(bag_ + '/' + name), HasSubstr(words)) << name;
    }
  }
  put("metadata.yaml", files[0].first);
  EXPECT_THAT(refusal(bag_), HasSubstr("metadata.yaml' is a pointer of Git LFS"));
  put("text.db3", "no database");
  EXPECT_THAT(refusal(bag_ + "/text.db3"), HasSubstr("name that (-s)"));
}

TEST_F(StrangeBagTest, AFileWhoseNameTellsNothingIsReadByItsContent) {
  for (const std::string storage : {"mcap", "sqlite3"}) {
    fs::remove_all(bag_);
    write(1, storage);
    rename(storage == "mcap" ? "bag_0.mcap" : "bag_0.db3", "download");
    EXPECT_THAT(texts_of(*read(bag_ + "/download")), ElementsAre("0"));
  }
  put("other", "text");
  EXPECT_THAT(refusal(bag_ + "/other"), HasSubstr("Name it (-s)"));
}

// Recorders of rosbag2 write one when they begin.
TEST_F(StrangeBagTest, MetadataThatNamesNoFileDoesNotHideThoseThatAreThere) {
  write(2);
  put("metadata.yaml",
      "rosbag2_bagfile_information:\n  version: 5\n  storage_identifier: \"\"\n"
      "  relative_file_paths:\n    []\n  message_count: 0\n");
  const auto bag = read();
  ASSERT_TRUE(bag);
  EXPECT_THAT(texts_of(*bag), ElementsAre("0", "1"));
  EXPECT_EQ(bag->metadata().messages, 2U);
  EXPECT_THAT(bag->damage(), ElementsAre(HasSubstr("names no file")));
}

TEST_F(StrangeBagTest, WhatMetadataThatNamesNoFileCountsIsNotAddedToWhatTheFilesHold) {
  write(2);
  auto metadata = metadata_in(bag_);
  ASSERT_TRUE(metadata);
  metadata->paths.clear();
  metadata->start_ns = -kSecond;
  ASSERT_TRUE(replace_file(bag_ + "/metadata.yaml", to_yaml(*metadata)));
  const auto bag = read();
  ASSERT_TRUE(bag);
  EXPECT_EQ(bag->metadata().messages, 2U);
  EXPECT_EQ(bag->metadata().start_ns, 0);
  ASSERT_EQ(bag->topics().size(), 1U);
  EXPECT_EQ(bag->topics()[0].messages, 2U);
}

TEST_F(StrangeBagTest, AnIndexKeepsTheNotesOfMetadataThatNamesNoFile) {
  write(1);
  auto metadata = metadata_in(bag_);
  ASSERT_TRUE(metadata);
  metadata->paths.clear();
  metadata->custom_data["robot"] = "walker";
  ASSERT_TRUE(replace_file(bag_ + "/metadata.yaml", to_yaml(*metadata)));
  const auto indexed = reindex(bag_, "");
  ASSERT_TRUE(indexed) << indexed.error().what;
  EXPECT_EQ(indexed->custom_data.at("robot"), "walker");
}

TEST_F(StrangeBagTest, APathMayBeginWithTwoSlashes) {
  const auto bag =
      BagWriter::open({.uri = bag_, .storage_id = "sqlite3", .settings = {"resilient", {}}});
  ASSERT_TRUE(bag);
  ASSERT_TRUE((*bag)->add_topic({"/a", "t/msg/A"}, {}));
  ASSERT_TRUE(write_text(**bag, 0, 0, "text"));
  ASSERT_TRUE((*bag)->close());
  const auto opened = BagReader::open({.uri = '/' + bag_});
  ASSERT_TRUE(opened) << opened.error().what;
  EXPECT_THAT(texts_of(**opened), ElementsAre("text"));
}

TEST_F(StrangeBagTest, WhereMetadataNamesNoFileAndTheirNamesTellNothingTheBagIsNotEmpty) {
  write(2);
  auto metadata = metadata_in(bag_);
  ASSERT_TRUE(metadata);
  metadata->paths.clear();
  ASSERT_TRUE(replace_file(bag_ + "/metadata.yaml", to_yaml(*metadata)));
  rename("bag_0.mcap", "a.mcap");
  rename("bag_1.mcap", "b.mcap");
  EXPECT_THAT(refusal(bag_), HasSubstr("Name one of them"));
}

TEST_F(StrangeBagTest, MetadataThatNamesNoStorageIsReadByTheNamesOfItsFiles) {
  write(1, "sqlite3");
  const std::string text =
      "rosbag2_bagfile_information:\n  version: 5\n  storage_identifier: \"\"\n"
      "  relative_file_paths:\n    - ";
  put("metadata.yaml", text + "bag_0.db3\n");
  EXPECT_THAT(texts_of(*read()), ElementsAre("0"));
  put("metadata.yaml", text + "bag_0.other\n");
  EXPECT_THAT(refusal(bag_), HasSubstr("names no storage. Name it (-s)"));
}

// rosbag2 of 2020 wrote down when the last file begins.
TEST_F(StrangeBagTest, TimesAreThoseOfTheMessagesWhereMetadataSaysLess) {
  write(3);
  auto metadata = metadata_in(bag_);
  ASSERT_TRUE(metadata);
  metadata->start_ns = 2 * kSecond;
  metadata->duration_ns = 1;
  ASSERT_TRUE(replace_file(bag_ + "/metadata.yaml", to_yaml(*metadata)));
  const auto bag = read();
  EXPECT_EQ(bag->metadata().start_ns, 0);
  EXPECT_EQ(bag->metadata().duration_ns, 2 * kSecond + 1);
}

// rosbag2 of 2021 left such files without a word in them; what is not CDR may begin so by chance.
TEST_F(StrangeBagTest, MessagesThatAreCompressedByThemselvesAreSeenToBe) {
  const std::string frame = zstd_of("text");
  make_old_file("bag_0.db3",
                "INSERT INTO topics VALUES(1, '/a', 't/msg/A', 'cdr'), (2, '/b', 'B', 'protobuf');"
                "INSERT INTO messages VALUES(1, 1, 10, " +
                    frame + "), (2, 2, 20, " + frame + "), (3, 1, 30, x'28b52ffd61');");
  const auto bag = read();
  ASSERT_TRUE(bag);
  EXPECT_THAT(texts_of(*bag),
              ElementsAre("text", StartsWith("\x28\xb5\x2f\xfd"), "\x28\xb5\x2f\xfd\x61"));
  EXPECT_THAT(bag->damage(), IsEmpty());
  const auto indexed = reindex(bag_, "");
  ASSERT_TRUE(indexed) << indexed.error().what;
  EXPECT_EQ(indexed->compression_mode, "MESSAGE");
  EXPECT_EQ(indexed->compression_format, "zstd");
}

// The first that rosbag2 had, in 2018.
TEST_F(StrangeBagTest, ABagOfTheFirstVersionIsRead) {
  fs::create_directory(bag_);
  auto file = sqlite::Database::create(bag_ + "/old.db3");
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->run(
      "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL);" +
      std::string(kMessages) +
      "INSERT INTO topics VALUES(1, '/a', 't/A');"
      "INSERT INTO messages VALUES(1, 1, 10, x'61');"));
  put("metadata.yaml",
      "rosbag2_bagfile_information:\n  version: 1\n  storage_identifier: sqlite3\n"
      "  relative_file_paths:\n    - old.db3\n  duration:\n    nanoseconds: 0\n"
      "  starting_time:\n    nanoseconds_since_epoch: 10\n  message_count: 1\n"
      "  topics_with_message_count:\n    - topic_and_type:\n        name: /a\n"
      "        type: t/A\n      message_count: 1\n");
  const auto bag = read();
  ASSERT_TRUE(bag);
  EXPECT_THAT(texts_of(*bag), ElementsAre("a"));
  ASSERT_EQ(bag->topics().size(), 1U);
  EXPECT_EQ(bag->topics()[0].topic.name, "/a");
  EXPECT_EQ(bag->topics()[0].topic.format, "cdr");
  EXPECT_THAT(bag->damage(), IsEmpty());
}

}  // namespace
}  // namespace ranvier::bag
