// Types that are not installed: recorded and played as bytes, with what is known of them.
#ifndef FOREIGN_TYPE_HPP_
#define FOREIGN_TYPE_HPP_

#include <string>
#include <vector>

#include "bag/define/definition_shape.h"
#include "bag/storage/types.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "type_description_interfaces/msg/type_description.hpp"
#include "type_description_interfaces/msg/type_source.hpp"

namespace rosbag2_transport
{

/// The handle of a type that is installed; null for another.
/// Contract: any thread; may load a library.
const rosidl_message_type_support_t * installed_type(const std::string & type);

/// A handle for a type by its name alone: its messages go through as bytes.
/// @param hash  what a publisher announces; empty for a subscription (blob_type.h).
/// @throws std::runtime_error if the process has too many of them.
const rosidl_message_type_support_t & foreign_type(
  const std::string & type, const std::string & hash);

/// "RIHS01_..." of a description.
/// @throws std::runtime_error if it has a name that is none.
std::string hash_of(const ranvier::bag::TypeShapes & shapes);

/// What a peer said of a type. Its texts count if they say what the description says; else the
/// definition is made of the description.
/// @throws std::runtime_error in words, if the description is not that of the hash, or cannot be
///   written as a definition.
ranvier::bag::Definition definition_from(
  const type_description_interfaces::msg::TypeDescription & description,
  const std::vector<type_description_interfaces::msg::TypeSource> & sources,
  const std::string & hash);

/// From now on ~/get_type_description of this process's nodes answers with the definition.
/// @return the hash of the type; `hash` where the definition does not tell it.
/// @throws std::runtime_error in words, if the definition is not that of the hash.
std::string describe_by(
  const std::string & type, const ranvier::bag::Definition & definition, const std::string & hash);

}  // namespace rosbag2_transport

#endif  // FOREIGN_TYPE_HPP_
