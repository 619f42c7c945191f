#include "ranvier/base/near_heap.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>

namespace ranvier {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kCommonHeap = true;
#else
constexpr bool kCommonHeap = false;
#endif

constexpr std::size_t kStep = 16;  // sizes are multiples of this
constexpr std::size_t kLine = 64;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kLargest = 8192;     // beyond it an object is not near anything
constexpr std::size_t kChunk = 64 * 1024;  // from the system, page by page as it is used

constexpr std::size_t rounded(std::size_t size) { return (size + kStep - 1) / kStep * kStep; }

struct Free {
  Free* next;
};

class Places final {
 public:
  void* take(std::size_t size) {
    const std::lock_guard lock(mutex_);
    Free*& first = free_[size / kStep];
    if (first == nullptr) return carve(size);
    Free* const place = first;
    first = place->next;
    return place;
  }
  void give(void* place, std::size_t size) noexcept {
    const std::lock_guard lock(mutex_);
    push(place, size);
  }

 private:
  void push(void* place, std::size_t size) noexcept {
    Free*& first = free_[size / kStep];
    first = new (place) Free{first};
  }
  void* carve(std::size_t size) {
    if (size % kLine == 0 || size > left()) skip(left() % kLine);
    if (size > left()) {
      skip(left());  // from a line to a line: what is a multiple of that stays aligned to it
      begin_ = static_cast<std::byte*>(::operator new(kChunk, std::align_val_t{kPage}));
      end_ = begin_ + kChunk;
    }
    std::byte* const place = begin_;
    begin_ += size;
    return place;
  }
  // Leaves a gap, to those of its size.
  void skip(std::size_t size) noexcept {
    for (std::size_t part; size != 0; size -= part) {
      part = std::min(size, kLargest);
      push(begin_, part);
      begin_ += part;
    }
  }
  std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - begin_); }

  std::mutex mutex_;
  std::byte* begin_ = nullptr;
  std::byte* end_ = nullptr;
  std::array<Free*, kLargest / kStep + 1> free_{};
};

constinit Places places;  // never destroyed: static objects may outlive it

}  // namespace

void* NearHeap::take(std::size_t size) {
  size = rounded(size);
  if (!kCommonHeap && size <= kLargest) return places.take(size);
  return ::operator new(size, std::align_val_t{kLine});
}

void NearHeap::give(void* place, std::size_t size) noexcept {
  if (place == nullptr) return;
  size = rounded(size);
  if (!kCommonHeap && size <= kLargest) return places.give(place, size);
  ::operator delete(place, std::align_val_t{kLine});
}

}  // namespace ranvier
