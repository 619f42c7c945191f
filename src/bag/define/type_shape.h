// The structure of a type, as peers describe it and as the text of a bag says it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ranvier::bag {

/// One field. The numbers are those of type_description_interfaces/msg/FieldType.
struct FieldShape {
  std::string name;
  std::uint8_t type_id = 0;
  std::uint64_t capacity = 0;         ///< length of an array, bound of a sequence
  std::uint64_t string_capacity = 0;  ///< bound of a text
  std::string nested{};               ///< "std_msgs/msg/Header"

  bool operator==(const FieldShape&) const = default;
};

struct TypeShape {
  std::string name;  ///< "std_msgs/msg/String"
  std::vector<FieldShape> fields{};

  bool operator==(const TypeShape&) const = default;
};

/// A type, and each that it uses, by their names.
struct TypeShapes {
  TypeShape root;
  std::vector<TypeShape> referenced{};

  bool operator==(const TypeShapes&) const = default;
};

}  // namespace ranvier::bag
