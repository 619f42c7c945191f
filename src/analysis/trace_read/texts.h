// Byte sequences that come again and again, each kept once.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ranvier::trace_read {

/// Gives every text a number, from 0 in the order of first appearance; 0 is the
/// empty text.
///
/// Threads: one at a time to add; any number to read.
class Texts final {
 public:
  Texts() { add({}); }
  Texts(Texts&&) = default;
  Texts& operator=(Texts&&) = default;

  std::uint32_t add(std::string_view text) {
    if (last_ < texts_.size() && texts_[last_] == text) return last_;  // often the same again
    const auto known = numbers_.find(text);
    if (known != numbers_.end()) return last_ = known->second;
    last_ = static_cast<std::uint32_t>(texts_.size());
    numbers_.emplace(texts_.emplace_back(text), last_);
    return last_;
  }
  /// Of a number that add() did not give: the empty text.
  [[nodiscard]] const std::string& operator[](std::uint64_t number) const noexcept {
    return texts_[number < texts_.size() ? number : 0];
  }

 private:
  std::deque<std::string> texts_;  // which stay where they are: numbers_ looks at them
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::uint32_t last_ = 0;
};

}  // namespace ranvier::trace_read
