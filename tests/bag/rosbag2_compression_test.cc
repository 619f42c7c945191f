// The classes of rosbag2_compression as users call them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "bag_folder.h"
#include "rosbag2_compression/compression_factory.hpp"
#include "rosbag2_compression/sequential_compression_reader.hpp"
#include "rosbag2_compression/sequential_compression_writer.hpp"
#include "rosbag2_compression_zstd/zstd_compressor.hpp"
#include "rosbag2_compression_zstd/zstd_decompressor.hpp"
#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_cpp/writer.hpp"
#include "rosbag2_storage/ros_helper.hpp"

namespace {

using bag_tests::words_of;
using rosbag2_compression::CompressionMode;
using rosbag2_compression::CompressionOptions;
using rosbag2_compression::SequentialCompressionReader;
using rosbag2_compression::SequentialCompressionWriter;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string text_of(const rosbag2_storage::SerializedBagMessage& message) {
  const auto& bytes = *message.serialized_data;
  return {reinterpret_cast<const char*>(bytes.buffer), bytes.buffer_length};
}

rosbag2_storage::SerializedBagMessage message_of(const std::string& text) {
  rosbag2_storage::SerializedBagMessage message;
  message.topic_name = "/a";
  message.recv_timestamp = 10;
  message.serialized_data = rosbag2_storage::make_serialized_message(text.data(), text.size());
  return message;
}

class CompressedBags : public ::testing::Test, protected bag_tests::BagFolder {
 protected:
  void write(const std::string& storage, const CompressionOptions& compression) const {
    rosbag2_cpp::Writer writer(std::make_unique<SequentialCompressionWriter>(compression));
    writer.open(at("bag", storage));
    writer.create_topic({0, "/a", "std_msgs/msg/String", "cdr", {}, ""});
    for (int i = 0; i < 3; ++i) {
      writer.write(std::make_shared<rosbag2_storage::SerializedBagMessage>(
          message_of(std::string(10'000, static_cast<char>('0' + i)))));
    }
    writer.close();
  }
  std::vector<char> first_letters() const {
    SequentialCompressionReader reader;
    reader.open(at("bag", ""), {});
    std::vector<char> letters;
    while (reader.has_next()) {
      const auto message = reader.read_next();
      EXPECT_EQ(message->serialized_data->buffer_length, 10'000u);
      letters.push_back(text_of(*message).at(0));
    }
    return letters;
  }
  std::uint64_t size(const std::string& name) const {
    return std::filesystem::file_size(in("bag/" + name));
  }
};

TEST_F(CompressedBags, FilesAreCompressedAndReadAsTheyWereWritten) {
  write("mcap", {"zstd", CompressionMode::FILE, 1, 2, 5});
  EXPECT_LT(size("bag_0.mcap.zstd"), 10'000u);
  EXPECT_FALSE(std::filesystem::exists(in("bag/bag_0.mcap")));
  EXPECT_THAT(first_letters(), ElementsAre('0', '1', '2'));
}

TEST_F(CompressedBags, MessagesAreCompressedAndReadAsTheyWereWritten) {
  write("sqlite3", {"zstd", CompressionMode::MESSAGE, 1, 2, {}});
  EXPECT_LT(size("bag_0.db3"), 60'000u);
  EXPECT_THAT(first_letters(), ElementsAre('0', '1', '2'));
}

TEST_F(CompressedBags, WhatCannotBeCompressedIsSaidWhenABagIsOpened) {
  EXPECT_THAT(words_of([&] { write("mcap", {"paper", CompressionMode::FILE, 1, 1, {}}); }),
              HasSubstr("'paper'"));
  EXPECT_FALSE(std::filesystem::exists(in("bag")));
}

TEST_F(CompressedBags, ACompressorAndADecompressorUndoEachOther) {
  rosbag2_compression_zstd::ZstdCompressor compressor;
  rosbag2_compression_zstd::ZstdDecompressor decompressor;
  const auto plain = message_of(std::string(10'000, 'x'));
  rosbag2_storage::SerializedBagMessage made;
  compressor.compress_serialized_bag_message(&plain, &made);
  EXPECT_LT(made.serialized_data->buffer_length, 1'000u);
  EXPECT_EQ(made.topic_name, "/a");
  EXPECT_EQ(made.recv_timestamp, 10);
  decompressor.decompress_serialized_bag_message(&made);
  EXPECT_EQ(text_of(made), text_of(plain));
  auto damaged = message_of("no frame");
  EXPECT_THAT(words_of([&] { decompressor.decompress_serialized_bag_message(&damaged); }),
              HasSubstr("'/a' is no zstd frame"));

  std::ofstream(in("file")) << "what a file holds";
  EXPECT_EQ(compressor.compress_uri(in("file")), in("file.zstd"));
  std::filesystem::remove(in("file"));
  EXPECT_EQ(decompressor.decompress_uri(in("file.zstd")), in("file"));
  EXPECT_EQ(std::filesystem::file_size(in("file")), 17u);
  EXPECT_THAT(words_of([&] { decompressor.decompress_uri(in("file")); }), HasSubstr("'.zstd'"));
}

TEST_F(CompressedBags, AFormatOfNoPluginIsNull) {
  rosbag2_compression::CompressionFactory factory;
  EXPECT_EQ(factory.create_compressor("paper"), nullptr);
  EXPECT_EQ(factory.create_decompressor("paper"), nullptr);
}

TEST_F(CompressedBags, AModeIsKnownByItsWord) {
  using rosbag2_compression::compression_mode_from_string;
  using rosbag2_compression::compression_mode_to_string;
  for (const char* word : {"NONE", "FILE", "MESSAGE"}) {
    EXPECT_EQ(compression_mode_to_string(compression_mode_from_string(word)), word);
  }
  EXPECT_EQ(compression_mode_from_string("file"), CompressionMode::FILE);
  EXPECT_EQ(compression_mode_from_string("paper"), CompressionMode::NONE);
  EXPECT_EQ(compression_mode_to_string(static_cast<CompressionMode>(7)), "NONE");
}

}  // namespace
