#include "ranvier/run/watch/thread_wait.h"

#include <fcntl.h>
#include <link.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "ranvier/base/for_c.h"
#include "ranvier/run/watch/awaited.h"

namespace ranvier {
namespace {

// Through the kernel: the memory may be another's by now, or gone. @return bytes.
std::size_t read_memory(std::uintptr_t from, void* to, std::size_t bytes) noexcept {
  const iovec target{to, bytes};
  const iovec source{reinterpret_cast<void*>(from), bytes};
  const ssize_t got = ::process_vm_readv(::getpid(), &target, 1, &source, 1, 0);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

struct Search {
  std::uintptr_t address;
  std::string file;
};

int look_in(dl_phdr_info* object, std::size_t, void* given) noexcept {
  auto& search = *static_cast<Search*>(given);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& part = object->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
    if (search.address < begin || search.address - begin >= part.p_memsz) continue;
    search.file = object->dlpi_name != nullptr && *object->dlpi_name != 0 ? object->dlpi_name : "/";
    return 1;
  }
  return 0;
}

// "/" for the program itself; empty if no code lies there.
std::string object_of_code(std::uintptr_t address) {
  Search search{address, {}};
  ::dl_iterate_phdr(for_c<look_in>(), &search);
  return search.file;
}

bool waits_for_others(const std::string& file) {
  const std::string name = file.substr(file.rfind('/') + 1);
  for (const char* library : {"libc.so", "libpthread.so", "libstdc++.so", "librclcpp.so",
                              "libranvier.so", "ld-linux", "linux-vdso"}) {
    if (name.starts_with(library)) return true;
  }
  return false;
}

}  // namespace

namespace detail {

std::optional<SystemCall> call_of(pid_t thread) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/syscall", thread);
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::array<char, 256> text{};
  const ssize_t length = ::read(file, text.data(), text.size() - 1);
  ::close(file);
  if (length <= 0 || text[0] == 'r') return std::nullopt;  // "running"
  // The number, six arguments, the stack pointer and the program counter.
  SystemCall call;
  char* at = text.data();
  call.number = std::strtol(at, &at, 10);
  std::array<unsigned long, 8> words{};
  for (unsigned long& word : words) {
    char* const before = at;
    word = std::strtoul(at, &at, 16);
    if (at == before) return std::nullopt;
  }
  std::copy_n(words.begin(), call.arguments.size(), call.arguments.begin());
  call.stack = words[6];
  return call;
}

std::optional<FutexWait> futex_of(const SystemCall& call) noexcept {
  if (call.number != SYS_futex) return std::nullopt;
  const auto kind = call.arguments[1] & static_cast<unsigned long>(FUTEX_CMD_MASK);
  if (kind != FUTEX_WAIT && kind != FUTEX_WAIT_BITSET) return std::nullopt;
  // glibc: 2 in the word says that somebody waits.
  return FutexWait{call.arguments[0], kind == FUTEX_WAIT && call.arguments[2] == 2};
}

// Read past the compiler: the memory may be another's by now, or gone.
pid_t owner_of(std::uintptr_t mutex) {
  struct {
    int lock;
    unsigned count;
    int owner;
  } head{};  // of glibc's pthread_mutex_t
  return read_memory(mutex, &head, sizeof head) == sizeof head && head.lock == 2 ? head.owner : 0;
}

// The return address that lies next on the stack, of those that lead out of libraries that wait
// for others. What else lies there and looks like one leads nowhere, or elsewhere.
std::string caller_of(const SystemCall& call) {
  std::array<std::uintptr_t, 512> words{};
  const std::size_t read = read_memory(call.stack, words.data(), sizeof words) / sizeof words[0];
  for (std::size_t i = 0; i < read; ++i) {
    const std::string file = object_of_code(words[i]);
    if (!file.empty() && !waits_for_others(file)) return file;
  }
  return {};
}

}  // namespace detail

namespace {

std::atomic<ModuleOf> modules{nullptr};

std::string module_of(pid_t thread) {
  const ModuleOf of = modules.load(std::memory_order_acquire);
  return of != nullptr ? of(thread) : std::string();
}

// A file, or a module of an interpreter.
bool is_of_tf2(const std::string& file) {
  return file.find("tf2_ros", file.rfind('/') + 1) != file.npos;
}

Awaits awaits_reply(const void* client) {
  return client != nullptr ? Awaits{Awaits::Kind::kReply, client, 0} : Awaits{};
}

Awaits awaits_in_kernel(pid_t thread) {
  const auto call = detail::call_of(thread);
  if (!call) return {};
  const auto futex = detail::futex_of(*call);
  if (futex) {
    if (const Work* const by = Awaited::find(reinterpret_cast<const void*>(futex->word))) {
      return awaits_reply(by);
    }
    const pid_t owner = futex->of_mutex ? detail::owner_of(futex->word) : 0;
    if (owner != 0) return {Awaits::Kind::kMutex, nullptr, owner};
  }
  const bool pauses = call->number == SYS_clock_nanosleep || call->number == SYS_nanosleep;
  const bool of_tf2 = ((futex || pauses) && is_of_tf2(detail::caller_of(*call))) ||
                      (pauses && is_of_tf2(module_of(thread)));
  return of_tf2 ? Awaits{Awaits::Kind::kTransforms, nullptr, 0} : Awaits{};
}

}  // namespace

void ask_for_modules(ModuleOf module_of) noexcept {
  modules.store(module_of, std::memory_order_release);
}

Awaits awaits_of(const RunLook& run) {
  switch (run.says.what) {
    case WaitsFor::kReply: return awaits_reply(run.says.object);
    case WaitsFor::kFuture: return awaits_reply(Awaited::find(run.says.object));
    case WaitsFor::kServer: return {Awaits::Kind::kServer, run.says.object, 0};
    case WaitsFor::kNothing: break;
  }
  return run.innermost ? awaits_in_kernel(run.thread) : Awaits{};
}

}  // namespace ranvier
