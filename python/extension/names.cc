// Names of nodes, topics and services: what is valid, what short ones stand for.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <utility>

#include "extension/names.h"

namespace ranvier::python {
namespace {

using Fault = std::optional<std::pair<std::string, std::size_t>>;

Fault fault(NameKind kind, const std::optional<BadName>& bad) {
  if (!bad) return std::nullopt;
  return std::pair(rule_of(kind, bad->fault), bad->index);
}

}  // namespace

void bind_names(nb::module_& module) {
  module.def("rclpy_get_validation_error_for_node_name",
             [](const std::string& name) { return fault(NameKind::kNode, check_node_name(name)); });
  module.def("rclpy_get_validation_error_for_namespace", [](const std::string& name) {
    return fault(NameKind::kNamespace, check_namespace(name));
  });
  module.def("rclpy_get_validation_error_for_topic_name",
             [](const std::string& name) { return fault(NameKind::kTopic, check_name(name)); });
  module.def("rclpy_get_validation_error_for_full_topic_name", [](const std::string& name) {
    return fault(NameKind::kTopic, check_full_name(name));
  });
  module.def("rclpy_expand_topic_name",
             [](const std::string& name, const std::string& node, const std::string& space) {
               return value_or_raise(expand_name(NameKind::kTopic, name, node, space), "");
             });
}

}  // namespace ranvier::python
