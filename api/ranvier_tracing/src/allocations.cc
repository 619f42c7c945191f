#include "ranvier_tracing/allocations.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "ranvier_tracing/recording.hpp"

extern char** environ;

namespace ranvier_tracing {
namespace {

constexpr const char* kProgram = "ranvier-trace";

// Beside this library, else what PATH has.
std::string find_program() {
  Dl_info here{};
  if (::dladdr(reinterpret_cast<const void*>(&allocations_in_state), &here) == 0) return kProgram;
  std::error_code error;
  const auto library = std::filesystem::canonical(here.dli_fname, error);
  const auto program = library.parent_path().parent_path() / "bin" / kProgram;
  return !error && std::filesystem::exists(program, error) ? program.string() : kProgram;
}

/// The two ends of a pipe, closed at the end.
struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() {
    if (::pipe2(ends, O_CLOEXEC) != 0) throw RecordingError("No pipe can be made: too many files?");
  }
  ~Pipe() {
    close_writing();
    ::close(ends[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_writing() {
    if (ends[1] >= 0) ::close(ends[1]);
    ends[1] = -1;
  }
  std::string read_all() {
    std::string text;
    char bytes[4096];
    for (ssize_t size; (size = ::read(ends[0], bytes, sizeof bytes)) > 0;)
      text.append(bytes, static_cast<std::size_t>(size));
    return text;
  }
};

pid_t start(std::vector<std::string> words, int output) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  pid_t child = -1;
  const int failed =
      ::posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed == 0) return child;
  throw RecordingError("'" + words[0] + "' cannot be started. Source setup.bash of the prefix.");
}

}  // namespace

std::string allocations_in_state(const std::string& folder, const std::string& state,
                                 const std::string& node) {
  std::vector<std::string> words{find_program(), "allocations", folder, "--callbacks", "--none"};
  if (!state.empty()) words.insert(words.end(), {"--state", state});
  if (!node.empty()) words.insert(words.end(), {"--node", node});
  Pipe pipe;
  const pid_t child = start(std::move(words), pipe.ends[1]);
  pipe.close_writing();
  std::string said = pipe.read_all();
  int status = 0;
  ::waitpid(child, &status, 0);
  const bool is_none = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (is_none) return "";
  return said.empty() ? "ranvier-trace did not say what is there." : said;
}

}  // namespace ranvier_tracing
