#include <cstdio>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "bench/runner/benches.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

/// Of each program, what micro/size/measure.sh prints.
using Sizes = std::map<std::string, Outcome>;

// Lines "<program> flash <bytes> ram <bytes>", and below each "stack <bytes>".
Sizes sizes_in(const std::string& text) {
  Sizes sizes;
  std::string program;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, what;
    double number = 0;
    if (words >> name && name == "stack") {
      if (words >> number) sizes[program]["stack"] = number;
      continue;
    }
    program = name;
    while (words >> what >> number) sizes[program][what] = number;
  }
  return sizes;
}

// Runs it once for all programs. Under QEMU too, where there is one.
Sizes measure_sizes() {
  const std::string script = std::string(RANVIER_SOURCE_DIR) + "micro/size/measure.sh";
  const std::string command =
      "export PATH=/usr/bin:$PATH; if command -v qemu-system-arm; then "
      "export AGENT='" +
      program_folder() +
      "/ranvier-micro-agent'; fi "
      "> /dev/null; '" +
      script + "' 2>&1";
  FILE* out = popen(command.c_str(), "r");
  if (out == nullptr) throw std::runtime_error("cannot run '" + script + "'");
  std::string said;
  for (int c = 0; (c = fgetc(out)) != EOF;) said += static_cast<char>(c);
  if (pclose(out) != 0) {
    throw std::runtime_error("'" + script + "' failed. It needs what tools/bootstrap.sh micro " +
                             "installs. It said: " + said);
  }
  return sizes_in(said);
}

std::function<RunResult()> size_of(const std::string& program,
                                   const std::shared_ptr<Sizes>& measured) {
  return [=] {
    if (measured->empty()) *measured = measure_sizes();
    const auto found = measured->find(program);
    if (found == measured->end()) throw std::runtime_error("no program '" + program + "'");
    RunResult result;
    result.quantities = found->second;
    return result;
  };
}

}  // namespace

std::vector<Case> micro_cases(const Options&) {
  const auto measured = std::make_shared<Sizes>();
  std::vector<Case> cases;
  for (const std::string program : {"client-best-effort", "client-reliable", "rclc"}) {
    Case size;
    size.name = "micro/size/" + program;
    size.placement =
        "a publisher and a subscription of an int32; Cortex-M3, -Os, start-up code and C library "
        "included; stack by painting, under QEMU; no heap";
    size.quantity = {"flash", "flash", "bytes"};
    size.also = {{"ram", "ram", "bytes"}, {"stack", "stack", "bytes"}};
    size.ours = size_of(program, measured);
    size.repeats = 1;
    cases.push_back(std::move(size));
  }
  return cases;
}

}  // namespace ranvier::bench
