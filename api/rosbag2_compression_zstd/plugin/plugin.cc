// zstd under the names that plugins of rosbag2 have.
#include "pluginlib/class_list_macros.hpp"
#include "rosbag2_compression_zstd/zstd_compressor.hpp"
#include "rosbag2_compression_zstd/zstd_decompressor.hpp"

PLUGINLIB_EXPORT_CLASS(
  rosbag2_compression_zstd::ZstdCompressor, rosbag2_compression::BaseCompressorInterface)
PLUGINLIB_EXPORT_CLASS(
  rosbag2_compression_zstd::ZstdDecompressor, rosbag2_compression::BaseDecompressorInterface)
