#include "analysis/trace_kernel/tracefs.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ranvier::trace_kernel {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlaces[] = {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};
constexpr std::string_view kPrefix = "ranvier-";
constexpr const char* kKilobytes = "2048";  // of each core

Error refused(const std::string& path, int error) {
  return {Code::kWorld, "Kernel events: '" + path + "': " + std::strerror(error) +
                            (error == EACCES || error == EPERM
                                 ? ". This user may not use tracefs. Run as root, or leave out -k."
                                 : ". Leave out -k, or take a kernel with CONFIG_FTRACE.")};
}

// Buffers of processes that were killed.
void remove_dead(const std::string& instances) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(instances, error)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(kPrefix)) continue;
    const long pid = std::strtol(name.c_str() + kPrefix.size(), nullptr, 10);
    if (pid > 0 && ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH) {
      ::rmdir(entry.path().c_str());
    }
  }
}

}  // namespace

Result<std::string> find_tracefs() {
  for (const char* place : kPlaces) {
    if (::access((std::string(place) + "/instances").c_str(), F_OK) == 0) return std::string(place);
    if (errno == EACCES) return refused(place, EACCES);
  }
  const std::string place = kPlaces[0];
  return Error{Code::kWorld, "Kernel events: tracefs is not mounted on '" + place +
                                 "', as in most containers. As root: mount -t tracefs nodev " +
                                 place + "; or leave out -k."};
}

Result<KernelBuffer> KernelBuffer::open(const std::string& root) {
  const std::string instances = root + "/instances";
  remove_dead(instances);
  const std::string path = instances + "/" + std::string(kPrefix) + std::to_string(::getpid());
  if (::mkdir(path.c_str(), 0700) != 0) return refused(path, errno);
  KernelBuffer buffer(path);
  // Made with tracing on: off until somebody reads.
  for (const auto& [file, value] : {std::pair{"tracing_on", "0"}, std::pair{"trace_clock", "mono"},
                                    std::pair{"buffer_size_kb", kKilobytes}}) {
    if (auto done = buffer.put(file, value); !done) return done.error();
  }
  return buffer;
}

KernelBuffer::~KernelBuffer() {
  if (path_.empty()) return;
  stop();
  static_cast<void>(put("events/enable", "0"));
  ::rmdir(path_.c_str());
}

Result<void> KernelBuffer::put(const std::string& file, std::string_view value) const {
  const std::string path = path_ + "/" + file;
  const int open = ::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (open < 0) return refused(path, errno);
  const auto size = static_cast<ssize_t>(value.size());
  const bool whole = ::write(open, value.data(), value.size()) == size;
  const int error = errno;
  ::close(open);
  if (whole) return {};
  return refused(path, error);
}

Result<KernelLayout> KernelBuffer::enable(const KernelEvent& event) {
  const std::string folder = "events/" + std::string(event.system) + "/" + std::string(event.name);
  std::ifstream file(path_ + "/" + folder + "/format");
  const std::string format((std::istreambuf_iterator<char>(file)), {});
  auto layout = parse_format(format, event);
  if (!layout) return layout;
  if (auto done = put(folder + "/enable", "1"); !done) return done.error();
  return layout;
}

Result<void> KernelBuffer::start() { return put("tracing_on", "1"); }
void KernelBuffer::stop() noexcept { static_cast<void>(put("tracing_on", "0")); }

std::vector<std::string> KernelBuffer::pipes() const {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path_ + "/per_cpu", error)) {
    found.push_back(entry.path().string() + "/trace_pipe_raw");
  }
  return found;
}

}  // namespace ranvier::trace_kernel
