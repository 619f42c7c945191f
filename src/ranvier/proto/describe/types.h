// What ~/get_type_description answers.
#pragma once

#include <string>
#include <vector>

#include "ranvier/codec/type_info.h"
#include "ranvier/proto/serve.h"
#include "type_description_interfaces/msg/detail/type_description__struct.hpp"
#include "type_description_interfaces/msg/detail/type_source__struct.hpp"

namespace ranvier {

using codec::ActionTypeInfo;
using codec::ServiceTypeInfo;

/// The process uses this type from now on, so that it can be described to peers.
/// Cheap for one that is known. Contract: any thread, locks.
void remember_type(const TypeInfo& type);
void remember_type(const ServiceTypeInfo& type);
void remember_type(const ActionTypeInfo& type);

/// What is known of a type that is not installed here: a bag has its text.
struct DescribedType {
  type_description_interfaces::msg::TypeDescription description;
  std::vector<type_description_interfaces::msg::TypeSource> sources;
};
/// The process publishes such a type: peers that ask get this. The same name and hash once more
/// change nothing. Contract: any thread, locks.
void remember_type(const std::string& hash, DescribedType type);

/// The fields of a type and of all types in it. Its type hash is that of the
/// description without the default values.
type_description_interfaces::msg::TypeDescription describe_type(const TypeInfo& type);
type_description_interfaces::msg::TypeDescription describe_type(const ServiceTypeInfo& type);
type_description_interfaces::msg::TypeDescription describe_type(const ActionTypeInfo& type);

/// ~/get_type_description. Of installed types it knows the structure, not the text of their
/// interface files: type_sources stays empty.
NodeService type_description_service();

}  // namespace ranvier
