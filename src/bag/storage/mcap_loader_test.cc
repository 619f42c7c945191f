#include "bag/storage/mcap_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <optional>

#include "bag/storage/bag_testing.h"

namespace ranvier::bag {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::int64_t kTimes = 500;

/// A bag of many small chunks.
class LoaderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WriteOptions options{.uri = bag_};
    options.settings.config = folder_.in("config.yaml");
    std::ofstream(options.settings.config)
        << "chunkSize: 100\nnoChunkCRC: false\ncompression: Zstd\nforceCompression: true\n";
    auto bag = BagWriter::open(options);
    ASSERT_TRUE(bag);
    for (const char* name : {"/a", "/b"}) ASSERT_TRUE((*bag)->add_topic({name, "t/msg/T"}, {}));
    for (std::int64_t time = 0; time < kTimes; ++time) {
      const std::string text = "message of a length that fills chunks " + std::to_string(time);
      ASSERT_TRUE(write_text(**bag, time % 3 == 0 ? 1 : 0, time, text));
    }
    ASSERT_TRUE((*bag)->close());
  }
  std::unique_ptr<BagReader> open(bool loads_ahead) {
    auto reader = BagReader::open({.uri = bag_, .loads_ahead = loads_ahead});
    EXPECT_TRUE(reader);
    return reader ? *std::move(reader) : nullptr;
  }

  const TestFolder folder_;
  const std::string bag_ = folder_.in("bag");
};

TEST_F(LoaderTest, AReaderThatLoadsAheadGivesWhatOneGivesThatDoesNot) {
  for (const auto order : {ReadOrder::kReceived, ReadOrder::kReceivedReverse, ReadOrder::kFile}) {
    const auto with = open(true), without = open(false);
    ASSERT_TRUE(with->set_order(order));
    ASSERT_TRUE(without->set_order(order));
    const auto texts = texts_of(*with);
    EXPECT_EQ(texts.size(), static_cast<std::size_t>(kTimes));
    EXPECT_EQ(texts, texts_of(*without));
  }
}

TEST_F(LoaderTest, ASeekAndAFilterInTheMidstForgetWhatWasLoaded) {
  const auto with = open(true), without = open(false);
  for (const std::int64_t time : {std::int64_t{400}, std::int64_t{10}, std::int64_t{250}}) {
    for (BagReader* bag : {with.get(), without.get()}) {
      ASSERT_TRUE(bag->seek(time));
      for (int i = 0; i < 20; ++i) ASSERT_TRUE(bag->next());
      ASSERT_TRUE(bag->filter([](const Topic& topic) { return topic.name == "/b"; }));
      for (int i = 0; i < 5; ++i) ASSERT_TRUE(bag->next());
      ASSERT_TRUE(bag->filter({}));
    }
    EXPECT_EQ(texts_of(*with), texts_of(*without));
  }
}

TEST_F(LoaderTest, BlocksOfWhichOneFillsTheLoaderAreGivenInTheirOrder) {
  const std::string large = folder_.in("large");
  auto writer = BagWriter::open({.uri = large});
  ASSERT_TRUE(writer);
  ASSERT_TRUE((*writer)->add_topic({"/a", "t/msg/T"}, {}));
  for (std::int64_t time = 0; time < 4; ++time) {
    const std::string text(mcap::Loader::kMost - static_cast<std::size_t>(time), 'x');
    ASSERT_TRUE(write_text(**writer, 0, time, text));
  }
  ASSERT_TRUE((*writer)->close());
  const auto bag = BagReader::open({.uri = large, .loads_ahead = true});
  ASSERT_TRUE(bag);
  for (const std::int64_t from : {std::int64_t{0}, std::int64_t{2}}) {
    ASSERT_TRUE((*bag)->seek(from));
    for (std::int64_t time = from; time < 4; ++time) {
      const auto message = (*bag)->next();
      ASSERT_TRUE(message && *message);
      EXPECT_EQ((*message)->received_ns, time);
    }
    EXPECT_FALSE(*(*bag)->next());
  }
}

TEST_F(LoaderTest, AReaderMayGoWhileBlocksAreLoaded) {
  for (int round = 0; round < 50; ++round) {
    const auto bag = open(true);
    for (int i = 0; i < round % 3; ++i) ASSERT_TRUE(bag->next());
  }
}

