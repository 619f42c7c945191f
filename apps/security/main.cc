// `ranvier security`: makes keystores, enclaves and permissions as `ros2 security` does, and
// looks after them. It needs no Python, no DDS and no ROS.
#include <cstdio>
#include <exception>

#include "commands.h"
#include "options.h"

int main(int argc, char** argv) {
  using namespace ranvier::security;
  try {
    Options options;
    if (const auto status = parse_command_line(argc, argv, options)) return *status;
    const auto done = run(options);
    if (done) return *done ? 0 : 1;
    std::fprintf(stderr, "%s\n", done.error().what.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ranvier security: %s\n", error.what());
  }
  return 1;
}
