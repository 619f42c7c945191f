#include "ranvier/trace/cpu_waits.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"
#include "ranvier/os/thread.h"
#include "ranvier/trace/trace.h"

namespace ranvier::trace {
namespace {

// The kernel writes its line again for each read from the beginning.
std::optional<CpuWait> read_count(int file) noexcept {
  char line[96];
  const ssize_t size = ::pread(file, line, sizeof line - 1, 0);
  if (size <= 0) return std::nullopt;  // the thread is gone
  line[size] = '\0';
  const auto total = parse_schedstat(line);
  if (!total) return std::nullopt;
  return CpuWait{*total, steady_ns()};
}

int open_count(std::int32_t thread) noexcept {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", thread);
  return ::open(path, O_RDONLY | O_CLOEXEC);
}

}  // namespace

std::optional<std::int64_t> parse_schedstat(const char* line) noexcept {
  // Not by sscanf(), which takes longer than the kernel does for the line.
  const char* const end = line + std::strlen(line);
  std::int64_t ran = 0, waited = 0;
  const auto first = std::from_chars(line, end, ran);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ' ') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, waited);
  if (second.ec != std::errc() || waited < 0) return std::nullopt;
  return waited;
}

CpuWaits::~CpuWaits() {
  for (const auto& [thread, known] : threads_) ::close(known.file);
}

void CpuWaits::look() noexcept {
  if (looks_++ % kLooksForOneList == 0) list();
  for (auto at = threads_.begin(); at != threads_.end();) {
    if (look_at(at->first, at->second)) {
      ++at;
    } else {
      ::close(at->second.file);
      at = threads_.erase(at);
    }
  }
}

// Finds the threads that are new. What cannot be listed or opened is not looked at.
void CpuWaits::list() noexcept {
  DIR* folder = ::opendir("/proc/self/task");
  if (folder == nullptr) return;
  const auto self = static_cast<std::int32_t>(::gettid());
  while (const dirent* entry = ::readdir(folder)) {
    const auto thread = static_cast<std::int32_t>(std::atoi(entry->d_name));
    if (thread > 0 && thread != self) meet(thread);
  }
  ::closedir(folder);
  if (looks_ == 1 && !threads_.empty()) RANVIER_TRACE(ranvier_cpu_wait, self, 0, 0);
}

void CpuWaits::meet(std::int32_t thread) noexcept {
  if (threads_.count(thread) != 0 || threads_.size() >= kMostThreads) return;
  const int file = open_count(thread);
  if (file < 0) return;
  try {
    if (const auto now = read_count(file)) {
      threads_.emplace(thread, Known{file, *now});
      return;
    }
  } catch (const std::bad_alloc&) {}
  ::close(file);
}

// False if the thread is gone; another may have its number.
bool CpuWaits::look_at(std::int32_t thread, Known& known) noexcept {
  const auto now = read_count(known.file);
  if (!now) return false;
  const std::int64_t waited = now->total - known.last.total;
  const std::int64_t within = now->read - known.last.read;
  known.last = *now;
  if (waited >= kLeast) RANVIER_TRACE(ranvier_cpu_wait, thread, waited, within);
  return true;
}

Result<void> CpuWatch::start(std::int64_t pause) {
  Result<std::thread> thread =
      start_thread("Trace, waits for a CPU", [this, pause] { look_until_stopped(pause); });
  if (!thread) return Error{Code::kWorld, thread.error().what + " The recording is without them."};
  thread_ = std::move(*thread);
  return {};
}

CpuWatch::~CpuWatch() {
  if (!thread_.joinable()) return;
  stopped_.store(1, std::memory_order_relaxed);  // the futex orders nothing else
  futex_wake(stopped_, 1);
  thread_.join();
}

void CpuWatch::look_until_stopped(std::int64_t pause) noexcept {
  ::pthread_setname_np(::pthread_self(), "ranvier_waits");
  CpuWaits waits;
  for (;;) {
    const bool is_last = stopped_.load(std::memory_order_relaxed) != 0;
    waits.look();
    if (is_last) return;
    futex_wait(stopped_, 0, steady_ns() + pause);
  }
}

}  // namespace ranvier::trace
