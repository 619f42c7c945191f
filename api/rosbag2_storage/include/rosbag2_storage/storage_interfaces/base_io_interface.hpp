// How a file of a bag is opened.
#ifndef ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_IO_INTERFACE_HPP_
#define ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_IO_INTERFACE_HPP_

#include <cstdint>

#include "rosbag2_storage/storage_options.hpp"
#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage
{
namespace storage_interfaces
{

enum class IOFlag : uint8_t
{
  READ_ONLY = 0,
  READ_WRITE = 1,  ///< A new file.
  APPEND = 2
};

inline constexpr uint64_t MAX_BAGFILE_SIZE_NO_SPLIT = 0;
inline constexpr uint64_t MAX_BAGFILE_DURATION_NO_SPLIT = 0;

/// Threads: one at a time.
class ROSBAG2_STORAGE_PUBLIC BaseIOInterface
{
public:
  virtual ~BaseIOInterface() = default;

  /// Opens one file. Of a file to be read, storage_options.uri is its path; of a new one, the path
  /// without an extension, which the storage puts behind it.
  /// @throws std::runtime_error if it cannot be opened.
  virtual void open(const StorageOptions & storage_options, IOFlag io_flag) = 0;
};

}  // namespace storage_interfaces
}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_IO_INTERFACE_HPP_
