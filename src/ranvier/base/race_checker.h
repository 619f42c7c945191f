// Tells the ThreadSanitizer of a user's program which order our atomics make.
//
// It sees what is compiled for it, and the calls of libc that others make. Our release
// libraries are not compiled for it: without a word of ours, what one thread hands to
// another past pthread's locks looks unordered to it, and it reports races that are none.
#pragma once

// Weak: null in a program without ThreadSanitizer.
extern "C" {
[[gnu::weak]] void __tsan_acquire(void* at);
[[gnu::weak]] void __tsan_release(void* at);
}

namespace ranvier::race_checker {

#if defined(__SANITIZE_THREAD__)
/// Compiled for it ourselves: it sees the atomics.
constexpr bool must_be_told() noexcept { return false; }
#else
inline bool must_be_told() noexcept { return &__tsan_acquire != nullptr; }
#endif

/// What this thread did so far comes before what follows an acquired() of `at`.
/// Contract: any thread; nothing happens unless must_be_told().
inline void released(const void* at) noexcept {
  if (must_be_told()) __tsan_release(const_cast<void*>(at));
}
inline void acquired(const void* at) noexcept {
  if (must_be_told()) __tsan_acquire(const_cast<void*>(at));
}

}  // namespace ranvier::race_checker
