#include "ranvier/os/ticks.h"

#if defined(__x86_64__)
#include <cpuid.h>

#include <fstream>
#include <string>
#endif

namespace ranvier {

#if defined(__x86_64__)
namespace {

bool runs_at_one_rate() noexcept {
  constexpr unsigned kPowerManagement = 0x80000007;
  constexpr unsigned kInvariant = 1u << 8;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(kPowerManagement, &a, &b, &c, &d) != 0 && (d & kInvariant) != 0;
}

// The kernel falls back on these clocks when cores disagree about the counter.
bool is_distrusted() {
  std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string name;
  file >> name;
  return name == "hpet" || name == "acpi_pm" || name == "jiffies" || name == "refined-jiffies";
}

}  // namespace

TickSource best_tick_source() noexcept {
  return runs_at_one_rate() && !is_distrusted() ? TickSource::kTsc : TickSource::kClock;
}
#else
TickSource best_tick_source() noexcept { return TickSource::kClock; }
#endif

TickAnchor read_anchor(TickSource source) noexcept {
  if (source == TickSource::kClock) {
    const std::int64_t now = steady_ns();
    return {static_cast<std::uint64_t>(now), now};
  }
  // Of several tries, the one that nothing came between.
  constexpr int kTries = 5;
  TickAnchor best{};
  std::uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < kTries; ++i) {
    const std::uint64_t before = read_ticks(source);
    const std::int64_t now = steady_ns();
    const std::uint64_t took = read_ticks(source) - before;
    if (took >= shortest) continue;
    shortest = took;
    best = {before + took / 2, now};
  }
  return best;
}

TickLine::TickLine(TickAnchor from, TickAnchor to) noexcept
    : from_(from), rate_(std::int64_t{1} << kShift) {
  if (to.ticks <= from.ticks || to.ns <= from.ns) return;
  const auto ns = static_cast<__int128>(to.ns - from.ns) << kShift;
  rate_ = static_cast<std::int64_t>(ns / static_cast<__int128>(to.ticks - from.ticks));
}

}  // namespace ranvier
