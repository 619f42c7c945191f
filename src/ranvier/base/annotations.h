// Lock annotations that clang's -Wthread-safety checks; other compilers see nothing.
#pragma once

#if defined(__clang__)
#define RANVIER_ATTRIBUTE(x) __attribute__((x))
#else
#define RANVIER_ATTRIBUTE(x)
#endif

#define RANVIER_CAPABILITY(name) RANVIER_ATTRIBUTE(capability(name))
#define RANVIER_SCOPED_CAPABILITY RANVIER_ATTRIBUTE(scoped_lockable)
#define RANVIER_GUARDED_BY(x) RANVIER_ATTRIBUTE(guarded_by(x))
#define RANVIER_REQUIRES(...) RANVIER_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define RANVIER_EXCLUDES(...) RANVIER_ATTRIBUTE(locks_excluded(__VA_ARGS__))
#define RANVIER_ACQUIRE(...) RANVIER_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define RANVIER_TRY_ACQUIRE(...) RANVIER_ATTRIBUTE(try_acquire_capability(__VA_ARGS__))
#define RANVIER_RELEASE(...) RANVIER_ATTRIBUTE(release_capability(__VA_ARGS__))

// A function on the path of most messages: the linker lays these side by side, so that a
// message after a pause needs few pages of code.
#define RANVIER_HOT [[gnu::hot, gnu::section("ranvier_hot")]]
// A few instructions of such a function: never a call, whose code would lie elsewhere.
#define RANVIER_HOT_INLINE [[gnu::always_inline]] inline
// A function that a message seldom runs: kept out of the cache lines of the others.
#define RANVIER_COLD [[gnu::cold, gnu::noinline]]
