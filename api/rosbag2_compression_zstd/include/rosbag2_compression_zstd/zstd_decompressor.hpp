// Decompresses what zstd has compressed.
#ifndef ROSBAG2_COMPRESSION_ZSTD__ZSTD_DECOMPRESSOR_HPP_
#define ROSBAG2_COMPRESSION_ZSTD__ZSTD_DECOMPRESSOR_HPP_

#include <string>

#include "rosbag2_compression/base_decompressor_interface.hpp"
#include "rosbag2_compression_zstd/visibility_control.hpp"

namespace rosbag2_compression_zstd
{

/// Threads: any.
class ROSBAG2_COMPRESSION_ZSTD_PUBLIC ZstdDecompressor
  : public rosbag2_compression::BaseDecompressorInterface
{
public:
  /// @throws std::runtime_error also for a path that does not end with ".zstd".
  std::string decompress_uri(const std::string & uri) override;
  void decompress_serialized_bag_message(
    rosbag2_storage::SerializedBagMessage * bag_message) override;
  std::string get_decompression_identifier() const override;
};

}  // namespace rosbag2_compression_zstd

#endif  // ROSBAG2_COMPRESSION_ZSTD__ZSTD_DECOMPRESSOR_HPP_
