// Makes compressors and decompressors by their format.
#ifndef ROSBAG2_COMPRESSION__COMPRESSION_FACTORY_HPP_
#define ROSBAG2_COMPRESSION__COMPRESSION_FACTORY_HPP_

#include <memory>
#include <string>
#include <vector>

#include "rosbag2_compression/base_compressor_interface.hpp"
#include "rosbag2_compression/base_decompressor_interface.hpp"

namespace rosbag2_compression
{

/// From the plugins of packages: rosbag2_compression_zstd has "zstd".
/// Threads: any.
class ROSBAG2_COMPRESSION_PUBLIC CompressionFactory
{
public:
  CompressionFactory();
  virtual ~CompressionFactory();

  /// @return null, and an error in the log, for a format of no plugin.
  virtual std::shared_ptr<BaseCompressorInterface> create_compressor(
    const std::string & compression_format);
  virtual std::shared_ptr<BaseDecompressorInterface> create_decompressor(
    const std::string & compression_format);
  /// @throws pluginlib::PluginlibException where no package is in the index.
  virtual std::vector<std::string> get_declared_compressor_plugins() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rosbag2_compression

#endif  // ROSBAG2_COMPRESSION__COMPRESSION_FACTORY_HPP_
