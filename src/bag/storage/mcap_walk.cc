#include "bag/storage/mcap_walk.h"

#include <algorithm>

namespace ranvier::bag::mcap {
namespace {

constexpr std::uint64_t kLook = 4096;                        // bytes, after a jump
constexpr std::uint64_t kStride = std::uint64_t{256} << 10;  // bytes, from one record to the next

}  // namespace

Result<Bytes> Walk::bytes(std::uint64_t place, std::uint64_t count) {
  const std::uint64_t window_end = window_place_ + window_.size();
  if (place < window_place_ || place + count > window_end) {
    const bool jumped = place < window_place_ || place > window_end;
    // Around each place the kernel would read much that is skipped.
    if (jumped != jumps_) file_.expect_jumps(jumps_ = jumped);
    const std::uint64_t wanted = std::max(count, jumped ? kLook : kStride);
    window_.resize(static_cast<std::size_t>(std::min(wanted, end_ - place)));
    window_place_ = place;
    if (const auto read = file_.read(place, window_); !read) {
      window_.clear();
      return read.error();
    }
  }
  return Bytes(window_).subspan(static_cast<std::size_t>(place - window_place_),
                                static_cast<std::size_t>(count));
}

Result<std::optional<Place>> Walk::next() {
  if (end_ < place_ || end_ - place_ < kRecordHead) return std::optional<Place>();
  const auto head = bytes(place_, kRecordHead);
  if (!head) return head.error();
  Unpacker from(*head);
  Place found;
  found.op = static_cast<Op>(from.number<std::uint8_t>());
  found.begin = place_;
  found.body = place_ + kRecordHead;
  found.size = from.number<std::uint64_t>();
  place_ = is_cut(found) ? end_ : found.end();
  return std::optional(found);
}

Result<Bytes> Walk::body(const Place& record, std::uint64_t most) {
  return bytes(record.body, std::min({most, record.size, end_ - record.body}));
}

}  // namespace ranvier::bag::mcap
