// Files of MCAP whose numbers are wrong: what is whole beside them is read, and memory is not spent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_testing.h"
#include "bag/storage/compression.h"
#include "bag/storage/mcap_records.h"
#include "ranvier/os/text_file.h"

namespace ranvier::bag {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

/// Where the first record of that kind begins.
std::size_t place_of(const std::string& file, mcap::Op wanted) {
  std::size_t place = mcap::kMagic.size();
  for (Unpacker from(bytes_of(file).subspan(place)); !from.done();) {
    if (static_cast<mcap::Op>(from.number<std::uint8_t>()) == wanted) return place;
    const auto length = from.number<std::uint64_t>();
    from.bytes(length);
    place += mcap::kRecordHead + length;
  }
  ADD_FAILURE() << "there is no " << mcap::name_of(wanted);
  return 0;
}

class McapDamageTest : public ::testing::Test {
 protected:
  /// A file of three chunks of one message each, without its last parts.
  std::string unended() {
    const std::string config = folder_.in("config.yaml");
    std::ofstream(config) << "chunkSize: 1\n";
    WriteOptions options{.uri = folder_.in("bag")};
    options.settings.config = config;
    const auto bag = BagWriter::open(options);
    EXPECT_TRUE(bag);
    EXPECT_TRUE((*bag)->add_topic({"/a", "t/msg/A"}, {}));
    for (const char* text : {"one", "two", "three"}) EXPECT_TRUE(write_text(**bag, 0, 5, text));
    return text_of_file(folder_.in("bag/bag_0.mcap"));
  }
  std::unique_ptr<BagReader> read(const std::string& file, std::uint64_t size = 0) {
    const std::string path = folder_.in("damaged.mcap");
    std::ofstream(path, std::ios::binary) << file;
    if (size > 0) std::filesystem::resize_file(path, size);
    auto opened = BagReader::open({.uri = path});
    EXPECT_TRUE(opened) << opened.error().what;
    return opened ? *std::move(opened) : nullptr;
  }
  static void put(std::string& file, std::size_t place, std::uint64_t number) {
    for (int i = 0; i < 8; ++i) file[place + i] = static_cast<char>(number >> (8 * i));
  }

  TestFolder folder_;
};

TEST_F(McapDamageTest, BehindAWrongLengthOfAChunkItsMessagesAndTheNextChunksAreRead) {
  std::string file = unended();
  file[place_of(file, mcap::Op::kChunk) + 6] = 'x';
  const auto bag = read(file);
  ASSERT_TRUE(bag);
  EXPECT_THAT(texts_of(*bag), ElementsAre("one", "two", "three"));
  EXPECT_THAT(bag->damage(), Contains(HasSubstr("the file ends within this chunk")));
}

TEST_F(McapDamageTest, AChunkThatIsTooLargeForMemoryIsRefusedByItsNumbers) {
  std::string file = unended();
  const std::size_t chunk = place_of(file, mcap::Op::kChunk);
  const std::uint64_t size = largest_block() + 4096;
  put(file, chunk + 1, size);
  put(file, chunk + mcap::kRecordHead + 32, size - mcap::ChunkHead::kHead);
  const auto bag = read(file, chunk + mcap::kRecordHead + size);  // a hole
  ASSERT_TRUE(bag);
  EXPECT_THAT(texts_of(*bag), SizeIs(0));
  EXPECT_THAT(bag->damage(), Contains(HasSubstr("at most")));
}

TEST_F(McapDamageTest, ASmallFrameThatPromisesMoreThanMemoryIsRefused) {
  Compressor compressor(Compression::kZstd, CompressionLevel::kFastest);
  const auto frame = compressor.compress(bytes_of("text"));
  ASSERT_TRUE(frame);
  Buffer to;
  const auto done = decompress(Compression::kZstd, *frame, std::uint64_t{3} << 30, to);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().what, HasSubstr("at most"));
}

TEST_F(McapDamageTest, TheMessageIndexesOfADamagedChunkAreNotTheNextOnes) {
  std::string file = unended();
  const std::size_t name_length = place_of(file, mcap::Op::kChunk) + mcap::kRecordHead + 28;
  file.replace(name_length, 4, 4, '\xff');
  const auto bag = read(file);
  ASSERT_TRUE(bag);
  EXPECT_THAT(bag->damage(), Contains(HasSubstr("the head of this chunk is damaged")));
  EXPECT_EQ(texts_of(*bag).size(), bag->metadata().messages);
}

TEST_F(McapDamageTest, MessagesOfNoKnownChannelAreOneLineOfDamage) {
  Buffer file;
  Packer to(file);
  to.bytes(bytes_of(mcap::kMagic));
  mcap::put_header(to, "ros2", "test");
  mcap::Message message;
  message.channel_id = 7;
  for (int i = 0; i < 1000; ++i) mcap::put_message_head(to, message, 0);
  const auto bag = read(std::string(text_of(file)));
  ASSERT_TRUE(bag);
  EXPECT_THAT(bag->damage(), SizeIs(2));
  EXPECT_THAT(bag->damage(), Contains(HasSubstr("1000 messages")));
}

}  // namespace
}  // namespace ranvier::bag
