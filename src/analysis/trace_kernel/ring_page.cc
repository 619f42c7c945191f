#include "analysis/trace_kernel/ring_page.h"

#include <cstring>

namespace ranvier::trace_kernel {
namespace {

// Kinds of entries; below kPadding, the length of the data in words of four bytes.
constexpr std::uint32_t kPadding = 29, kTimeExtend = 30, kTimeStamp = 31;
constexpr std::uint64_t kMissed = 1u << 31, kMissedCounted = 1u << 30;
constexpr unsigned kDeltaBits = 27;
constexpr std::uint64_t kTopOfTime = ~((std::uint64_t{1} << 59) - 1);

template <class T>
bool take(std::span<const std::uint8_t>& from, T& value) noexcept {
  if (from.size() < sizeof value) return false;
  std::memcpy(&value, from.data(), sizeof value);
  from = from.subspan(sizeof value);
  return true;
}

}  // namespace

PageSummary read_page(
    std::span<const std::uint8_t> page,
    const std::function<void(std::uint64_t, std::span<const std::uint8_t>)>& see) {
  PageSummary summary;
  std::uint64_t time = 0, commit = 0;
  if (!take(page, time) || !take(page, commit)) return {0, false};
  const std::uint64_t bytes = commit & (kMissedCounted - 1);
  if (bytes > page.size()) return {0, false};
  if (commit & kMissed) {
    summary.missed = 1;  // at least
    auto behind = page.subspan(bytes);
    if (commit & kMissedCounted) static_cast<void>(take(behind, summary.missed));
  }
  auto rest = page.first(bytes);
  std::uint32_t head = 0;
  while (take(rest, head)) {
    const std::uint32_t kind = head & 31, delta = head >> 5;
    std::uint32_t word = 0;
    std::size_t length = std::size_t{kind} * 4;
    if (kind == kPadding && delta == 0) return summary;  // to the end of the page
    if (kind == 0 || kind >= kPadding) {
      if (!take(rest, word)) break;
      length = word < sizeof word ? 0 : word - sizeof word;
    }
    if (kind == kTimeExtend) {
      time += (std::uint64_t{word} << kDeltaBits) + delta;
      continue;
    }
    if (kind == kTimeStamp) {
      time = (time & kTopOfTime) | (std::uint64_t{word} << kDeltaBits | delta);
      continue;
    }
    if (length > rest.size()) break;
    time += delta;
    if (kind != kPadding) see(time, rest.first(length));
    rest = rest.subspan(length);
  }
  summary.is_whole = rest.empty();
  return summary;
}

}  // namespace ranvier::trace_kernel
