#include "buffers_command.h"

#include <cstdio>
#include <filesystem>
#include <optional>

#include "ranvier/trace/left.h"

namespace ranvier::apps {
namespace {

namespace fs = std::filesystem;
using trace::FoundBuffer;

struct BuffersOptions {
  std::string directory;  // absolute; empty: any
  bool removes = false;
};

std::optional<BuffersOptions> parse_buffers(const std::vector<std::string>& words) {
  BuffersOptions options;
  for (const std::string& word : words) {
    if (word == "--remove") {
      options.removes = true;
    } else if (options.directory.empty() && !word.starts_with("-")) {
      options.directory = fs::absolute(word).lexically_normal();
      if (options.directory.ends_with('/')) options.directory.pop_back();
    } else {
      return std::nullopt;
    }
  }
  return options;
}

std::vector<FoundBuffer> wanted_buffers(const std::string& directory) {
  std::vector<FoundBuffer> found = trace::find_buffers();
  if (directory.empty()) return found;
  std::erase_if(found, [&](const FoundBuffer& one) {
    return fs::path(one.trace).parent_path() != directory;
  });
  return found;
}

std::string age_words(std::int64_t age_ns) {
  const std::int64_t seconds = age_ns / 1'000'000'000;
  if (seconds < 120) return std::to_string(seconds) + " s";
  if (seconds < 7200) return std::to_string(seconds / 60) + " min";
  return std::to_string(seconds / 3600) + " h";
}

void print_buffer(const FoundBuffer& one) {
  const std::string trace = one.trace.empty() ? "(does not say) " + one.path : one.trace;
  std::printf("%-8s %8d %7zu kB %8s  %s\n", one.lives ? "records" : "left", one.pid,
              one.bytes / 1024, age_words(one.age_ns).c_str(), trace.c_str());
}

int list_buffers(const std::vector<FoundBuffer>& found) {
  std::printf("%-8s %8s %10s %8s  %s\n", "state", "pid", "memory", "age", "trace");
  for (const FoundBuffer& one : found) print_buffer(one);
  return 0;
}

int remove_buffers(const std::vector<FoundBuffer>& found) {
  std::size_t removed = 0, bytes = 0;
  for (const FoundBuffer& one : found) {
    if (!trace::remove_left(one)) continue;
    ++removed;
    bytes += one.bytes;
  }
  std::printf("%zu buffers of killed processes removed, %zu kB\n", removed, bytes / 1024);
  return 0;
}

}  // namespace

int run_buffers(const std::vector<std::string>& words) {
  const auto options = parse_buffers(words);
  if (!options) {
    std::fprintf(stderr, "usage:\n%s", kBuffersUsage);
    return 2;
  }
  const auto found = wanted_buffers(options->directory);
  return options->removes ? remove_buffers(found) : list_buffers(found);
}

}  // namespace ranvier::apps
