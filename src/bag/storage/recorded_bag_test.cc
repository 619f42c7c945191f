// Bags that are read while they are recorded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_testing.h"
#include "bag/storage/sqlite_db.h"
#include "bag/storage/sqlite_reader.h"
#include "bag/storage/sqlite_writer.h"

namespace ranvier::bag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& each : std::filesystem::directory_iterator(folder))
    names.push_back(each.path().filename());
  return names;
}

struct Storage {
  const char* name;
  const char* id;
  const char* preset;
};

/// A bag of a topic "/a" that goes on.
class RecordedBag : public ::testing::TestWithParam<Storage> {
 protected:
  RecordedBag() {
    auto opened = BagWriter::open({.uri = folder_.in("bag"),
                                   .storage_id = GetParam().id,
                                   .settings = {.preset = GetParam().preset, .config = {}}});
    EXPECT_TRUE(opened) << opened.error().what;
    writer_ = *std::move(opened);
    EXPECT_TRUE(writer_->add_topic({"/a", "t/msg/A"}, {}));
  }
  std::unique_ptr<BagReader> read() const {
    auto opened = BagReader::open({.uri = folder_.in("bag")});
    EXPECT_TRUE(opened) << opened.error().what;
    return opened ? *std::move(opened) : nullptr;
  }

  TestFolder folder_;
  std::unique_ptr<BagWriter> writer_;
};

TEST_P(RecordedBag, ATopicThatComesWhileItIsReadIsLeftOutWhenTheReaderSeeks) {
  ASSERT_TRUE(write_text(*writer_, 0, 10, "first"));
  const auto reader = read();
  ASSERT_TRUE(reader);
  EXPECT_THAT(texts_of(*reader), ElementsAre("first"));
  ASSERT_TRUE(writer_->add_topic({"/0", "t/msg/B"}, {}));
  ASSERT_TRUE(write_text(*writer_, 1, 20, "of a new topic"));
  ASSERT_TRUE(write_text(*writer_, 0, 30, "second"));
  ASSERT_TRUE(reader->seek(0));
  EXPECT_THAT(texts_of(*reader), ElementsAre("first", "second"));
  EXPECT_EQ(reader->topics().size(), 1U);
}

// MCAP's recorder writes the head of its open chunk again with each write.
TEST_P(RecordedBag, WhatWasThereWhenItWasOpenedIsReadThoughTheRecorderGoesOn) {
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(write_text(*writer_, 0, i, "text"));
  const auto reader = read();
  ASSERT_TRUE(reader);
  for (int i = 10; i < 15; ++i) ASSERT_TRUE(write_text(*writer_, 0, i, "text"));
  EXPECT_GE(texts_of(*reader).size(), 10U);
  for (const std::string& each : reader->damage()) EXPECT_THAT(each, HasSubstr("not ended"));
}

TEST_P(RecordedBag, AReaderInTheMiddleOfABagDoesNotHoldUpItsRecorder) {
  const std::string text(1000, 'x');
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(write_text(*writer_, 0, 10, text));
  const auto reader = read();
  ASSERT_TRUE(reader);
  ASSERT_TRUE(reader->next());
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(write_text(*writer_, 0, 20, text));
  const auto closed = writer_->close();
  ASSERT_TRUE(closed) << closed.error().what;
  EXPECT_EQ(closed->messages, 40U);
  const auto whole = read();
  ASSERT_TRUE(whole);
  EXPECT_THAT(whole->damage(), IsEmpty());
  EXPECT_EQ(texts_of(*whole).size(), 40U);
}

TEST_P(RecordedBag, WhoReadsABagThatHasEndedLeavesNothingBesideItsFiles) {
  ASSERT_TRUE(write_text(*writer_, 0, 10, "text"));
  const auto reader = read();
  ASSERT_TRUE(reader);
  EXPECT_EQ(texts_of(*reader).size(), 1U);
  ASSERT_TRUE(writer_->close());
  for (int i = 0; i < 2; ++i) EXPECT_THAT(texts_of(*read()), ElementsAre("text"));
  const std::string file = std::string("bag_0") + (*GetParam().id == 'm' ? ".mcap" : ".db3");
  EXPECT_THAT(names_in(folder_.in("bag")), UnorderedElementsAre(file, "metadata.yaml"));
}

