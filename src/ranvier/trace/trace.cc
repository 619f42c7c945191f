#include "ranvier/trace/trace.h"

namespace ranvier::trace {

std::atomic<Sink*> detail::sink{nullptr};

void set_sink(Sink* sink) noexcept { detail::sink.store(sink, std::memory_order_release); }

}  // namespace ranvier::trace
