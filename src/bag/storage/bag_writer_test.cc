#include "bag/storage/bag_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>

#include "bag/storage/bag_folder.h"
#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_testing.h"
#include "ranvier/os/text_file.h"

namespace ranvier::bag {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Whether a file was ended: it has its index.
bool is_complete(const std::string& file) {
  const auto opened = open_bag_file(**find_storage("mcap"), file, {});
  return opened && (*opened)->contents().is_whole;
}

std::unique_ptr<BagWriter> open_bag(const WriteOptions& options) {
  auto opened = BagWriter::open(options);
  EXPECT_TRUE(opened) << opened.error().what;
  return opened ? *std::move(opened) : nullptr;
}

TEST(BagWriterTest, AFolderThatExistsIsNeverOverwritten) {
  const TestFolder folder;
  const auto refused = BagWriter::open({.uri = folder.path()});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kAlreadyExists);
  EXPECT_THAT(refused.error().what, AllOf(HasSubstr(folder.path()), HasSubstr("Choose another")));
}

TEST(BagWriterTest, FilesThatAreTooSmallAreRefusedBeforeAFolderIsMade) {
  const TestFolder folder;
  const auto refused = BagWriter::open({.uri = folder.in("bag"), .max_file_size = 1023});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("at least 1024"));
  EXPECT_FALSE(std::filesystem::exists(folder.in("bag")));
}

TEST(BagWriterTest, AMessageOfATopicThatNobodyAddedIsRefusedAndTheBagGoesOn) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag")});
  EXPECT_FALSE(write_text(*bag, 0, 1, "lost"));
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  EXPECT_TRUE(write_text(*bag, 0, 1, "kept"));
  const auto closed = bag->close();
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->messages, 1U);
}

TEST(BagWriterTest, AFileEndsBeforeTheMessageThatIsTooLate) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag"), .max_file_duration_ns = 10});
  std::vector<std::string> opened;
  bag->on_split([&](const BagWriter::Split& split) {
    opened.push_back(split.opened);
    EXPECT_TRUE(is_complete(split.closed));
  });
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  for (const std::int64_t time : {100, 110, 111, 115, 131})
    EXPECT_TRUE(write_text(*bag, 0, time, "x"));
  const auto closed = bag->close();
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->files,
            (std::vector<FileInfo>{
                {"bag_0.mcap", 100, 10, 2}, {"bag_1.mcap", 111, 4, 2}, {"bag_2.mcap", 131, 0, 1}}));
  EXPECT_EQ(opened, (std::vector<std::string>{folder.in("bag/bag_1.mcap"),
                                              folder.in("bag/bag_2.mcap"), ""}));
  EXPECT_EQ(closed->start_ns, 100);
  EXPECT_EQ(closed->duration_ns, 31);
}

TEST(BagWriterTest, WhoWaitsForASplitIsToldThatTheFileIsComplete) {
  const TestFolder folder;
  for (const auto mode : {WriteCompression::Mode::kNone, WriteCompression::Mode::kFile}) {
    const std::string name = mode == WriteCompression::Mode::kFile ? "small" : "plain";
    const auto bag = open_bag({.uri = folder.in(name), .compression = {.mode = mode}});
    std::vector<std::string> closed;
    bag->on_split([&](const BagWriter::Split& split) {
      closed.push_back(std::filesystem::path(split.closed).filename());
      EXPECT_TRUE(is_complete(split.closed));
    });
    ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
    for (std::size_t round = 1; round <= 3; ++round) {
      ASSERT_TRUE(write_text(*bag, 0, 1, "x"));
      ASSERT_TRUE(bag->split());
      bag->wait_for_splits();
      EXPECT_EQ(closed.size(), round);
    }
    EXPECT_TRUE(closed.back().starts_with(name + "_2.mcap")) << closed.back();
    ASSERT_TRUE(bag->close());
    EXPECT_EQ(closed.size(), 4U);
  }
}

