#include "count_calls.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

// long raw_call(long number, long a, long b, long c, long d, long e, long f):
// the system call instruction ends at raw_call_made, by which the filter knows it.
extern "C" long raw_call(long, long, long, long, long, long, long);
extern "C" const char raw_call_made[];
#if defined(__x86_64__)
asm(R"(
.text
.globl raw_call, raw_call_made
raw_call:
  mov %rdi, %rax
  mov %rsi, %rdi
  mov %rdx, %rsi
  mov %rcx, %rdx
  mov %r8, %r10
  mov %r9, %r8
  mov 8(%rsp), %r9
  syscall
raw_call_made:
  ret
)");
#elif defined(__aarch64__)
asm(R"(
.text
.globl raw_call, raw_call_made
raw_call:
  mov x8, x0
  mov x0, x1
  mov x1, x2
  mov x2, x3
  mov x3, x4
  mov x4, x5
  mov x5, x6
  svc #0
raw_call_made:
  ret
)");
#endif

namespace hot_path {
namespace {

thread_local bool counting = false;
thread_local std::size_t calls = 0;
thread_local std::size_t others = 0;  // of the calls, those that are no futex(2)
thread_local std::array<int, 16> numbers;

// Makes the call that the filter stopped, and hands its result back. One that blocks
// signals, as glibc does around clone(2), has no effect after the handler: SIGSYS
// must not be blocked, or the next call would end the process.
void on_stopped_call(int, siginfo_t* info, void* context) {
  const int saved = errno;
  if (counting) {
    numbers[calls++ % numbers.size()] = info->si_syscall;
    others += info->si_syscall != SYS_futex;
  }
  auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  auto* r = machine.gregs;
  r[REG_RAX] = raw_call(info->si_syscall, r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8],
                        r[REG_R9]);
#elif defined(__aarch64__)
  auto* r = machine.regs;
  r[0] = raw_call(info->si_syscall, r[0], r[1], r[2], r[3], r[4], r[5]);
#endif
  errno = saved;
}

std::string failed(const char* what) {
  return std::string(what) + " failed here: " + std::strerror(errno);
}

std::string handle_stopped_calls() {
  struct sigaction action{};
  action.sa_sigaction = &on_stopped_call;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  ::sigemptyset(&action.sa_mask);
  return ::sigaction(SIGSYS, &action, nullptr) == 0 ? "" : failed("sigaction(SIGSYS)");
}

// Lets through what returns from a signal, what starts a thread (a new one must not
// return from raw_call(): it has a stack of its own), and what raw_call() does.
std::string put_filter() {
  const auto here = reinterpret_cast<std::uintptr_t>(raw_call_made);
  constexpr auto kWhere = offsetof(seccomp_data, instruction_pointer);
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 6, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 4, 0),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kWhere),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<__u32>(here), 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kWhere + 4),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<__u32>(std::uint64_t{here} >> 32), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
  };
  sock_fprog program{static_cast<unsigned short>(std::size(code)), code};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed("PR_SET_NO_NEW_PRIVS");
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return failed("seccomp");
  return {};
}

// Some machines read their clock by a system call: then it cannot be counted.
std::string check_clock() {
  timespec now;
  start_counting_calls();
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return stop_counting_calls() == 0 ? "" : "reading the clock is a system call on this machine";
}

std::string check_counting() {
  start_counting_calls();
  const bool right = ::getppid() == ::syscall(SYS_getppid);
  return stop_counting_calls() == 2 && right ? "" : "a filtered call was not counted";
}

}  // namespace

std::string watch_calls_of_this_thread() {
#if !defined(__x86_64__) && !defined(__aarch64__)
  return "system calls are counted on x86-64 and arm64 alone";
#else
  for (const auto step : {&handle_stopped_calls, &put_filter, &check_counting, &check_clock}) {
    if (std::string why = step(); !why.empty()) return why;
  }
  return {};
#endif
}

void start_counting_calls() noexcept {
  calls = 0;
  others = 0;
  counting = true;
}

std::size_t stop_counting_calls() noexcept {
  counting = false;
  return calls;
}

bool only_futexes_counted() noexcept { return others == 0; }

std::string calls_counted() {
  std::string text = "system calls by number:";
  for (std::size_t i = 0; i < std::min(calls, numbers.size()); ++i) {
    text += ' ' + std::to_string(numbers[i]);
  }
  return text;
}

}  // namespace hot_path
