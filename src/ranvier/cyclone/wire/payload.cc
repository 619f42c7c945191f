#include "ranvier/cyclone/wire/payload.h"

#include <array>
#include <cstdlib>
#include <utility>

#include "ranvier/base/block_pool.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {
namespace {

constexpr std::size_t kLarge = 128 * 1024;  // above it malloc maps and unmaps pages
constexpr std::size_t kPadding = 3;         // DDS reads and writes multiples of four
constexpr std::size_t kLead = 12;           // the payload behind the header is aligned for views

struct LargeBuffer {
  std::size_t capacity;
  alignas(16) std::uint8_t bytes[1];
};

// A few large buffers that wait for the next payload of about their size.
class LargeBuffers final {
 public:
  LargeBuffer* take(std::size_t size) noexcept {
    Lock lock(mutex_);
    for (LargeBuffer*& kept : kept_) {
      if (kept && kept->capacity >= size && kept->capacity / 2 <= size) {
        return std::exchange(kept, nullptr);
      }
    }
    return nullptr;
  }

  // Keeps it in the place of an older one; gives back what must be freed.
  LargeBuffer* keep(LargeBuffer* buffer) noexcept {
    Lock lock(mutex_);
    for (LargeBuffer*& kept : kept_) {
      if (kept == nullptr) {
        kept = buffer;
        return nullptr;
      }
    }
    next_ = (next_ + 1) % kept_.size();
    return std::exchange(kept_[next_], buffer);
  }

 private:
  Mutex mutex_{"large buffers"};  // innermost: nothing is called inside
  std::array<LargeBuffer*, 4> kept_ RANVIER_GUARDED_BY(mutex_){};
  std::size_t next_ RANVIER_GUARDED_BY(mutex_) = 0;
};

LargeBuffers& large_buffers() {
  static auto* the_one = new LargeBuffers;  // messages may outlive static objects
  return *the_one;
}

void release_block(void* block) noexcept { BlockPool::process().give(block); }
void release_heap(void* memory) noexcept { std::free(memory); }
void release_large(void* buffer) noexcept {
  std::free(large_buffers().keep(static_cast<LargeBuffer*>(buffer)));
}

std::uint8_t* take_large(std::size_t size, BytesKeeper& keeper) noexcept {
  LargeBuffer* buffer = large_buffers().take(size);
  if (buffer == nullptr) {
    buffer = static_cast<LargeBuffer*>(std::malloc(sizeof(LargeBuffer) + size));
    if (buffer == nullptr) return nullptr;
    buffer->capacity = size;
  }
  keeper = {&release_large, buffer};
  return buffer->bytes;
}

}  // namespace

std::uint8_t* take_payload(std::size_t size, BytesKeeper& keeper) noexcept {
  size += kLead + kPadding;
  if (size >= kLarge) {
    std::uint8_t* const large = take_large(size, keeper);
    return large ? large + kLead : nullptr;
  }
  const bool small = size <= BlockPool::kBlockSize;
  void* memory = small ? BlockPool::process().take() : std::malloc(size);
  keeper = {small ? &release_block : &release_heap, memory};
  return memory ? static_cast<std::uint8_t*>(memory) + kLead : nullptr;
}

}  // namespace ranvier::cyclone
