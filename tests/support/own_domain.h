// A DDS domain of a test's own: tests that run at the same time on this machine never meet.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

namespace ranvier::support {

/// Whether this process now holds `domain`. Its descriptor stays open until the process ends,
/// and does not go to programs that it starts.
inline bool hold_domain(int domain) {
  const std::string lock = "/tmp/ranvier-test-domain-" + std::to_string(domain) + ".lock";
  const int file = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return false;
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) return true;
  ::close(file);
  return false;
}

inline int take_domain() {
  constexpr int kDomains = 100;  // ports of those above it are ephemeral ones
  const int first = ::getpid();
  for (int i = 0; i < kDomains; ++i) {
    const int domain = 1 + (first + i) % kDomains;
    if (hold_domain(domain)) return domain;
  }
  throw std::runtime_error("all domains 1 to 100 are held by tests that run; run fewer at a time");
}

/// The domain of this process and of those that it forks; the same at each call. No other test
/// has it meanwhile (tests/support/own_domain.py takes the same locks).
/// Contract: any thread.
inline int own_domain() {
  static const int domain = take_domain();
  return domain;
}

}  // namespace ranvier::support
