#include "descriptions.hpp"

#include <tinyxml2.h>

#include <filesystem>
#include <sstream>

#include "ament_index_cpp/get_resource.hpp"
#include "ament_index_cpp/get_resources.hpp"
#include "pluginlib/exceptions.hpp"
#include "rcutils/logging_macros.h"

namespace pluginlib::impl
{
namespace
{

namespace fs = std::filesystem;
using tinyxml2::XMLElement;

constexpr char kLogger[] = "pluginlib.ClassLoader";

std::string attribute(const XMLElement & element, const char * name)
{
  const char * value = element.Attribute(name);
  return value ? value : "";
}

std::string text_of(const XMLElement * element)
{
  const char * text = element ? element->GetText() : nullptr;
  return text ? text : "";
}

std::string at(const std::string & path, const XMLElement & element)
{
  return path + ":" + std::to_string(element.GetLineNum());
}

// The package whose package.xml is nearest above a file; empty if there is none.
std::string package_of(const std::string & path)
{
  std::error_code ignored;
  fs::path folder = fs::absolute(path, ignored).parent_path();
  for (; folder != folder.parent_path(); folder = folder.parent_path()) {
    const fs::path manifest = folder / "package.xml";
    if (!fs::exists(manifest, ignored)) {continue;}
    tinyxml2::XMLDocument document;
    document.LoadFile(manifest.c_str());
    const XMLElement * root = document.FirstChildElement("package");
    return root ? text_of(root->FirstChildElement("name")) : "";
  }
  return "";
}

// Which is reported in the log, where it has no type.
bool declares(const XMLElement & element, const std::string & path, const std::string & base_class)
{
  const std::string base = attribute(element, "base_class_type");
  if (attribute(element, "type").empty() || base.empty()) {
    RCUTILS_LOG_ERROR_NAMED(
      kLogger, "%s: <class> without 'type' and 'base_class_type' is left out; give it both",
      at(path, element).c_str());
    return false;
  }
  return base == base_class;
}

void read_library(
  const XMLElement & library, const std::string & path, const std::string & package,
  const std::string & base_class, std::vector<ClassDesc> & classes)
{
  const std::string name = attribute(library, "path");
  if (name.empty()) {
    RCUTILS_LOG_ERROR_NAMED(
      kLogger, "%s: <library> without 'path' is left out; name the library there",
      at(path, library).c_str());
    return;
  }
  for (const XMLElement * element = library.FirstChildElement("class"); element != nullptr;
    element = element->NextSiblingElement("class"))
  {
    if (!declares(*element, path, base_class)) {continue;}
    const std::string type = attribute(*element, "type");
    const std::string lookup_name = attribute(*element, "name");
    classes.emplace_back(
      lookup_name.empty() ? type : lookup_name, type, base_class, package,
      text_of(element->FirstChildElement("description")), name, path);
  }
}

}  // namespace

std::vector<std::string> exported_descriptions(
  const std::string & package, const std::string & attrib_name)
{
  const std::string type = package + "__pluginlib__" + attrib_name;
  std::vector<std::string> paths;
  for (const auto & [exporting, prefix] : ament_index_cpp::get_resources(type)) {
    std::string content;
    if (!ament_index_cpp::get_resource(type, exporting, content)) {continue;}
    std::istringstream lines(content);
    for (std::string line; std::getline(lines, line); ) {
      if (!line.empty()) {paths.push_back(prefix + "/" + line);}
    }
  }
  return paths;
}

std::vector<ClassDesc> read_description(const std::string & path, const std::string & base_class)
{
  tinyxml2::XMLDocument document;
  if (document.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS) {
    throw InvalidXMLException(
            "the description of plugins '" + path + "' cannot be read: " + document.ErrorStr());
  }
  const XMLElement * root = document.RootElement();
  const std::string kind = root ? root->Value() : "";
  const std::string package = package_of(path);
  std::vector<ClassDesc> classes;
  if (kind == "library") {
    read_library(*root, path, package, base_class, classes);
  } else if (kind == "class_libraries") {
    for (const XMLElement * library = root->FirstChildElement("library"); library != nullptr;
      library = library->NextSiblingElement("library"))
    {
      read_library(*library, path, package, base_class, classes);
    }
  } else {
    throw InvalidXMLException(
            "the description of plugins '" + path + "' begins with <" + kind +
            ">; it must be <library> or <class_libraries>");
  }
  return classes;
}

}  // namespace pluginlib::impl
