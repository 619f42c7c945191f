#include "bench/common/conductor.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "bench/common/clock.h"

namespace ranvier::bench {
namespace {

void say(const std::string& line) {
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);
}

// Reads byte by byte: nothing that follows the line may be swallowed.
std::string read_line() {
  std::string line;
  for (char c = 0; read(STDIN_FILENO, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

}  // namespace

void Conductor::ready_and_wait_go() {
  say("ready");
  const std::string line = read_line();
  if (line == "go" || line.empty()) return;
  throw std::runtime_error("the runner said '" + line + "', not 'go'");
}

void Conductor::going() { say("going"); }

std::uint64_t Conductor::wait_stop() {
  const std::string line = read_line();
  return line.rfind("stop ", 0) == 0 ? std::strtoull(line.c_str() + 5, nullptr, 10) : 0;
}

void Conductor::finish(const Findings& findings) {
  for (const auto& [key, value] : findings.numbers) {
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", value);
    say(key + "=" + text);
  }
  for (const auto& line : findings.lines) say("line " + line);
  say("end");
}

bool wait_until(const std::function<bool()>& condition, double seconds) {
  const std::int64_t deadline = now_ns() + static_cast<std::int64_t>(seconds * 1e9);
  while (!condition()) {
    if (now_ns() > deadline) return false;
    usleep(1000);
  }
  return true;
}

int run_worker(int argc, char** argv, const std::function<void(int, char**)>& body) {
  try {
    body(argc, argv);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}

}  // namespace ranvier::bench
