// Reads bags that rosbag2 has compressed.
#ifndef ROSBAG2_COMPRESSION__SEQUENTIAL_COMPRESSION_READER_HPP_
#define ROSBAG2_COMPRESSION__SEQUENTIAL_COMPRESSION_READER_HPP_

#include "rosbag2_compression/visibility_control.hpp"
#include "rosbag2_cpp/readers/sequential_reader.hpp"

namespace rosbag2_compression
{

/// The same as its base, which asks the bag how it is compressed.
/// Threads: one at a time.
class ROSBAG2_COMPRESSION_PUBLIC SequentialCompressionReader
  : public rosbag2_cpp::readers::SequentialReader
{
};

}  // namespace rosbag2_compression

#endif  // ROSBAG2_COMPRESSION__SEQUENTIAL_COMPRESSION_READER_HPP_