TEST(BagWriterTest, TheLastFileIsToldLastAlsoWhereOthersTakeLongerToCompress) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag"),
                             .compression = {.mode = WriteCompression::Mode::kFile, .threads = 2}});
  std::vector<std::string> opened;
  bag->on_split([&](const BagWriter::Split& split) { opened.push_back(split.opened); });
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  std::string noise(20'000'000, ' ');
  std::minstd_rand random(1);
  for (char& letter : noise) letter = static_cast<char>(random());
  ASSERT_TRUE(write_text(*bag, 0, 1, noise));
  ASSERT_TRUE(bag->split());
  EXPECT_TRUE(bag->is_ending_files());
  ASSERT_TRUE(write_text(*bag, 0, 2, "x"));
  ASSERT_TRUE(bag->close());
  EXPECT_FALSE(bag->is_ending_files());
  EXPECT_EQ(opened, (std::vector<std::string>{folder.in("bag/bag_1.mcap"), ""}));
}

/// What a file of the bag says of it.
BagMetadata copy_in(const TestFolder& folder, const std::string& file, const char* storage_id) {
  const auto opened = open_bag_file(**find_storage(storage_id), folder.in("bag/" + file), {});
  EXPECT_TRUE(opened) << opened.error().what;
  if (!opened || !(*opened)->contents().note) return {};
  const auto read = parse_metadata(*(*opened)->contents().note, file);
  EXPECT_TRUE(read) << read.error().what;
  return read ? *read : BagMetadata{};
}

TEST(BagWriterTest, AFileSaysWhatItHoldsItselfAndTheLastOneWhatTheBagHolds) {
  for (const auto& [id, extension] : {std::pair{"mcap", ".mcap"}, std::pair{"sqlite3", ".db3"}}) {
    const TestFolder folder;
    const std::string first = std::string("bag_0") + extension,
                      second = std::string("bag_1") + extension,
                      third = std::string("bag_2") + extension;
    const auto bag =
        open_bag({.uri = folder.in("bag"), .storage_id = id, .custom_data = {{"who", "us"}}});
    ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
    ASSERT_TRUE(write_text(*bag, 0, 1, "x"));
    ASSERT_TRUE(bag->split());
    ASSERT_TRUE(bag->add_topic({"/b", "t/msg/T"}, {}));
    for (const std::int64_t time : {10, 12}) ASSERT_TRUE(write_text(*bag, 1, time, "x"));
    ASSERT_TRUE(write_text(*bag, 0, 13, "x"));
    ASSERT_TRUE(bag->split());
    ASSERT_TRUE(write_text(*bag, 0, 20, "x"));
    const auto whole = bag->close();
    ASSERT_TRUE(whole);
    const auto of_second = copy_in(folder, second, id);
    EXPECT_THAT(of_second.files, ElementsAre(FileInfo{second, 10, 3, 3}));
    EXPECT_THAT(of_second.topics,
                ElementsAre(TopicCount{{"/a", "t/msg/T"}, 1}, TopicCount{{"/b", "t/msg/T"}, 2}));
    EXPECT_EQ(of_second.custom_data.at("who"), "us");
    EXPECT_THAT(copy_in(folder, first, id).files, ElementsAre(FileInfo{first, 1, 0, 1}));
    EXPECT_EQ(copy_in(folder, third, id), *whole);
  }
}

TEST(BagWriterTest, AFileNamesItselfFromItsBeginningOn) {
  for (const auto& [id, extension] : {std::pair{"mcap", ".mcap"}, std::pair{"sqlite3", ".db3"}}) {
    const TestFolder folder;
    const auto bag = open_bag({.uri = folder.in("bag"), .storage_id = id});
    ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
    ASSERT_TRUE(write_text(*bag, 0, 1, "x"));
    ASSERT_TRUE(bag->split());
    ASSERT_TRUE(write_text(*bag, 0, 2, "x"));
    ASSERT_TRUE(bag->flush());
    const std::string second = std::string("bag_1") + extension;
    EXPECT_THAT(copy_in(folder, second, id).paths, ElementsAre(second));
  }
}

TEST(BagWriterTest, TimesAtTheEndsOfTheirRangeAreFarApart) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag"), .max_file_duration_ns = 10});
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  for (const std::int64_t time : {INT64_MIN, INT64_MAX}) EXPECT_TRUE(write_text(*bag, 0, time, ""));
  const auto closed = bag->close();
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->files.size(), 2U);
}

