#include "extension/parameters.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "extension/errors.h"
#include "ranvier/node/arguments.h"

namespace ranvier::python {
namespace {

template <class T>
T value_or_value_error(Result<T> result) {
  if (!result) raise(PyExc_ValueError, result.error().what);
  return std::move(*result);
}

// (number of the type in rcl_interfaces/msg/ParameterType, value)
nb::tuple typed(const ParameterValue& value) {
  return nb::make_tuple(value.index(), parameter_to_python(value));
}

std::string_view view(const nb::bytes& text) { return {text.c_str(), text.size()}; }

// (node, name, number of the type, value) of each.
nb::list as_list(Result<std::vector<ParameterOverride>> read) {
  nb::list all;
  for (const ParameterOverride& one : value_or_value_error(std::move(read))) {
    all.append(nb::make_tuple(one.node, one.name) + typed(one.value));
  }
  return all;
}

}  // namespace

nb::object parameter_to_python(const ParameterValue& value) {
  return std::visit(
      [](const auto& one) -> nb::object {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return nb::none();
        } else if constexpr (std::is_same_v<T, std::vector<std::uint8_t>>) {
          return nb::bytes(one.data(), one.size());
        } else if constexpr (std::is_same_v<T, std::vector<bool>>) {
          nb::list list;
          for (const bool element : one) list.append(element);
          return list;
        } else {
          return nb::cast(one);
        }
      },
      value);
}

void bind_parameters(nb::module_& module) {
  module.def("parse_parameter_yaml", [](const nb::bytes& text, const std::string& origin) {
    return as_list(parse_parameter_yaml(view(text), origin));
  });
  module.def("parse_component_yaml",
             [](const nb::bytes& text, const std::string& origin, const std::string& node) {
               return as_list(parse_component_yaml(view(text), origin, node));
             });
  module.def("parse_parameter_value", [](const std::string& text) {
    return typed(value_or_value_error(parse_parameter_value(text)));
  });
  module.def("matches_node", [](const std::string& pattern, const std::string& node) {
    return matches_node(pattern, node);
  });
}

}  // namespace ranvier::python
