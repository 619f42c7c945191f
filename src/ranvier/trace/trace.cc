#include "ranvier/trace/trace.h"

namespace ranvier::trace {

std::atomic<std::uint32_t> detail::state{0};
std::atomic<Sink*> detail::sink{nullptr};
std::atomic<std::uint64_t> detail::wanted{~std::uint64_t{0}};

void set_sink(Sink* sink) noexcept {
  detail::sink.store(sink, std::memory_order_release);  // pairs with tell_sink()
  if (sink) {
    detail::state.fetch_or(detail::kSinkBit, std::memory_order_relaxed);
  } else {
    detail::state.fetch_and(~detail::kSinkBit, std::memory_order_relaxed);
  }
}

}  // namespace ranvier::trace