TEST(BagWriterTest, OfABagThatCannotBeOpenedNothingStays) {
  const TestFolder folder;
  WriteOptions options{.uri = folder.in("bag"), .storage_id = "sqlite3"};
  options.settings.config = folder.in("config.yaml");
  std::ofstream(options.settings.config) << "write: {pragmas: ['no pragma = = 1']}\n";
  const auto refused = BagWriter::open(options);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("syntax error"));
  EXPECT_FALSE(std::filesystem::exists(folder.in("bag")));
  options.settings.config.clear();
  EXPECT_TRUE(BagWriter::open(options));
}

TEST(BagWriterTest, AMessageThatIsTooLargeForSqliteIsRefusedInWords) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag"), .storage_id = "sqlite3"});
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  constexpr std::size_t kSize = 1'000'000'000;
  void* const pages = ::mmap(nullptr, kSize, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  const Bytes part(static_cast<const std::byte*>(pages), kSize);
  const BagMessage message{0, 1, 1, std::span(&part, 1)};
  const auto done = bag->write(std::span(&message, 1));
  ::munmap(pages, kSize);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().what, AllOf(HasSubstr("1000000000 bytes"), HasSubstr("into MCAP")));
  EXPECT_TRUE(write_text(*bag, 0, 2, "x"));
}

TEST(BagWriterTest, AFileThatWasPreparedAndNotNeededIsRemoved) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag"), .max_file_duration_ns = 10});
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  for (const std::int64_t time : {100, 109}) EXPECT_TRUE(write_text(*bag, 0, time, "x"));
  ASSERT_TRUE(bag->close());
  EXPECT_FALSE(std::filesystem::exists(folder.in("bag/bag_1.mcap")));
}

/// Files of this process cannot grow beyond so many bytes.
class LargestFile final {
 public:
  explicit LargestFile(std::uint64_t bytes) : before_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit less{bytes, limit_.rlim_max};
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &less), 0);
  }
  ~LargestFile() {
    ::setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, before_);
  }
  LargestFile(const LargestFile&) = delete;

 private:
  void (*before_)(int);
  rlimit limit_{};
};

