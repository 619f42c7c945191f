// How an MCAP file is written: presets, and the keys of a storage config file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bag/storage/compression.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// The defaults are those of rosbag2.
struct McapOptions {
  bool chunking = true;
  std::uint64_t chunk_size = 786'432;  ///< bytes; a chunk ends with the message that reaches it
  Compression compression = Compression::kNone;
  CompressionLevel level = CompressionLevel::kDefault;
  bool force_compression = false;  ///< also chunks that do not shrink
  bool chunk_crc = false;
  bool attachment_crc = true;
  bool data_crc = false;
  bool summary_crc = true;
  bool message_index = true;
  bool summary = true;
  bool repeated_schemas = true;  ///< once more in the summary
  bool repeated_channels = true;
  bool statistics = true;
  bool chunk_index = true;
  bool attachment_index = true;
  bool metadata_index = true;
  bool summary_offsets = true;
};

/// The options of a preset and of a config file over it.
/// @param preset  "", "none", "fastwrite", "zstd_fast", "zstd_small".
/// @param config  a path, or empty. Its keys are those of rosbag2: noChunking, chunkSize, ...
/// Fails naming the value, or file and line.
Result<McapOptions> read_mcap_options(std::string_view preset, const std::string& config);

}  // namespace ranvier::bag
