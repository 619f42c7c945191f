// The files in which packages describe their plugins.
#ifndef DESCRIPTIONS_HPP_
#define DESCRIPTIONS_HPP_

#include <string>
#include <vector>

#include "pluginlib/class_desc.hpp"

namespace pluginlib::impl
{

/// The descriptions that packages export for one package, by the ament index.
/// @throws std::runtime_error without AMENT_PREFIX_PATH.
std::vector<std::string> exported_descriptions(
  const std::string & package, const std::string & attrib_name);

/// The classes that a file declares for a base class. What lacks a name or a
/// library is left out, with an error in the log.
/// @throws InvalidXMLException.
std::vector<ClassDesc> read_description(const std::string & path, const std::string & base_class);

}  // namespace pluginlib::impl

#endif  // DESCRIPTIONS_HPP_
