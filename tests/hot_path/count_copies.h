// Counts copies of much memory: this program's own memcpy and memmove, which every
// library of the process calls as well.
#pragma once

#include <cstddef>

namespace hot_path {

constexpr std::size_t kMuch = 100'000;  // bytes

/// Copies of at least kMuch that this thread has made. Threads: each its own.
std::size_t copies_of_this_thread() noexcept;
/// And all threads together.
std::size_t copies_of_all_threads() noexcept;

}  // namespace hot_path
