// A message type for the core's tests whose objects are their own bytes.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <type_traits>

#include "ranvier/codec/cdr.h"
#include "ranvier/msg/message.h"

namespace ranvier::support {

struct Grid {
  std::int64_t number = 0;
  std::array<std::int32_t, 1000> cells{};
};
static_assert(std::is_trivially_copyable_v<Grid>);

/// What happened to every Grid of the process. Threads: any.
struct GridCounts {
  std::atomic<int> made{0};
  std::atomic<int> destroyed{0};
  std::atomic<int> encodes{0};
  std::atomic<int> decodes{0};
};
inline GridCounts& grid_counts() {
  static GridCounts counts;
  return counts;
}

inline const TypeInfo& grid_type() {
  static const TypeInfo info = [] {
    TypeInfo type{};
    type.name = "test/msg/Grid";
    type.dds_name = "test::msg::dds_::Grid_";
    type.hash = "RIHS01_0000000000000000000000000000000000000000000000000000000000000003";
    type.size = sizeof(Grid);
    type.alignment = alignof(Grid);
    type.has_fixed_size = true;
    type.create = []() -> void* {
      ++grid_counts().made;
      return new Grid;
    };
    type.destroy = [](void* object) {
      ++grid_counts().destroyed;
      delete static_cast<Grid*>(object);
    };
    type.clone = [](const void* object) -> void* {
      ++grid_counts().made;
      return new Grid(*static_cast<const Grid*>(object));
    };
    type.assign = [](void* to, const void* from) {
      *static_cast<Grid*>(to) = *static_cast<const Grid*>(from);
    };
    type.encoded_size = [](const void*) { return sizeof(Grid); };
    type.encode = [](const void* object, ranvier::codec::Encoder& to) {
      ++grid_counts().encodes;
      to.put_bytes(object, sizeof(Grid));
    };
    type.decode = [](void* object, ranvier::codec::Decoder& from) {
      ++grid_counts().decodes;
      const unsigned char* at = from.take(sizeof(Grid));
      if (at != nullptr) std::memcpy(object, at, sizeof(Grid));
      return at != nullptr;
    };
    return type;
  }();
  return info;
}

/// A Grid that right() knows by its number.
inline void fill(Grid& grid, int number) {
  grid.number = number;
  for (std::size_t i = 0; i < grid.cells.size(); ++i) {
    grid.cells[i] = number + static_cast<std::int32_t>(i);
  }
}
inline bool right(const Grid& grid) {
  Grid expected;
  fill(expected, static_cast<int>(grid.number));
  return grid.cells == expected.cells;
}

inline const Grid& grid_of(const MessagePtr& message) {
  return *static_cast<const Grid*>(message->object());
}

}  // namespace ranvier::support