TEST(BagWriterTest, MessagesThatDieInMemoryWithTheirChunkAreLost) {
  const TestFolder folder;
  WriteOptions options{.uri = folder.in("bag")};
  options.settings.preset = "zstd_fast";
  const auto bag = open_bag(options);
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  std::mt19937 random(3);
  std::string text(20'000, ' ');
  for (char& letter : text) letter = static_cast<char>(random());
  ASSERT_TRUE(write_text(*bag, 0, 1, text));
  ASSERT_TRUE(bag->flush());
  {
    const LargestFile full(std::filesystem::file_size(folder.in("bag/bag_0.mcap")));
    for (int i = 2; i < 5; ++i) ASSERT_TRUE(write_text(*bag, 0, i, "kept in memory"));
    EXPECT_FALSE(write_text(*bag, 7, 5, "of no topic"));  // which loses nothing
    EXPECT_EQ(bag->counts().at(0), 4U);
    EXPECT_FALSE(bag->close());
  }
  EXPECT_EQ(bag->died().at(0), 3U);
  EXPECT_EQ(bag->counts().at(0), 1U);
  const std::string yaml = text_of_file(folder.in("bag/metadata.yaml"));
  EXPECT_THAT(yaml, AllOf(HasSubstr("lost_messages: \"3\""), HasSubstr("message_count: 1\n")));
}

TEST(BagWriterTest, WhatWasLostIsSaidByTopic) {
  const TestFolder folder;
  const auto bag = open_bag({.uri = folder.in("bag"), .custom_data = {{"robot", "r2"}}});
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  ASSERT_TRUE(bag->add_topic({"/b", "t/msg/T"}, {}));
  ASSERT_TRUE(bag->close({{0, 3}, {1, 4}}, {{"site", "hall"}}));
  const std::string yaml = text_of_file(folder.in("bag/metadata.yaml"));
  EXPECT_THAT(yaml, AllOf(HasSubstr("lost_messages: \"7\""), HasSubstr("lost_messages /a: \"3\""),
                          HasSubstr("lost_messages /b: \"4\""), HasSubstr("robot: r2"),
                          HasSubstr("site: hall")));
}

// What a bag holds, in the order of time.
std::vector<std::string> texts_of(const std::string& uri) {
  const auto bag = BagReader::open({.uri = uri});
  EXPECT_TRUE(bag) << bag.error().what;
  std::vector<std::string> texts;
  for (;;) {
    const auto message = (*bag)->next();
    EXPECT_TRUE(message) << message.error().what;
    if (!message || !*message) return texts;
    const Bytes data = (*message)->data;
    texts.emplace_back(reinterpret_cast<const char*>(data.data()), data.size());
  }
}

TEST(BagWriterTest, FilesAreCompressedWhenTheyAreEnded) {
  const TestFolder folder;
  const auto bag =
      open_bag({.uri = folder.in("bag"),
                .max_file_duration_ns = 10,
                .compression = {.mode = WriteCompression::Mode::kFile, .threads = 2, .nice = 5}});
  ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
  const std::string large(100'000, 'x');
  for (const std::int64_t time : {100, 111, 122}) EXPECT_TRUE(write_text(*bag, 0, time, large));
  const auto closed = bag->close();
  ASSERT_TRUE(closed) << closed.error().what;
  EXPECT_EQ(closed->compression_mode, "FILE");
  EXPECT_THAT(closed->paths, ElementsAre("bag_0.mcap.zstd", "bag_1.mcap.zstd", "bag_2.mcap.zstd"));
  for (const std::string& path : closed->paths) {
    EXPECT_LT(std::filesystem::file_size(folder.in("bag/" + path)), 10'000u);
    EXPECT_FALSE(std::filesystem::exists(folder.in("bag/" + path.substr(0, path.size() - 5))));
  }
  EXPECT_THAT(texts_of(folder.in("bag")), ElementsAre(large, large, large));
}

TEST(BagWriterTest, MessagesAreCompressedOneByOneInEveryStorage) {
  for (const char* const id : {"mcap", "sqlite3"}) {
    const TestFolder folder;
    const auto bag =
        open_bag({.uri = folder.in("bag"),
                  .storage_id = id,
                  .compression = {.mode = WriteCompression::Mode::kMessage, .threads = 3}});
    ASSERT_TRUE(bag->add_topic({"/a", "t/msg/T"}, {}));
    std::vector<std::string> sent;
    std::vector<Bytes> parts;
    std::vector<BagMessage> messages;
    for (int i = 0; i < 50; ++i) sent.push_back(std::to_string(i) + std::string(20'000, 'x'));
    for (const std::string& text : sent) parts.push_back(bytes_of(text));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      messages.push_back({0, static_cast<std::int64_t>(i), 0, std::span(&parts[i], 1)});
    }
    ASSERT_TRUE(bag->write(messages));
    const auto closed = bag->close();
    ASSERT_TRUE(closed) << closed.error().what;
    EXPECT_EQ(closed->compression_mode, "MESSAGE");
    EXPECT_LT(std::filesystem::file_size(folder.in("bag/" + closed->paths.front())), 100'000u);
    EXPECT_EQ(texts_of(folder.in("bag")), sent);
    std::filesystem::remove(folder.in("bag/metadata.yaml"));  // the file says it too
    EXPECT_EQ(texts_of(folder.in("bag")), sent);
    EXPECT_EQ(texts_of(folder.in("bag/" + closed->paths.front())), sent);
  }
}

TEST(BagWriterTest, CompressionThatCannotBeIsRefusedInWords) {
  EXPECT_FALSE(compression_of_words("chunk", "", 0, 0));
  EXPECT_FALSE(compression_of_words("file", "lz4", 0, 0));
  EXPECT_FALSE(compression_of_words("file", "", 100'000, 0));
  EXPECT_TRUE(compression_of_words("File", "zstd", 2, 0));
  EXPECT_TRUE(compression_of_words("none", "", 0, 0));
}

}  // namespace
}  // namespace ranvier::bag
