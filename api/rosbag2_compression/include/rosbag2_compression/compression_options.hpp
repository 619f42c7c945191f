// What of a bag is compressed, and how.
#ifndef ROSBAG2_COMPRESSION__COMPRESSION_OPTIONS_HPP_
#define ROSBAG2_COMPRESSION__COMPRESSION_OPTIONS_HPP_

#include <cstdint>
#include <optional>
#include <string>

#include "rosbag2_compression/visibility_control.hpp"

namespace rosbag2_compression
{

enum class CompressionMode : uint32_t
{
  NONE = 0,
  FILE,  ///< Each file, when it has ended.
  MESSAGE,  ///< Each message by itself.
  LAST_MODE = MESSAGE
};

/// "FILE" or "MESSAGE" in any case; NONE for other texts. Threads: any.
ROSBAG2_COMPRESSION_PUBLIC CompressionMode compression_mode_from_string(
  const std::string & compression_mode);
/// "NONE", "FILE", "MESSAGE"; "UNKNOWN" for a number of none. Threads: any.
ROSBAG2_COMPRESSION_PUBLIC std::string compression_mode_to_string(CompressionMode compression_mode);

/// Threads: as a struct.
struct CompressionOptions
{
  std::string compression_format{};  ///< "zstd"
  CompressionMode compression_mode{CompressionMode::NONE};
  uint64_t compression_queue_size{0};  ///< Accepted: who writes waits, and nothing is dropped.
  uint64_t compression_threads{0};  ///< 0: one for each CPU.
  std::optional<int32_t> thread_priority;  ///< Their nice value.
};

}  // namespace rosbag2_compression

#endif  // ROSBAG2_COMPRESSION__COMPRESSION_OPTIONS_HPP_
