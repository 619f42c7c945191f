#include "kernel_command.h"

#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "analysis/trace_kernel/kernel_recorder.h"

namespace ranvier::apps {
namespace {

using trace_kernel::KernelRecorder;

constexpr timespec kBetweenCopies{0, 50'000'000};

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.what.c_str());
  return 1;
}

sigset_t orders() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1, SIGUSR2}) ::sigaddset(&set, signal);
  return set;
}

// Until it is asked to end, or cannot write.
Result<void> record(KernelRecorder& recorder, const sigset_t& set) {
  for (;;) {
    const int order = ::sigtimedwait(&set, nullptr, &kBetweenCopies);
    if (order == SIGINT || order == SIGTERM) return {};
    if (order == SIGUSR1) recorder.pause();
    if (order == SIGUSR2) {
      if (auto resumed = recorder.resume(); !resumed) return resumed;
    }
    if (auto copied = recorder.copy(); !copied) return copied;
  }
}

}  // namespace

int record_kernel(const std::vector<std::string>& words) {
  const sigset_t set = orders();  // blocked before anybody can send one
  ::sigprocmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);  // who started it may be gone
  const std::string directory = std::filesystem::absolute(words[0]);
  auto recorder = KernelRecorder::start(directory, {words.begin() + 1, words.end()});
  if (!recorder) return fail(recorder.error());
  const std::string mark = (*recorder)->folder() + "/.recorder";  // who stops it finds us there
  std::ofstream(mark) << std::to_string(::getpid()) << '\n';
  std::printf("%s\n", (*recorder)->folder().c_str());
  std::fflush(stdout);
  const auto recorded = record(**recorder, set);
  const auto stopped = (*recorder)->stop();
  if (!recorded) return fail(recorded.error());
  if (!stopped) return fail(stopped.error());
  ::unlink(mark.c_str());  // else who stops it takes it for failed
  std::fprintf(stderr, "%llu kernel events", static_cast<unsigned long long>(stopped->events));
  if (stopped->missed > 0) {
    std::fprintf(stderr, "; %llu or more were lost in the kernel",
                 static_cast<unsigned long long>(stopped->missed));
  }
  std::fputc('\n', stderr);
  return 0;
}

}  // namespace ranvier::apps
