#include "ranvier/run/executor_thread.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "ranvier/trace/trace.h"

namespace ranvier {
namespace {

constinit thread_local std::array<const void*, ExecutorThread::kMost> known_here{};
constinit thread_local std::size_t known_count = 0;

// A bit for each of the first 64 CPUs; 0 if the kernel does not say, or has too many.
std::uint64_t cpus_of_thread() noexcept {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return 0;
  std::uint64_t cpus = 0;
  for (unsigned cpu = 0; cpu < 64; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus |= std::uint64_t{1} << cpu;
  }
  return cpus;
}

int priority_of_thread(int policy) noexcept {
  if (policy != SCHED_FIFO && policy != SCHED_RR) return ::getpriority(PRIO_PROCESS, 0);
  sched_param param{};
  return ::sched_getparam(0, &param) == 0 ? param.sched_priority : 0;
}

}  // namespace

constinit thread_local const void* ExecutorThread::last_ = nullptr;

void ExecutorThread::tell_if_new(const void* executor) noexcept {
  last_ = executor;
  const auto end = known_here.begin() + static_cast<std::ptrdiff_t>(known_count);
  if (end == known_here.end() || std::find(known_here.begin(), end, executor) != end) return;
  known_here[known_count++] = executor;
  const int policy = ::sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
  RANVIER_TRACE(ranvier_executor_thread,
                static_cast<const void*>(&known_here),  // of this thread alone, while it is there
                executor, static_cast<std::int32_t>(::gettid()), policy, priority_of_thread(policy),
                cpus_of_thread());
}

}  // namespace ranvier
