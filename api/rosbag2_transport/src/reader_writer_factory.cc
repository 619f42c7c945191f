#include "rosbag2_transport/reader_writer_factory.hpp"

#include <stdexcept>

#include "bag/storage/write_compression.h"
#include "rosbag2_compression/sequential_compression_writer.hpp"

namespace rosbag2_transport
{

std::unique_ptr<rosbag2_cpp::Reader> ReaderWriterFactory::make_reader(
  const rosbag2_storage::StorageOptions &)
{
  return std::make_unique<rosbag2_cpp::Reader>();
}

std::unique_ptr<rosbag2_cpp::Writer> ReaderWriterFactory::make_writer(
  const RecordOptions & record_options)
{
  const auto known = ranvier::bag::compression_of_words(
    record_options.compression_mode, record_options.compression_format,
    record_options.compression_threads, record_options.compression_threads_priority);
  if (!known) {throw std::runtime_error(known.error().what);}
  rosbag2_compression::CompressionOptions compression;
  compression.compression_mode =
    rosbag2_compression::compression_mode_from_string(record_options.compression_mode);
  if (compression.compression_mode == rosbag2_compression::CompressionMode::NONE) {
    return std::make_unique<rosbag2_cpp::Writer>();
  }
  compression.compression_format = record_options.compression_format;
  compression.compression_queue_size = record_options.compression_queue_size;
  compression.compression_threads = record_options.compression_threads;
  compression.thread_priority = record_options.compression_threads_priority;
  return std::make_unique<rosbag2_cpp::Writer>(
    std::make_unique<rosbag2_compression::SequentialCompressionWriter>(compression));
}

}  // namespace rosbag2_transport
