#include "bench/runner/python_side.h"

#include <filesystem>

#include "bench/runner/worker.h"

namespace ranvier::bench {

std::string python_of_ours() { return RANVIER_BENCH_PYTHON; }

std::string python_worker() { return bench_folder() + "/python/worker.py"; }

// As it does in a prefix, what Python compiles is there at the next start.
Environment python_environment() {
  const auto lib = std::filesystem::path(program_folder()).parent_path() / "lib";
  Environment environment{{"PYTHONDONTWRITEBYTECODE", ""},
                          {"PYTHONPATH", (lib / "python3" / "site-packages").string() + ":" +
                                             (lib / "bench_python").string()}};
  if (std::filesystem::exists(lib / "../CMakeCache.txt"))  // in a prefix it is compiled
    environment.insert({"PYTHONPYCACHEPREFIX", lib / "bench_python" / "compiled"});
  return environment;
}

std::vector<std::string> ros2(const std::vector<std::string>& words) {
  std::vector<std::string> line{python_of_ours(), program_folder() + "/ros2"};
  line.insert(line.end(), words.begin(), words.end());
  return line;
}

}  // namespace ranvier::bench
