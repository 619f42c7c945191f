// `ranvier policy`: works out which callbacks run first, and how long each chain takes at most.
#include <cstdio>
#include <exception>

#include "commands.h"
#include "options.h"

int main(int argc, char** argv) {
  using namespace ranvier::policy;
  try {
    Options options;
    if (const auto status = parse_command_line(argc, argv, options)) return *status;
    const auto done = options.verb == "random" ? random_sets(options) : chains(options);
    if (done) return 0;
    std::fprintf(stderr, "ranvier policy %s: %s\n", options.verb.c_str(),
                 done.error().what.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ranvier policy: %s\n", error.what());
  }
  return 1;
}
