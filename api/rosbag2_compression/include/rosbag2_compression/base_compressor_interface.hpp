// What compresses: the base class of its plugins.
#ifndef ROSBAG2_COMPRESSION__BASE_COMPRESSOR_INTERFACE_HPP_
#define ROSBAG2_COMPRESSION__BASE_COMPRESSOR_INTERFACE_HPP_

#include <string>

#include "rosbag2_compression/visibility_control.hpp"
#include "rosbag2_storage/serialized_bag_message.hpp"

namespace rosbag2_compression
{

/// Threads: one at a time.
class ROSBAG2_COMPRESSION_PUBLIC BaseCompressorInterface
{
public:
  virtual ~BaseCompressorInterface() = default;

  /// Compresses a file beside it. @return the new path: the old one with the identifier behind it.
  /// @throws std::runtime_error naming the file.
  virtual std::string compress_uri(const std::string & uri) = 0;
  /// @param compressed_message  gets the bytes, the topic and the times.
  virtual void compress_serialized_bag_message(
    const rosbag2_storage::SerializedBagMessage * bag_message,
    rosbag2_storage::SerializedBagMessage * compressed_message) = 0;
  virtual std::string get_compression_identifier() const = 0;  ///< "zstd"

  static std::string get_package_name() {return "rosbag2_compression";}
  static std::string get_base_class_name()
  {
    return "rosbag2_compression::BaseCompressorInterface";
  }
};

}  // namespace rosbag2_compression

#endif  // ROSBAG2_COMPRESSION__BASE_COMPRESSOR_INTERFACE_HPP_
