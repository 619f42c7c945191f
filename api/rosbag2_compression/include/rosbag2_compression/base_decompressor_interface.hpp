// What decompresses: the base class of its plugins.
#ifndef ROSBAG2_COMPRESSION__BASE_DECOMPRESSOR_INTERFACE_HPP_
#define ROSBAG2_COMPRESSION__BASE_DECOMPRESSOR_INTERFACE_HPP_

#include <string>

#include "rosbag2_compression/visibility_control.hpp"
#include "rosbag2_storage/serialized_bag_message.hpp"

namespace rosbag2_compression
{

/// Threads: one at a time.
class ROSBAG2_COMPRESSION_PUBLIC BaseDecompressorInterface
{
public:
  virtual ~BaseDecompressorInterface() = default;

  /// Decompresses a file beside it. @return the new path: the old one without the identifier.
  /// @throws std::runtime_error naming the file.
  virtual std::string decompress_uri(const std::string & uri) = 0;
  /// In place. @throws std::runtime_error for bytes that were not compressed so.
  virtual void decompress_serialized_bag_message(
    rosbag2_storage::SerializedBagMessage * bag_message) = 0;
  virtual std::string get_decompression_identifier() const = 0;  ///< "zstd"

  static std::string get_package_name() {return "rosbag2_compression";}
  static std::string get_base_class_name()
  {
    return "rosbag2_compression::BaseDecompressorInterface";
  }
};

}  // namespace rosbag2_compression

#endif  // ROSBAG2_COMPRESSION__BASE_DECOMPRESSOR_INTERFACE_HPP_
