#include "ranvier/proto/param/value.h"

#include <cstdio>
#include <variant>
#include <vector>

#include "ranvier/base/numbers.h"

namespace ranvier::param {
namespace {

std::string text_of(bool value) { return value ? "true" : "false"; }

// In a list, where ROS 2 is shorter than for a value by itself.
std::string element(bool value) { return text_of(value); }
std::string element(std::int64_t value) { return std::to_string(value); }
std::string element(double value) { return short_number_text(value); }
std::string element(std::uint8_t value) {
  char text[8];
  std::snprintf(text, sizeof text, "%#x", value);
  return text;
}
std::string element(const std::string& value) { return value; }

template <class T>
std::string list(const std::vector<T>& values) {
  std::string text;
  const char* before = "[";
  for (const auto& value : values) {
    text += before + element(static_cast<T>(value));  // vector<bool> gives proxies
    before = ", ";
  }
  return (values.empty() ? "[" : text) + "]";
}

void put(Value&, std::monostate) {}
void put(Value& to, bool value) { to.bool_value = value; }
void put(Value& to, std::int64_t value) { to.integer_value = value; }
void put(Value& to, double value) { to.double_value = value; }
void put(Value& to, const std::string& value) { to.string_value = value; }
void put(Value& to, const std::vector<std::uint8_t>& value) { to.byte_array_value = value; }
void put(Value& to, const std::vector<bool>& value) { to.bool_array_value = value; }
void put(Value& to, const std::vector<std::int64_t>& value) { to.integer_array_value = value; }
void put(Value& to, const std::vector<double>& value) { to.double_array_value = value; }
void put(Value& to, const std::vector<std::string>& value) { to.string_array_value = value; }

}  // namespace

Value value_of(const ParameterValue& given) {
  Value value;
  value.type = static_cast<std::uint8_t>(given.index());
  std::visit([&](const auto& held) { put(value, held); }, given);
  return value;
}

std::string type_name(std::uint8_t type) {
  constexpr const char* names[] = {"not set",      "bool",        "integer",    "double",
                                   "string",       "byte_array",  "bool_array", "integer_array",
                                   "double_array", "string_array"};
  return type <= Type::PARAMETER_STRING_ARRAY ? names[type] : "unknown type";
}

std::string to_text(const Value& value) {
  switch (value.type) {
    case Type::PARAMETER_BOOL: return text_of(value.bool_value);
    case Type::PARAMETER_INTEGER: return std::to_string(value.integer_value);
    case Type::PARAMETER_DOUBLE: return number_text(value.double_value);
    case Type::PARAMETER_STRING: return value.string_value;
    case Type::PARAMETER_BYTE_ARRAY: return list(value.byte_array_value);
    case Type::PARAMETER_BOOL_ARRAY: return list(value.bool_array_value);
    case Type::PARAMETER_INTEGER_ARRAY: return list(value.integer_array_value);
    case Type::PARAMETER_DOUBLE_ARRAY: return list(value.double_array_value);
    case Type::PARAMETER_STRING_ARRAY: return list(value.string_array_value);
    default: return type_name(value.type);
  }
}

}  // namespace ranvier::param
