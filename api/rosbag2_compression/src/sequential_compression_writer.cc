#include "rosbag2_compression/sequential_compression_writer.hpp"

#include <stdexcept>

#include "bag/storage/write_compression.h"

namespace rosbag2_compression
{

SequentialCompressionWriter::SequentialCompressionWriter(
  const CompressionOptions & compression_options)
: compression_options_(compression_options) {}

void SequentialCompressionWriter::open(
  const rosbag2_storage::StorageOptions & storage_options,
  const rosbag2_cpp::ConverterOptions & converter_options)
{
  const CompressionOptions & wanted = compression_options_;
  const auto compression = ranvier::bag::compression_of_words(
    compression_mode_to_string(wanted.compression_mode), wanted.compression_format,
    wanted.compression_threads, wanted.thread_priority.value_or(0));
  if (!compression) {throw std::runtime_error(compression.error().what);}
  open_compressed(storage_options, converter_options, *compression);
}

}  // namespace rosbag2_compression
