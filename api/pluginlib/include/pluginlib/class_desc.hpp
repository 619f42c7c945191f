// What a description says of one class.
#ifndef PLUGINLIB__CLASS_DESC_HPP_
#define PLUGINLIB__CLASS_DESC_HPP_

#include <string>
#include <utility>

namespace pluginlib
{

class ClassDesc
{
public:
  ClassDesc(
    std::string lookup_name, std::string derived_class, std::string base_class,
    std::string package, std::string description, std::string library_name,
    std::string plugin_manifest_path)
  : lookup_name_(std::move(lookup_name)), derived_class_(std::move(derived_class)),
    base_class_(std::move(base_class)), package_(std::move(package)),
    description_(std::move(description)), library_name_(std::move(library_name)),
    plugin_manifest_path_(std::move(plugin_manifest_path)) {}

  std::string lookup_name_;
  std::string derived_class_;
  std::string base_class_;
  std::string package_;  ///< that exports it
  std::string description_;
  std::string library_name_;  ///< as the description writes it
  std::string resolved_library_path_ = "UNRESOLVED";  ///< since the library was opened
  std::string plugin_manifest_path_;
};

}  // namespace pluginlib

#endif  // PLUGINLIB__CLASS_DESC_HPP_
