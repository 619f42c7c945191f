// What was wrong with a trace, in words: reading goes on.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ranvier::trace_read {

/// Collects so many complaints and counts the others: a broken trace may give
/// one for every byte.
///
/// Threads: one at a time.
class Findings final {
 public:
  static constexpr std::size_t kMost = 100;

  void add(std::string words) {
    if (words_.size() < kMost) {
      words_.push_back(std::move(words));
    } else {
      ++untold_;
    }
  }
  [[nodiscard]] const std::vector<std::string>& words() const noexcept { return words_; }
  /// Complaints beyond kMost.
  [[nodiscard]] std::uint64_t untold() const noexcept { return untold_; }
  [[nodiscard]] bool empty() const noexcept { return words_.empty(); }

 private:
  std::vector<std::string> words_;
  std::uint64_t untold_ = 0;
};

}  // namespace ranvier::trace_read
