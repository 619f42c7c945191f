// `ranvier executors`: asks running processes what their executors do.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "ranvier/trace/control.h"
#include "ranvier/trace/member_page.h"

namespace {

using ranvier::trace::MemberPage;

constexpr const char* kUsage =
    "Usage: ranvier executors [PID] [--stuck]\n\n"
    "Prints the executors of a process, or of all of this user: threads, callback groups,\n"
    "what runs and what is ready, since when.\n\n"
    "  --stuck   print only the callbacks that wait for what cannot come; the status is 1 if\n"
    "            there is one\n";

struct Options {
  int pid = 0;  // 0: all
  bool stuck = false;
};

bool parse(int argc, char** argv, Options& to) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    char* end = nullptr;
    if (word == "--stuck") {
      to.stuck = true;
    } else if (const long pid = std::strtol(argv[i], &end, 10); pid > 0 && *end == '\0') {
      to.pid = static_cast<int>(pid);
    } else {
      return false;
    }
  }
  return true;
}

// @return whether a callback is stuck.
bool print(const ranvier::trace::Answer& answer, const Options& options) {
  const bool stuck = options.stuck && answer.text.find("thread ") != std::string::npos;
  if (!options.stuck || stuck || !answer.complaint.empty()) {
    std::printf("%s (%d)%s\n", answer.program.c_str(), answer.pid,
                answer.complaint.empty() ? "" : (": " + answer.complaint).c_str());
    std::fputs(answer.text.c_str(), stdout);
  }
  return stuck;
}

int run(const Options& options) {
  const auto folder = ranvier::trace::SessionFolder::open();
  if (!folder) {
    std::fprintf(stderr, "ranvier executors: %s\n", folder.error().what.c_str());
    return 2;
  }
  const auto answers = ranvier::trace::ask_processes(
      *folder, options.stuck ? MemberPage::kStuck : MemberPage::kExecutors, options.pid);
  if (answers.empty() && options.pid != 0) {
    std::fprintf(stderr,
                 "ranvier executors: process %d is none of this user's that has a context of "
                 "Ranvier, or it was started with RANVIER_TRACE_SESSIONS=off.\n",
                 options.pid);
    return 2;
  }
  bool stuck = false;
  for (const auto& answer : answers) stuck = print(answer, options) || stuck;
  if (options.stuck && !stuck) std::puts("No callback is stuck.");
  return stuck ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "--help" || first == "-h") {
    std::fputs(kUsage, stdout);
    return 0;
  }
  try {
    Options options;
    if (parse(argc, argv, options)) return run(options);
    std::fputs(kUsage, stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ranvier executors: %s\n", error.what());
  }
  return 2;
}