TEST_F(LoaderTest, DamageOfABlockIsSaidAndTheOthersAreGiven) {
  const auto file = InputFile::open(folder_.in("bag/bag_0.mcap"));
  ASSERT_TRUE(file);
  const auto index = mcap::read_index(*file);
  ASSERT_TRUE(index);
  const mcap::Block& block = index->blocks[index->blocks.size() / 2];
  {
    std::fstream out(file->path(), std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(static_cast<std::streamoff>(block.begin + block.size - 20));
    out << "damage";
  }
  const auto with = open(true), without = open(false);
  const auto texts = texts_of(*with);
  EXPECT_LT(texts.size(), static_cast<std::size_t>(kTimes));
  EXPECT_GT(texts.size(), static_cast<std::size_t>(kTimes) - 10);
  EXPECT_EQ(texts, texts_of(*without));
  EXPECT_EQ(with->damage(), without->damage());
  EXPECT_THAT(with->damage(), ElementsAre(HasSubstr("byte " + std::to_string(block.begin))));
}

TEST_F(LoaderTest, FewBytesThatAreManyRecordsAreNotAllLoadedAhead) {
  constexpr std::size_t kRecords = mcap::Loader::kMost / 2;
  WriteOptions options{.uri = folder_.in("zeros")};
  options.settings.config = folder_.in("config.yaml");
  auto writer = BagWriter::open(options);
  ASSERT_TRUE(writer);
  ASSERT_TRUE((*writer)->add_topic({"/a", "t/msg/T"}, {}));
  for (std::size_t time = 0; time < mcap::Loader::kMostBlocks; ++time) {
    const std::string zeros(kRecords, '\0');
    ASSERT_TRUE(write_text(**writer, 0, static_cast<std::int64_t>(time), zeros));
  }
  ASSERT_TRUE((*writer)->close());
  const auto file = InputFile::open(folder_.in("zeros/zeros_0.mcap"));
  ASSERT_TRUE(file);
  const auto index = mcap::read_index(*file);
  ASSERT_TRUE(index);
  ASSERT_EQ(index->blocks.size(), mcap::Loader::kMostBlocks);

  mcap::Loader loader(*file), other(*file);
  for (mcap::Loader* one : {&loader, &other}) {
    for (const mcap::Block& block : index->blocks) {
      ASSERT_TRUE(one->has_room(block));
      one->ask(block);
    }
  }
  for (std::size_t i = 0; i < index->blocks.size(); ++i) {  // gives the first one time for as many
    EXPECT_TRUE(other.take().records);
  }
  for (std::size_t i = 0; i < index->blocks.size(); ++i) {
    EXPECT_LE(loader.loaded_bytes(), mcap::Loader::kMost + 2 * kRecords);
    EXPECT_TRUE(loader.take().records);
  }
  EXPECT_EQ(loader.loaded_bytes(), 0U);
}

TEST_F(LoaderTest, OneBlockIsAlwaysLetInAndOthersWhileThereIsRoom) {
  const auto file = InputFile::open(folder_.in("bag/bag_0.mcap"));
  ASSERT_TRUE(file);
  const auto index = mcap::read_index(*file);
  ASSERT_TRUE(index);
  mcap::Block large = index->blocks[0];
  large.size = mcap::Loader::kMost + 1;
  mcap::Loader loader(*file);
  EXPECT_TRUE(loader.is_low());
  EXPECT_TRUE(loader.has_room(large));
  for (std::size_t i = 0; i < mcap::Loader::kMostBlocks; ++i) {
    ASSERT_TRUE(loader.has_room(index->blocks[i]));
    loader.ask(index->blocks[i]);
    EXPECT_FALSE(loader.has_room(large));
  }
  EXPECT_FALSE(loader.has_room(index->blocks.back()));
  EXPECT_FALSE(loader.is_low());
  EXPECT_TRUE(loader.take().records);
  EXPECT_TRUE(loader.has_room(index->blocks.back()));
  loader.clear();
  EXPECT_TRUE(loader.has_room(large));
}

}  // namespace
}  // namespace ranvier::bag
