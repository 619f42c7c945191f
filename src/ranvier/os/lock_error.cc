#include "ranvier/os/lock_error.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <system_error>

namespace ranvier {
namespace {

std::string name_of(const void* address) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", address);
  return text;
}

// As addr2line(1) takes it: the file, and where in it.
std::string place_of(const void* code) {
  Dl_info found{};
  if (::dladdr(code, &found) == 0 || found.dli_fname == nullptr) return name_of(code);
  const auto within = static_cast<const char*>(code) - static_cast<const char*>(found.dli_fbase);
  return std::string(found.dli_fname) + "+" +
         name_of(reinterpret_cast<const void*>(static_cast<std::ptrdiff_t>(within)));
}

std::string calling_thread() {
  char name[16] = "";
  ::pthread_getname_np(::pthread_self(), name, sizeof name);
  return "thread " + std::to_string(::gettid()) + " '" + name + "'";
}

std::string about(const void* lock, const void* caller) {
  return "Lock " + name_of(lock) + ", asked for at " + place_of(caller) + " by " +
         calling_thread() + ": ";
}

[[noreturn]] void throw_error(int code, const std::string& words) {
  throw std::system_error(code, std::generic_category(), words);
}

}  // namespace

void throw_holder_gone(const void* lock, std::uint32_t holder, const void* caller) {
  throw_error(
      EOWNERDEAD,
      about(lock, caller) + "its holder" +
          (holder == 0 ? std::string() : ", thread " + std::to_string(holder) + ",") +
          " has ended without releasing it, or is left behind in the process that this one was "
          "forked from. What it guards may be half changed. Let no thread end within a call or "
          "callback of Ranvier's; after fork(), call only exec or _exit() in the child");
}

void throw_deadlock(const void* lock, std::uint32_t holder, bool itself, const void* caller) {
  const std::string why =
      itself ? "this thread has it already, and would wait for itself for ever. "
             : "its holder, thread " + std::to_string(holder) +
                   ", waits for a lock that this thread has: both would wait for ever. ";
  throw_error(EDEADLK,
              about(lock, caller) + why +
                  "If a callback of yours runs here, let it make that call after it has "
                  "returned, as from a timer or another thread; else report this as a bug");
}

void throw_not_held(const void* lock, std::uint32_t holder, const void* caller) {
  throw_error(EPERM,
              about(lock, caller) + "it is to be released by a thread that does not have it; " +
                  (holder == 0 ? std::string("nobody has it")
                               : "thread " + std::to_string(holder) + " has it") +
                  ". After fork(), call only exec or _exit() in the child; else report this as "
                  "a bug");
}

void throw_lock_refused(const void* lock, int error, const void* caller) {
  throw_error(error, about(lock, caller) + "the kernel does not serve it (futex, FUTEX_LOCK_PI)");
}

}  // namespace ranvier
