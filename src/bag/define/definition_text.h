// The text of a type's interface file and of those that it uses, as bags hold it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bag/storage/types.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// Folders that have `<package>/msg/Name.msg` and its like: share/ of each prefix of
/// AMENT_PREFIX_PATH, then of the prefix that this library lies in.
/// Contract: any thread that may read the environment.
std::vector<std::string> interface_folders();

/// Reads the definition of a message, of a service, or of a service's event ("pkg/srv/Name_Event":
/// the service's): each type once, the first one first, as rosbag2 writes it. One that is there as
/// .idl alone makes the whole text IDL.
/// @param type  "std_msgs/msg/String", "std_srvs/srv/SetBool".
/// Fails (kNotFound, kInvalidArgument) naming the type that has no file, and who uses it.
/// Contract: any thread; reads files.
Result<Definition> read_definition(std::string_view type, const std::vector<std::string>& folders);

}  // namespace ranvier::bag
