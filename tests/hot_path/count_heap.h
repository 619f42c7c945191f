// Counts what a thread asks of the heap: this program's own malloc, through
// which operator new of every library goes as well.
#pragma once

#include <cstddef>

namespace hot_path {

/// Allocations of the calling thread between start and stop; it starts stopped.
/// Threads: each counts for itself. No allocation.
void start_counting_heap() noexcept;
/// @return how many there were since the last start.
std::size_t stop_counting_heap() noexcept;

/// What happens in its scope is the user's own and not counted.
class UsersOwn final {
 public:
  UsersOwn() noexcept;
  ~UsersOwn();
  UsersOwn(const UsersOwn&) = delete;
  UsersOwn& operator=(const UsersOwn&) = delete;

 private:
  const bool was_counting_;
};

}  // namespace hot_path
