// Makes readers and writers of bags that suit their options.
#ifndef ROSBAG2_TRANSPORT__READER_WRITER_FACTORY_HPP_
#define ROSBAG2_TRANSPORT__READER_WRITER_FACTORY_HPP_

#include <memory>

#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_cpp/writer.hpp"
#include "rosbag2_storage/storage_options.hpp"
#include "rosbag2_transport/record_options.hpp"
#include "rosbag2_transport/visibility_control.hpp"

namespace rosbag2_transport
{

/// Threads: any.
class ROSBAG2_TRANSPORT_PUBLIC ReaderWriterFactory
{
public:
  /// A reader that is not open yet; it reads compressed bags too.
  static std::unique_ptr<rosbag2_cpp::Reader> make_reader(
    const rosbag2_storage::StorageOptions & storage_options);
  /// A writer that is not open yet.
  /// @throws std::runtime_error for a mode of compression that it has not; it says the remedy.
  static std::unique_ptr<rosbag2_cpp::Writer> make_writer(const RecordOptions & record_options);
};

}  // namespace rosbag2_transport

#endif  // ROSBAG2_TRANSPORT__READER_WRITER_FACTORY_HPP_
