#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bench/runner/benches.h"
#include "bench/runner/process.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

/// The compiler's command line for one side, one word a line, written by CMake.
std::vector<std::string> command_of(const std::string& side) {
  const std::string path = program_folder() + "/bench_compile_" + side + ".txt";
  std::ifstream file(path);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word);) {
    if (!word.empty()) words.push_back(word);
  }
  if (words.empty())
    throw std::runtime_error("cannot read '" + path +
                             "', which a build folder has, no prefix. Run: make build");
  return words;
}

// The compiler driver and its children.
RunResult compile(const std::string& side) {
  std::vector<std::string> words = command_of(side);
  words.insert(words.end(), {"-o", "/dev/null"});
  const Finished finished = run_to_end(words, {}, 600);
  if (finished.status != 0) {
    throw std::runtime_error("the compiler failed on '" + side + "': " + words[0] + " ... " +
                             words.back() + "; it said:\n" + finished.said);
  }
  RunResult result;
  result.quantities["cpu_s"] = finished.cpu_ms / 1e3;
  result.quantities["peak_MB"] = finished.peak_mb;
  return result;
}

// Headers that the file pulls and that are not the system's: ours, or Cyclone's.
double count_headers(const std::string& side, const std::string& mark) {
  std::string line;
  for (const auto& word : command_of(side)) line += "'" + word + "' ";
  FILE* out = popen((line + "-M -MF /dev/stdout 2>/dev/null").c_str(), "r");
  if (out == nullptr) return 0;
  std::string text;
  for (int c = 0; (c = fgetc(out)) != EOF;) text += static_cast<char>(c);
  pclose(out);
  std::istringstream words(text);
  double count = 0;
  for (std::string word; words >> word;) {
    if (word.find(mark) != std::string::npos && word.find("bench/compile/") == std::string::npos)
      ++count;
  }
  return count;
}

std::function<RunResult()> side(const std::string& name, const std::string& mark) {
  return [=] {
    RunResult result = compile(name);
    result.quantities["headers"] = count_headers(name, mark);
    return result;
  };
}

}  // namespace

std::vector<Case> compile_cases(const Options&) {
  const std::string of_tree = std::filesystem::path(bench_folder()).parent_path() / "";
  Case talker;
  talker.name = "compile/talker";
  talker.placement =
      "bench/compile/talker_ours.cc and talker_raw.cc (Cyclone's C API), -std=c++17 -O2 -c, no ccache";
  talker.quantity = {"cpu", "cpu_s", "s"};
  talker.also = {{"peak_memory", "peak_MB", "MB"}, {"headers", "headers", "files"}};
  talker.ours = side("ours", of_tree);
  talker.raw = side("raw", "/dds/");
  Case server = talker;
  server.name = "compile/action-server";
  server.placement =
      "bench/compile/action_server.cc beside talker_raw.cc, -std=c++17 -O2 -c, no ccache";
  server.ours = side("action_server", of_tree);
  Case component = talker;
  component.name = "compile/component";
  component.placement =
      "bench/compile/component.cc, with a service, beside talker_raw.cc, -std=c++17 -O2 -c, no ccache";
  component.ours = side("component", of_tree);
  return {talker, component, server};
}

}  // namespace ranvier::bench
