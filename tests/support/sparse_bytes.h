// Gigabytes that take no memory.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

namespace ranvier::support {

/// So many zeros, which share one page of the kernel's until they are read, and may not be
/// written. `data()` is null where the address space is too small.
class SparseBytes {
 public:
  explicit SparseBytes(std::size_t size)
      : size_(size),
        memory_(
            ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~SparseBytes() {
    if (data() != nullptr) ::munmap(memory_, size_);
  }
  SparseBytes(const SparseBytes&) = delete;
  SparseBytes& operator=(const SparseBytes&) = delete;

  const std::uint8_t* data() const {
    return memory_ == MAP_FAILED ? nullptr : static_cast<const std::uint8_t*>(memory_);
  }
  std::size_t size() const { return size_; }

 private:
  const std::size_t size_;
  void* const memory_;
};

}  // namespace ranvier::support
