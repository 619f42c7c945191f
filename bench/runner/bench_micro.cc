#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <stdexcept>

#include "bench/runner/micro.h"
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

// What a command prints. Throws with that, and a hint, if it fails.
std::string output_of(const std::string& command, const std::string& hint) {
  FILE* out = popen((command + " 2>&1").c_str(), "r");
  if (out == nullptr) throw std::runtime_error("cannot run '" + command + "'");
  std::string said;
  for (int c = 0; (c = fgetc(out)) != EOF;) said += static_cast<char>(c);
  if (pclose(out) != 0)
    throw std::runtime_error("'" + command + "' failed. " + hint + "It said: " + said);
  return said;
}

// Runs it once for all programs. Under QEMU too, where there is one.
Sizes measure_sizes() {
  const std::string script = file_of_tree("micro/size/measure.sh");
  const std::string command =
      "export PATH=/usr/bin:$PATH; if command -v qemu-system-arm; then "
      "export AGENT='" +
      program_folder() +
      "/ranvier-micro-agent'; fi "
      "> /dev/null; '" +
      script + "'";
  return sizes_in(output_of(command, "It needs what tools/bootstrap.sh micro installs. "));
}

std::function<RunResult()> worker(const std::string& words) {
  return micro_worker("bench_micro_ours", words);
}

void add_round_trips(std::vector<Case>& to) {
  for (const bool reliable : {false, true}) {
    Case trip;
    trip.name = std::string("micro/round-trip/") + (reliable ? "reliable" : "best-effort") + "/64B";
    trip.placement =
        "ours: a client on POSIX writes to the agent over UDP on loopback, and reads it back from "
        "there; raw: two hops of UDP between two processes, and a message of ours in one thread";
    trip.quantity = {"p50", "p50_us", "us"};
    trip.also = {{"p99", "p99_us", "us"}};
    trip.ours = worker(std::string("what=round-trip reliable=") + (reliable ? "1" : "0"));
    trip.raw = worker("what=raw");
    to.push_back(std::move(trip));
  }
}

void add_clients(const Options& options, std::vector<Case>& to) {
  const int seconds = std::max(1, static_cast<int>(options.window(5)));
  for (const int clients : {1, 100, 1000}) {
    const std::string words =
        " seconds=" + std::to_string(seconds) + " clients=" + std::to_string(clients);
    std::vector<Quantity> kept = {{"memory", "memory_kb", "kB"}, {"private", "private_kb", "kB"}};
    if (clients > 1) kept.push_back({"each client", "each_kb", "kB"});
    Case many;
    many.name = "micro/agent/" + std::to_string(clients) + "-clients";
    many.placement =
        "each client has a node and a writer of its own topic, and writes 64 bytes ten times a "
        "second; the agent's CPU for a message, its resident memory, what of it is no mapped file, "
        "what each client after the first adds to that, and its threads; raw: a relay receives "
        "as many datagrams as often, and sends each on; raw_dds: the same with a topic and a writer "
        "of Cyclone for each client";
    many.quantity = {"cpu per message", "cpu_us", "us"};
    many.also = kept;
    many.also.push_back({"threads", "threads", ""});
    many.ours = worker("what=clients" + words);
    many.raw = micro_worker("bench_micro_raw", "to=socket" + words);
    many.second = micro_worker("bench_micro_raw", "to=dds" + words);
    many.second_name = "raw_dds";
    many.second_also = kept;
    to.push_back(std::move(many));
  }
}

void add_sizes(std::vector<Case>& to) {
  for (const std::string program : {"client-best-effort", "client-reliable", "rclc"}) {
    Case size;
    size.name = "micro/size/" + program;
    size.placement =
        "a publisher and a subscription of an int32; Cortex-M3, -Os, start-up code and C library "
        "included; stack by painting, under QEMU; no heap";
    size.quantity = {"flash", "flash", "bytes"};
    size.also = {{"ram", "ram", "bytes"}, {"stack", "stack", "bytes"}};
    size.ours = micro_size(program);
    size.repeats = 1;
    to.push_back(std::move(size));
  }
  for (const std::string entity : {"publisher", "subscription", "handle"}) {
    Case one;
    one.name = "micro/entity/" + entity;
    one.placement =
        "static RAM of a Cortex-M3 for one more of rclc, without the user's message; a handle is "
        "what an executor has for each subscription, timer, client or service";
    one.quantity = {"ram", "ram", "bytes"};
    one.ours = micro_size(entity);
    one.repeats = 1;
    to.push_back(std::move(one));
  }
}

}  // namespace

std::function<RunResult()> micro_size(const std::string& program) {
  static Sizes measured;
  return [program] {
    if (measured.empty()) measured = measure_sizes();
    const auto found = measured.find(program);
    if (found == measured.end()) throw std::runtime_error("no program '" + program + "'");
    RunResult result;
    result.quantities = found->second;
    return result;
  };
}

std::string micro_tools_lack() {
  const char* compiler = "/usr/bin/arm-none-eabi-gcc";
  if (access(compiler, X_OK) == 0) return "";
  return std::string("there is no ") + compiler + ": tools/bootstrap.sh micro installs it";
}

std::function<RunResult()> micro_command(const std::string& command, const std::string& hint) {
  return [=] {
    Environment environment = loopback_environment();
    environment["XRCE_DOMAIN_ID_OVERRIDE"] = environment["ROS_DOMAIN_ID"];
    std::string whole;
    for (const auto& [name, value] : environment) whole += name + "='" + value + "' ";
    std::istringstream said(output_of(whole + command, hint));
    RunResult result;
    std::string quantity;
    for (double number = 0; said >> quantity >> number;) result.quantities[quantity] = number;
    return result;
  };
}

std::function<RunResult()> micro_worker(const std::string& program, const std::string& words) {
  return [=] { return micro_command("'" + program_folder() + "/" + program + "' " + words, "")(); };
}

std::vector<Case> micro_cases(const Options& options) {
  std::vector<Case> cases;
  add_sizes(cases);
  add_round_trips(cases);
  add_clients(options, cases);
  add_micro_sweep(options, cases);
  add_micro_loss(options, cases);
  add_micro_faults(options, cases);
  return cases;
}

}  // namespace ranvier::bench
