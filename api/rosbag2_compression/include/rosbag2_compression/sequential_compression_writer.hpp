// Writes bags whose files or messages are compressed.
#ifndef ROSBAG2_COMPRESSION__SEQUENTIAL_COMPRESSION_WRITER_HPP_
#define ROSBAG2_COMPRESSION__SEQUENTIAL_COMPRESSION_WRITER_HPP_

#include "rosbag2_compression/compression_options.hpp"
#include "rosbag2_cpp/writers/sequential_writer.hpp"

namespace rosbag2_compression
{

/// Threads of the bag's own compress, and who writes waits for them: nothing is dropped. The format
/// is "zstd"; a plugin's cannot be given.
///
/// Threads: one at a time.
class ROSBAG2_COMPRESSION_PUBLIC SequentialCompressionWriter
  : public rosbag2_cpp::writers::SequentialWriter
{
public:
  explicit SequentialCompressionWriter(
    const CompressionOptions & compression_options = CompressionOptions());

  /// @throws std::runtime_error also for a format that there is not, and for messages of MCAP.
  void open(
    const rosbag2_storage::StorageOptions & storage_options,
    const rosbag2_cpp::ConverterOptions & converter_options = {}) override;

private:
  CompressionOptions compression_options_;
};

}  // namespace rosbag2_compression

#endif  // ROSBAG2_COMPRESSION__SEQUENTIAL_COMPRESSION_WRITER_HPP_
