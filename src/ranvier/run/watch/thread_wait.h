// What a thread that sleeps in the kernel sleeps on.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "ranvier/run/watch/look.h"

namespace ranvier {

/// What a callback waits for, as far as it can be proven.
struct Awaits {
  enum class Kind : std::uint8_t {
    kNothing,     ///< it computes, or waits for what is not known here
    kReply,       ///< `work` is the client that brings it
    kServer,      ///< for the client `work`
    kTransforms,  ///< tf2 looks for them again and again
    kMutex,       ///< that the thread `owner` has
  };
  Kind kind = Kind::kNothing;
  const void* work = nullptr;
  pid_t owner = 0;
  bool operator==(const Awaits&) const = default;
};

/// Contract: any thread; system calls.
Awaits awaits_of(const RunLook& run);

/// Names the module whose code a thread of an interpreter is in, as "tf2_ros.buffer"; empty if it
/// is in none, or if that is not known. Called on a thread that looks, for one that sleeps.
using ModuleOf = std::string (*)(pid_t thread);
/// Whom to ask from now on. Contract: any thread; the function stays until the process ends.
void ask_for_modules(ModuleOf module_of) noexcept;

namespace detail {

/// The system call that a thread of this process sleeps in.
struct SystemCall {
  long number = -1;
  std::array<unsigned long, 3> arguments{};
  std::uintptr_t stack = 0;  ///< the thread's stack pointer
};
/// Nothing if it runs, or the kernel does not say.
std::optional<SystemCall> call_of(pid_t thread);

/// A futex that a thread sleeps on.
struct FutexWait {
  std::uintptr_t word;
  bool of_mutex;  ///< as pthread_mutex_lock() waits
};
/// Nothing if it is another call.
std::optional<FutexWait> futex_of(const SystemCall& call) noexcept;

/// The file of the program or library that called, past those of the C++ library and ours; empty
/// if it is not found.
std::string caller_of(const SystemCall& call);

/// Who has the pthread_mutex_t at that word; 0 if nobody does.
pid_t owner_of(std::uintptr_t mutex);

}  // namespace detail
}  // namespace ranvier
