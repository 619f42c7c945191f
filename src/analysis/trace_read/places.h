// Where members of structs lie that are whole bytes, one behind the other.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/trace_read/layout.h"

namespace ranvier::trace_read {

/// Bytes of a member of fixed size; of a string 0.
[[nodiscard]] std::size_t bytes_of(const Type& type) noexcept;

/// Whether the struct is of whole integers of the trace's byte order, arrays of such and
/// strings, each where the one before ends: then it can be read without a walk.
[[nodiscard]] bool is_plain(const Type& type, bool is_little_endian) noexcept;

/// Structs of fixed size, one behind the other, at the begin of a packet.
class Places final {
 public:
  explicit Places(std::initializer_list<const Type*> structs, bool is_little_endian);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// False: a member's size is not known, or no whole bytes, or its byte order is another.
  [[nodiscard]] bool fixed() const noexcept { return fixed_; }
  [[nodiscard]] Slot find(std::string_view name) const;

 private:
  void add(const Field& field, bool is_little_endian);
  void align(std::size_t bits);
  std::vector<std::pair<std::string_view, Slot>> slots_;
  std::size_t size_ = 0;
  bool fixed_ = true;
};

}  // namespace ranvier::trace_read
