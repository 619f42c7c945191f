#include "bench/common/crowd.h"

#include <sys/resource.h>

#include <cstdio>

#include "bench/common/of_process.h"

namespace ranvier::bench {

void allow_many_files() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

void Upkeep::one_is_there() { one_kb_ = status_of(pid_, "RssAnon"); }

void Upkeep::all_are_there() { cpu_before_ns_ = cpu_ns_of(pid_); }

void Upkeep::print_cpu(long messages) const {
  const auto cpu_ns = static_cast<double>(cpu_ns_of(pid_) - cpu_before_ns_);
  std::printf("cpu_us %.3f\n", cpu_ns / 1e3 / static_cast<double>(messages));
}

void Upkeep::print_memory() const {
  const double private_kb = status_of(pid_, "RssAnon");
  std::printf("memory_kb %.0f\nprivate_kb %.0f\nthreads %.0f\n", status_of(pid_, "VmRSS"),
              private_kb, status_of(pid_, "Threads"));
  if (clients_ > 1) std::printf("each_kb %.3f\n", (private_kb - one_kb_) / (clients_ - 1));
}

}  // namespace ranvier::bench
