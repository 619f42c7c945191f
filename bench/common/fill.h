// Who fills a payload: a core, through its caches, or, as far as a program can show that,
// a device that writes to memory by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "bench/common/args.h"
#include "bench/common/payload.h"

namespace ranvier::bench {

/// Fills payloads before they are stamped.
/// Threads: any; one payload is filled by one.
class Fill final {
 public:
  Fill() = default;  ///< through the caches
  /// The word "fill": streamed, stores that go past the caches (elsewhere than on x86-64 all
  /// go through them), or cached. Throws std::invalid_argument.
  explicit Fill(const Args& args) {
    const std::string fill = args.text("fill", "cached");
    streamed_ = fill == "streamed";
    if (streamed_ || fill == "cached") return;
    throw std::invalid_argument("fill '" + fill + "' is none of cached and streamed.");
  }

  void operator()(void* payload, std::size_t size) const noexcept {
    // The first page, with the stamp, is a program's in any case.
    const std::size_t cached = streamed_ && size > kPage ? kPage : size;
    std::memset(payload, 'x', cached);
    stream(static_cast<char*>(payload) + cached, size - cached);
  }

 private:
  static void stream(char* to, std::size_t size) noexcept {
#ifdef __SSE2__
    constexpr std::size_t kStep = sizeof(__m128i);
    const std::size_t head = (0 - reinterpret_cast<std::uintptr_t>(to)) % kStep;
    if (head < size) {
      std::memset(to, 'x', head);
      to += head;
      size -= head;
    }
    const __m128i bytes = _mm_set1_epi8('x');
    for (; size >= kStep; size -= kStep, to += kStep) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to), bytes);
    }
    _mm_sfence();  // they are there before anybody is told
#endif
    std::memset(to, 'x', size);
  }
  bool streamed_ = false;
};

}  // namespace ranvier::bench
