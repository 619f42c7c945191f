#include "rosbag2_compression/compression_options.hpp"

#include "ranvier/base/ascii.h"

namespace rosbag2_compression
{

CompressionMode compression_mode_from_string(const std::string & compression_mode)
{
  if (ranvier::same_word(compression_mode, "FILE")) {return CompressionMode::FILE;}
  if (ranvier::same_word(compression_mode, "MESSAGE")) {return CompressionMode::MESSAGE;}
  return CompressionMode::NONE;
}

std::string compression_mode_to_string(CompressionMode compression_mode)
{
  switch (compression_mode) {
    case CompressionMode::NONE: return "NONE";
    case CompressionMode::FILE: return "FILE";
    case CompressionMode::MESSAGE: return "MESSAGE";
  }
  return "NONE";
}

}  // namespace rosbag2_compression
