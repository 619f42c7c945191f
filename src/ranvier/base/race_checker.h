// Tells the ThreadSanitizer of a user's program which order our atomics make.
//
// It sees what is compiled for it, and the calls of libc that others make. Our release
// libraries are not compiled for it: without a word of ours, what one thread hands to
// another past pthread's locks looks unordered to it, and it reports races that are none.
// So whoever orders memory of users by atomics says so here: locks, counts of references,
// forms of messages. Every source of our libraries begins with this file, as libstdc++
// asks two macros to say the same of a shared_ptr.
#pragma once

// Weak: null in a program without ThreadSanitizer.
extern "C" {
[[gnu::weak]] void __tsan_acquire(void* at);
[[gnu::weak]] void __tsan_release(void* at);
[[gnu::weak]] int __tsan_atomic32_load(const volatile int* from, int order);
}

namespace ranvier::race_checker {

#if defined(__SANITIZE_THREAD__)
/// Compiled for it ourselves: it sees the atomics.
constexpr bool must_be_told() noexcept { return false; }
#else
inline bool must_be_told() noexcept { return &__tsan_acquire != nullptr; }
#if !defined(_GLIBCXX_SYNCHRONIZATION_HAPPENS_BEFORE)  // by libstdc++: it came first, as in tests
#define _GLIBCXX_SYNCHRONIZATION_HAPPENS_BEFORE(at) ::ranvier::race_checker::released(at)
#define _GLIBCXX_SYNCHRONIZATION_HAPPENS_AFTER(at) ::ranvier::race_checker::acquired(at)
#endif
#endif
/// Lets signals in, which a checker holds back from a thread until that calls for anything.
[[gnu::cold, gnu::noinline]] inline void let_signals_in() noexcept {
  static constexpr int anything = 0;
  if (must_be_told()) __tsan_atomic32_load(&anything, 0);
}

/// What this thread did so far comes before what follows an acquired() of `at`.
/// Contract: any thread; nothing happens unless must_be_told().
[[gnu::always_inline]] inline void released(const volatile void* at) noexcept {
  if (must_be_told()) [[unlikely]]
    __tsan_release(const_cast<void*>(at));
}
[[gnu::always_inline]] inline void acquired(const volatile void* at) noexcept {
  if (must_be_told()) [[unlikely]]
    __tsan_acquire(const_cast<void*>(at));
}

}  // namespace ranvier::race_checker
