// `ranvier policy`: works out which callbacks run first, and how long each chain takes at most;
// writes policy files, and compares them with what runs.
#include <cstdio>
#include <exception>

#include "commands.h"
#include "options.h"

namespace {

// Whether it went well; false if what was asked for was found wanting.
ranvier::Result<bool> run(const ranvier::policy::Options& options) {
  using namespace ranvier::policy;
  if (options.verb == "check") return check(options);
  const auto done = options.verb == "random"     ? random_sets(options)
                    : options.verb == "template" ? write_template(options)
                                                 : chains(options);
  if (!done) return done.error();
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace ranvier::policy;
  try {
    Options options;
    if (const auto status = parse_command_line(argc, argv, options)) return *status;
    const auto done = run(options);
    if (done) return *done ? 0 : 1;
    std::fprintf(stderr, "ranvier policy %s: %s\n", options.verb.c_str(),
                 done.error().what.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ranvier policy: %s\n", error.what());
  }
  return 1;
}
