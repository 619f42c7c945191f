// `ranvier-trace`: what a trace needs beside the process that records it.
#include <cstdio>
#include <string_view>

#include "ranvier/trace/ctf.h"
#include "ranvier/trace/recorder.h"

namespace {

constexpr const char* kUsage =
    "usage: ranvier-trace recover DIR   completes the traces in DIR of processes that were killed\n"
    "       ranvier-trace save DIR      saves what the flight recorders have that record into DIR\n"
    "       ranvier-trace events        prints the events and their fields\n";

int recover(const char* directory) {
  const auto done = ranvier::trace::recover(directory);
  if (!done) {
    std::fprintf(stderr, "%s\n", done.error().what.c_str());
    return 1;
  }
  std::printf("%zu traces completed\n", *done);
  return 0;
}

int save(const char* directory) {
  const auto saved = ranvier::trace::save_others(directory);
  if (!saved) {
    std::fprintf(stderr, "%s\n", saved.error().what.c_str());
    return 1;
  }
  for (const std::string& folder : *saved) std::printf("%s\n", folder.c_str());
  if (!saved->empty()) return 0;
  std::fprintf(stderr, "No flight recorder records into '%s'. A process has one that was started "
                       "with RANVIER_TRACE=%s RANVIER_TRACE_KEEP=last.\n", directory, directory);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "recover" && argc == 3) return recover(argv[2]);
  if (command == "save" && argc == 3) return save(argv[2]);
  if (command == "events" && argc == 2) {
    std::fputs(ranvier::trace::events_page().c_str(), stdout);
    return 0;
  }
  std::fputs(kUsage, stderr);
  return 2;
}
