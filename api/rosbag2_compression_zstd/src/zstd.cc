#include <stdexcept>

#include "bag/storage/compression.h"
#include "rosbag2_compression_zstd/zstd_compressor.hpp"
#include "rosbag2_compression_zstd/zstd_decompressor.hpp"
#include "rosbag2_storage/ros_helper.hpp"

namespace rosbag2_compression_zstd
{
namespace
{

namespace core = ranvier::bag;
using rosbag2_storage::SerializedBagMessage;

constexpr const char * kZstd = "zstd";

template<class ResultT>
void check(const ResultT & result)
{
  if (!result) {throw std::runtime_error(result.error().what);}
}

core::Bytes bytes_of(const SerializedBagMessage & message)
{
  const auto & bytes = *message.serialized_data;
  return {reinterpret_cast<const std::byte *>(bytes.buffer), bytes.buffer_length};
}

}  // namespace

class ZstdCompressor::Impl
{
public:
  core::Compressor compressor{core::Compression::kZstd, core::CompressionLevel::kDefault};
};

ZstdCompressor::ZstdCompressor()
: impl_(std::make_unique<Impl>()) {}

ZstdCompressor::~ZstdCompressor() = default;

std::string ZstdCompressor::compress_uri(const std::string & uri)
{
  const std::string made = uri + '.' + kZstd;
  check(core::compress_file(uri, made));
  return made;
}

void ZstdCompressor::compress_serialized_bag_message(
  const SerializedBagMessage * bag_message, SerializedBagMessage * compressed_message)
{
  const auto frame = impl_->compressor.compress(bytes_of(*bag_message));
  check(frame);
  *compressed_message = *bag_message;
  compressed_message->serialized_data =
    rosbag2_storage::make_serialized_message(frame->data(), frame->size());
}

std::string ZstdCompressor::get_compression_identifier() const {return kZstd;}

std::string ZstdDecompressor::decompress_uri(const std::string & uri)
{
  const std::string end = std::string(".") + kZstd;
  if (uri.size() <= end.size() || uri.compare(uri.size() - end.size(), end.size(), end) != 0) {
    throw std::runtime_error(
      "Bag file '" + uri + "' is not decompressed: its name does not end with '" + end + "'.");
  }
  const std::string made = uri.substr(0, uri.size() - end.size());
  check(core::decompress_file(uri, made));
  return made;
}

void ZstdDecompressor::decompress_serialized_bag_message(SerializedBagMessage * bag_message)
{
  const core::Bytes frame = bytes_of(*bag_message);
  const auto size = core::zstd_content_size(frame);
  if (!size) {
    throw std::runtime_error(
      "A message of '" + bag_message->topic_name + "' is no zstd frame that says its size. It was "
      "not compressed, or is damaged.");
  }
  core::Buffer made;
  check(core::decompress(core::Compression::kZstd, frame, *size, made));
  bag_message->serialized_data =
    rosbag2_storage::make_serialized_message(made.data(), made.size());
}

std::string ZstdDecompressor::get_decompression_identifier() const {return kZstd;}

}  // namespace rosbag2_compression_zstd
