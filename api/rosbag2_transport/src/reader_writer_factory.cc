#include "rosbag2_transport/reader_writer_factory.hpp"

#include <stdexcept>

#include "ranvier/base/ascii.h"

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
  const std::string & mode = record_options.compression_mode;
  if (!mode.empty() && !ranvier::same_word(mode, "NONE")) {
    throw std::runtime_error(
            "A writer has no compression mode '" + mode + "': files of MCAP compress their own "
            "chunks. Use mode 'none' and the preset 'zstd_fast' or 'zstd_small'.");
  }
  return std::make_unique<rosbag2_cpp::Writer>();
}

}  // namespace rosbag2_transport
