// A number that changes with the table of events.
#pragma once

#include <cstdint>

#include "ranvier/trace/events.h"

namespace ranvier::trace {
namespace detail {

constexpr std::uint64_t mixed(std::uint64_t hash, std::string_view text) {
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;  // FNV-1a
  return hash;
}

constexpr std::uint64_t hash_of_table() {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const EventInfo& event : kTable) {
    hash = mixed(hash, event.name);
    for (std::size_t i = 0; i < event.field_count; ++i) {
      hash = mixed(hash, event.fields[i].name) + static_cast<std::uint64_t>(event.fields[i].type);
    }
  }
  return hash;
}

}  // namespace detail

inline constexpr std::uint64_t kTableHash = detail::hash_of_table();

}  // namespace ranvier::trace