INSTANTIATE_TEST_SUITE_P(Storages, RecordedBag,
                         ::testing::Values(Storage{"mcap", "mcap", ""},
                                           Storage{"sqlite", "sqlite3", ""},
                                           Storage{"sqlite_resilient", "sqlite3", "resilient"}),
                         [](const auto& storage) { return std::string(storage.param.name); });

/// A program that holds a file as sqlite3 does while it shows what it reads.
class Holder final {
 public:
  explicit Holder(const std::string& path) {
    auto opened = sqlite::Database::open(path);
    EXPECT_TRUE(opened) << opened.error().what;
    database_ = *std::move(opened);
    statement_ = *database_.prepare("SELECT id FROM messages");
    EXPECT_TRUE(*statement_.step());
  }
  void let_go() { statement_.reset(); }

 private:
  sqlite::Database database_;
  sqlite::Statement statement_;
};

TEST(RecordedSqliteTest, WhatIsWrittenWhileAnotherProgramHoldsTheFileComesWithTheNextWrite) {
  const TestFolder folder;
  auto writer = SqliteWriter::create(folder.in("a.db3"), *read_sqlite_options("", ""), "jazzy");
  ASSERT_TRUE(writer) << writer.error().what;
  ASSERT_TRUE((*writer)->add_topic({"/a", "t/msg/A"}, {}));
  const auto write = [&](std::int64_t time) {
    const Bytes part = bytes_of("text");
    const BagMessage message{0, time, time, {&part, 1}};
    return (*writer)->write({&message, 1});
  };
  ASSERT_TRUE(write(1));
  Holder holder(folder.in("a.db3"));
  EXPECT_TRUE(write(2));
  EXPECT_TRUE((*writer)->add_topic({"/b", "t/msg/B"}, {}));
  holder.let_go();
  EXPECT_TRUE(write(3));
  const auto reader = SqliteReader::open(folder.in("a.db3"), {});
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader)->contents().messages, 3U);
  EXPECT_EQ((*reader)->contents().topics.size(), 2U);
  EXPECT_TRUE((*writer)->finish());
}

// Messages of one time come in more than one part.
TEST(RecordedSqliteTest, ManyMessagesOfOneTimeComeOnceInEveryOrder) {
  const TestFolder folder;
  auto bag = BagWriter::open({.uri = folder.in("bag"), .storage_id = "sqlite3"});
  ASSERT_TRUE(bag);
  ASSERT_TRUE((*bag)->add_topic({"/a", "t/msg/A"}, {}));
  std::vector<std::string> written;
  for (int i = 0; i < 8; ++i) {
    written.push_back(std::to_string(i) + std::string(400'000, 'x'));
    ASSERT_TRUE(write_text(**bag, 0, i < 7 ? 10 : 20, written.back()));
  }
  ASSERT_TRUE((*bag)->close());
  auto reader = BagReader::open({.uri = folder.in("bag")});
  ASSERT_TRUE(reader);
  EXPECT_TRUE(texts_of(**reader) == written);
  ASSERT_TRUE((*reader)->set_order(ReadOrder::kFile));
  EXPECT_TRUE(texts_of(**reader) == written);
  ASSERT_TRUE((*reader)->set_order(ReadOrder::kReceivedReverse));
  ASSERT_TRUE((*reader)->seek(10));
  written.pop_back();
  std::reverse(written.begin(), written.end());
  EXPECT_TRUE(texts_of(**reader) == written);
}

TEST(RecordedSqliteTest, AFileThatAnotherProgramWritesIsNotReadAsOneThatNeverChanges) {
  const TestFolder folder;
  auto other = sqlite::Database::create(folder.in("b.db3"));
  ASSERT_TRUE(other);
  ASSERT_TRUE(other->run("CREATE TABLE a(b); BEGIN EXCLUSIVE"));
  const auto refused = sqlite::Database::open(folder.in("b.db3"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("locked"));
}

}  // namespace
}  // namespace ranvier::bag
