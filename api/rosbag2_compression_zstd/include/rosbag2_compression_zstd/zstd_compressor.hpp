// Compresses by zstd.
#ifndef ROSBAG2_COMPRESSION_ZSTD__ZSTD_COMPRESSOR_HPP_
#define ROSBAG2_COMPRESSION_ZSTD__ZSTD_COMPRESSOR_HPP_

#include <memory>
#include <string>

#include "rosbag2_compression/base_compressor_interface.hpp"
#include "rosbag2_compression_zstd/visibility_control.hpp"

namespace rosbag2_compression_zstd
{

/// The fastest level, as the presets of bags.
/// Threads: one at a time.
class ROSBAG2_COMPRESSION_ZSTD_PUBLIC ZstdCompressor
  : public rosbag2_compression::BaseCompressorInterface
{
public:
  ZstdCompressor();
  ~ZstdCompressor() override;

  std::string compress_uri(const std::string & uri) override;
  void compress_serialized_bag_message(
    const rosbag2_storage::SerializedBagMessage * bag_message,
    rosbag2_storage::SerializedBagMessage * compressed_message) override;
  std::string get_compression_identifier() const override;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rosbag2_compression_zstd

#endif  // ROSBAG2_COMPRESSION_ZSTD__ZSTD_COMPRESSOR_HPP_
