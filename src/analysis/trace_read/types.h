// The types of values in a trace, as its metadata declares them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::trace_read {

struct Type;
using TypePtr = std::shared_ptr<const Type>;

/// A member of a struct, or an option of a variant.
struct Field {
  std::string name;  ///< as the metadata has it
  TypePtr type;

  /// The name without the underscore that keeps it from being a word of the language.
  [[nodiscard]] std::string_view plain_name() const noexcept {
    return std::string_view(name).substr(name.starts_with('_') ? 1 : 0);
  }
};
using Struct = std::vector<Field>;

/// A type; of an enumeration, the integer with its labels.
struct Type {
  enum class Kind : std::uint8_t {
    kInteger,
    kFloat,
    kString,
    kArray,
    kSequence,
    kStruct,
    kVariant
  };
  struct Label {
    std::string name;
    std::int64_t first = 0, last = 0;  ///< of an unsigned integer their bits
  };
  // What nobody writes, and what would take more memory than the text that says it.
  static constexpr std::uint32_t kMostNodes = 10'000, kMostDepth = 32, kMostAlign = 4096;

  Kind kind = Kind::kInteger;
  std::uint32_t bits = 0;   ///< of an integer or a float
  std::uint32_t align = 8;  ///< bits; of a struct its own, without its members'
  bool is_signed = false;
  bool is_letter = false;         ///< an integer that is a letter of a text
  bool is_time = false;           ///< mapped to the clock
  std::optional<bool> is_little;  ///< if it says its own byte order
  std::vector<Label> labels;
  std::uint32_t count = 0;  ///< of an array
  std::string selector;     ///< the field that says a sequence's length or a variant's option
  Struct members;           ///< options of a variant too; an array's or sequence's one element
  std::uint32_t nodes = 1, depth = 1;  ///< of the tree that it is

  /// Of 1, 2, 4 or 8 bytes.
  [[nodiscard]] bool is_whole_integer() const noexcept {
    return kind == Kind::kInteger && (bits == 8 || bits == 16 || bits == 32 || bits == 64);
  }
};

}  // namespace ranvier::trace_read
