#include "workshop/tool.hpp"

#include <tinyxml2.h>

namespace workshop
{
std_msgs::msg::String tool_of(const std::string & xml)
{
  tinyxml2::XMLDocument document;
  std_msgs::msg::String tool;
  if (document.Parse(xml.c_str()) == tinyxml2::XML_SUCCESS) {
    tool.data = document.FirstChildElement()->Attribute("name");
  }
  return tool;
}
}  // namespace workshop
