// Values whose places only their bytes tell: how to walk over them.
//
// A shape is a type with its names resolved: a variant knows which number to look at, and
// what is wanted knows where it goes. The layout (layout.h) has shapes for what is not
// whole bytes at fixed places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "analysis/trace_read/types.h"
#include "ranvier/base/result.h"

namespace ranvier::trace_read {

/// Immutable once made, and then for any number of threads.
struct Shape {
  enum class Kind : std::uint8_t { kInteger, kSkip, kString, kArray, kSequence, kStruct, kVariant };
  struct Choice {
    std::int64_t first, last;
    bool is_signed;
    std::uint32_t part;
    [[nodiscard]] bool has(std::uint64_t value) const noexcept {
      const auto one = static_cast<std::int64_t>(value);
      return is_signed ? one >= first && one <= last
                       : value >= static_cast<std::uint64_t>(first) &&
                             value <= static_cast<std::uint64_t>(last);
    }
  };
  static constexpr std::uint8_t kNowhere = 0xff;

  Kind kind = Kind::kStruct;
  bool is_signed = false, is_big_endian = false;
  std::uint8_t place = kNowhere;  ///< in what a walk finds
  std::uint16_t bits = 0;
  std::uint16_t align = 1;      ///< bits
  std::uint16_t keep = 0;       ///< register that others look at, from 1 on; 0: nobody does
  std::uint16_t look = 0;       ///< register of a sequence's length, a variant's option
  std::uint32_t count = 0;      ///< of an array
  std::vector<Shape> parts;     ///< members, options, or the one element
  std::vector<Choice> choices;  ///< of a variant
  std::uint16_t registers = 0;  ///< of the outermost shape: how many there are
  std::size_t least_bits = 0;   ///< it has no fewer
};

/// What a walk came by.
struct Found {
  std::uint64_t value = 0;              ///< of an integer, with its sign
  const std::uint8_t* bytes = nullptr;  ///< of a text, or of an array of bytes
  std::size_t size = 0;
  std::uint16_t bits = 0;  ///< of the integer
};

/// Where a member goes that is wanted: its place, or Shape::kNowhere. Asked for members of
/// the outermost structs and of options of their variants, but not for what lies in structs
/// within them.
using Wanted = std::function<std::uint8_t(const Field&)>;

struct ShapeRules {
  bool is_big_endian = false;    ///< where a type does not say
  std::size_t* nodes = nullptr;  ///< left of what one trace may have; counted down
};

/// One shape of several structs, one behind the other: of a later one a variant may look at
/// a number of an earlier one. Fails (kUnsupported) naming the member.
Result<Shape> make_shape(std::span<const Type* const> structs, const ShapeRules& rules,
                         const Wanted& wanted);

/// Where in a packet a walk is.
struct BitPlace {
  const std::uint8_t* base = nullptr;
  std::size_t at = 0, end = 0;  ///< bits from there
  std::size_t phase = 0;        ///< bits of the packet before it: alignment counts from its begin
};

/// Walks over a value of that shape; `at` stands behind it then.
/// @param found  by place; what is not come by stays as it is.
/// @return false if it does not end before `end`, or is none; nothing is read beyond.
/// Contract: time grows with the bytes.
bool walk(const Shape& shape, BitPlace& at, std::span<Found> found,
          std::vector<std::uint64_t>& registers);

}  // namespace ranvier::trace_read
