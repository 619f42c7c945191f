// What an endpoint carries, and how: for whoever reads a trace.
#pragma once

#include <atomic>
#include <cstdint>

#include "ranvier/codec/type_info.h"
#include "ranvier/msg/qos.h"
#include "ranvier/os/clock.h"
#include "ranvier/trace/trace.h"

namespace ranvier {

/// Tells what messages of an endpoint are. Contract: once an endpoint, after the event of its init.
inline void tell_type(const void* endpoint, const char* type, bool has_fixed_size, const Qos& qos) {
  const std::uint64_t depth = qos.history == History::kKeepAll ? 0 : qos.depth;
  RANVIER_TRACE(ranvier_endpoint_type, endpoint, type, has_fixed_size ? 1 : 0,
                qos.reliability == Reliability::kReliable ? 1 : 2,
                qos.durability == Durability::kTransientLocal ? 1 : 2, depth);
}

/// Whether a size is to be told of now: ten times a second, as to count the bytes of an object may
/// take as long as the rest of its publication.
///
/// Threads: any. Contract: asked only while somebody records.
class SizeTelling final {
 public:
  [[nodiscard]] bool is_due() noexcept {
    constexpr std::int64_t kPause = 100'000'000;  // ns
    const std::int64_t now = steady_ns();
    std::int64_t last = last_.load(std::memory_order_relaxed);
    if (last != 0 && now - last < kPause) return false;
    return last_.compare_exchange_strong(last, now, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::int64_t> last_{0};
};

}  // namespace ranvier
