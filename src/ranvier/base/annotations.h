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

// On the way of every message: the linker lays these functions side by side, so that a
// message after a pause faults in a few pages of code and not twenty, and all of them can
// be asked for at once (base/warm_up.h). A group for each part of the way that a message
// may take without the others: what every thread that wakes comes past; its turn to the next
// work, by the timers and the queue, and to its sleep, which a message that another process
// rang for mostly does without; from publish() to the bell of another process, and from there to
// a callback; what memory is taken for it, and how it comes there if it was not lent, or finds the
// ring full, or has more bells to ring; and the way within the process, through an inbox and a
// bell of its own.
#define RANVIER_HOT RANVIER_GROUP("ranvier_hot")
#define RANVIER_HOT_TURN RANVIER_GROUP("ranvier_hot_turn")
#define RANVIER_HOT_OUT RANVIER_GROUP("ranvier_hot_out")
#define RANVIER_HOT_IN RANVIER_GROUP("ranvier_hot_in")
#define RANVIER_HOT_MEMORY RANVIER_GROUP("ranvier_hot_memory")
#define RANVIER_HOT_PLAIN RANVIER_GROUP("ranvier_hot_plain")
#define RANVIER_HOT_LOCAL RANVIER_GROUP("ranvier_hot_local")
#define RANVIER_GROUP(name) [[gnu::hot, gnu::section(name)]]
// In one file of a library: the group begins with a page, and so lies in as few as it can.
#define RANVIER_IN_WHOLE_PAGES(group) \
  asm(".pushsection " #group ",\"ax\"\n.balign 4096\n.popsection")
// The linker gives these names to the bounds of a section that is named like a word of C.
// Weak: a program that links a few rooms only may have none of a group.
#define RANVIER_GROUP_BOUNDS(group)                                                \
  extern const char __start_##group[] __attribute__((weak, visibility("hidden"))); \
  extern const char __stop_##group[] __attribute__((weak, visibility("hidden")))
// A few instructions of that way: never a call, whose code would lie elsewhere.
#define RANVIER_HOT_INLINE [[gnu::always_inline]] inline
// The same of a lambda, behind its parameters.
#define RANVIER_HOT_LAMBDA __attribute__((always_inline))
// Beside that way: kept out of its cache lines.
#define RANVIER_COLD [[gnu::cold, gnu::noinline]]
