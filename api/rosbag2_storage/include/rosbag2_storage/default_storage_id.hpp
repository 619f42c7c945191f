// The storage of who names none.
#ifndef ROSBAG2_STORAGE__DEFAULT_STORAGE_ID_HPP_
#define ROSBAG2_STORAGE__DEFAULT_STORAGE_ID_HPP_

#include <string>

#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage
{

/// "mcap".
ROSBAG2_STORAGE_PUBLIC std::string get_default_storage_id();

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__DEFAULT_STORAGE_ID_HPP_
