#include "ranvier/ring/arena.h"

#include <fcntl.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <string>

#include "ranvier/base/annotations.h"
#include "ranvier/ring/layout.h"

namespace ranvier::ring {
namespace {

constexpr std::uint64_t kPage = 4096;  // a larger one only makes trim() keep more
constexpr std::uint64_t kWorthTrimming = 64 * 1024;

}  // namespace

RANVIER_HOT Arena::Size Arena::round_up(std::uint64_t bytes) noexcept {
  const std::uint64_t lines = std::max<std::uint64_t>(1, (bytes + kLine - 1) / kLine);
  if (lines <= 4) return {lines * kLine, lines - 1};
  // Four sizes from each power of two to the next.
  const int power = std::bit_width(lines - 1);  // lines in (2^(power-1), 2^power]
  const std::uint64_t below = std::uint64_t{1} << (power - 1);
  const std::uint64_t step = below / 4;
  const std::uint64_t steps = (lines - below + step - 1) / step;  // 1 to 4
  return {(below + steps * step) * kLine, 4 + static_cast<std::size_t>(power - 3) * 4 + steps - 1};
}

RANVIER_HOT Result<Block> Arena::allocate(std::uint64_t bytes) {
  if (bytes > limit_) return full(bytes, "the message alone is larger");
  const Size size = round_up(bytes);
  Lock lock(mutex_);
  Sized& sized = sizes_[size.number];
  Block block{0, size.bytes};
  if (!sized.free.empty()) {
    block.offset = sized.free.back();
    sized.free.pop_back();
  } else if (!carve(size.bytes, block.offset)) {
    merge();
    if (!carve(size.bytes, block.offset)) {
      return full(bytes, "its readers hold the rest, or the system is out of memory");
    }
  }
  ++sized.out;
  if (sized.free.capacity() < sized.free.size() + sized.out) {
    sized.free.reserve(2 * (sized.free.size() + sized.out));
  }
  used_ += size.bytes;
  return block;
}

RANVIER_COLD Error Arena::full(std::uint64_t bytes, const char* why) const {
  return {Code::kFull, "Shared memory: " + std::to_string(bytes) +
                           " bytes do not fit into this "
                           "process's segment of at most " +
                           std::to_string(limit_) + " bytes: " + why + "."};
}

RANVIER_HOT void Arena::free(Block block) noexcept {
  Lock lock(mutex_);
  Sized& sized = sizes_[round_up(block.size).number];
  sized.free.push_back(block.offset);  // allocate() made room
  --sized.out;
  used_ -= block.size;
}

void Arena::trim() {
  Lock lock(mutex_);
  merge();
  for (const Block& range : ranges_) give_back(range.offset, range.offset + range.size);
  give_back(top_, highest_);
}

// The file keeps its length: others have checked their offsets against it.
void Arena::give_back(std::uint64_t begin, std::uint64_t end) const noexcept {
  begin = (begin + kPage - 1) / kPage * kPage;
  end = end / kPage * kPage;
  if (begin + kWorthTrimming > end) return;
  ::fallocate(*file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(begin),
              static_cast<off_t>(end - begin));
}

std::uint64_t Arena::used() const {
  Lock lock(mutex_);
  return used_;
}

// From the first free range that is large enough, else from the file's end.
bool Arena::carve(std::uint64_t bytes, std::uint64_t& offset) {
  for (Block& range : ranges_) {
    if (range.size < bytes) continue;
    if (!commit(range.offset, bytes)) return false;
    offset = range.offset;
    range.offset += bytes;
    range.size -= bytes;
    if (range.size == 0) {
      range = ranges_.back();
      ranges_.pop_back();
    }
    return true;
  }
  if (bytes > limit_ - top_ || !commit(top_, bytes)) return false;
  offset = top_;
  top_ += bytes;
  highest_ = std::max(highest_, top_);
  return true;
}

// Makes the pages, where there are none yet.
bool Arena::commit(std::uint64_t offset, std::uint64_t bytes) const noexcept {
  int result;
  do {
    result = ::fallocate(*file_, 0, static_cast<off_t>(offset), static_cast<off_t>(bytes));
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

// All that is free, of whatever size, becomes ranges as long as can be.
void Arena::merge() {
  for (std::size_t number = 0; number < kSizes; ++number) {
    const std::uint64_t lines =
        number < 4 ? number + 1 : (4 + (number - 4) % 4 + 1) << ((number - 4) / 4);
    for (const std::uint64_t offset : sizes_[number].free)
      ranges_.push_back({offset, lines * kLine});
    sizes_[number].free.clear();
  }
  std::sort(ranges_.begin(), ranges_.end(),
            [](const Block& a, const Block& b) { return a.offset < b.offset; });
  merge_ranges();
}

void Arena::merge_ranges() {
  std::size_t kept = 0;
  for (const Block& range : ranges_) {
    if (kept > 0 && ranges_[kept - 1].offset + ranges_[kept - 1].size == range.offset) {
      ranges_[kept - 1].size += range.size;
    } else {
      ranges_[kept++] = range;
    }
  }
  ranges_.resize(kept);
  if (kept > 0 && ranges_.back().offset + ranges_.back().size == top_) {
    top_ = ranges_.back().offset;
    ranges_.pop_back();
  }
}

}  // namespace ranvier::ring
