#include "ranvier/trace/trace_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>

#include "ranvier/base/utf8.h"
#include "ranvier/os/clock.h"
#include "ranvier/trace/left.h"

namespace ranvier::trace {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLink = "/.buffer";
constexpr const char* kClock = "/.clock";
constexpr const char* kRemedy =
    " Name a directory for traces that this user may write to (RANVIER_TRACE), with room in it.";

Error refused(const std::string& path, const char* what, int error) {
  return {Code::kWorld,
          "Trace '" + path + "': " + what + ": " + std::strerror(error) + "." + kRemedy};
}

std::string line_of(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

Uuid random_uuid() {
  std::random_device source;
  Uuid uuid;
  for (auto& byte : uuid) byte = static_cast<std::uint8_t>(source());
  uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0f) | 0x40);  // RFC 4122: version 4
  uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3f) | 0x80);
  return uuid;
}

// CLOCK_REALTIME at the zero of CLOCK_MONOTONIC, as it is now.
// Of several tries, the one that nothing came between.
std::int64_t epoch_now() noexcept {
  std::int64_t epoch = 0, shortest = INT64_MAX;
  for (int i = 0; i < 5; ++i) {
    const std::int64_t before = steady_ns();
    const std::int64_t real = system_ns();
    const std::int64_t took = steady_ns() - before;
    if (took >= shortest) continue;
    shortest = took;
    epoch = real - before - took / 2;
  }
  return epoch;
}

struct SharedClock {
  std::string boot;
  std::int64_t epoch_ns = 0;
};

std::optional<SharedClock> read_clock_file(const std::string& path) {
  std::ifstream file(path);
  SharedClock clock;
  if (file >> clock.boot >> clock.epoch_ns) return clock;
  return std::nullopt;
}

// The relation that the first process of this boot wrote into the directory, so
// that the traces of several agree to the nanosecond; else what it is now.
std::int64_t shared_epoch(const std::string& directory, const std::string& boot) {
  const std::string path = directory + kClock;
  const std::int64_t now = epoch_now();
  if (!fs::exists(path)) {
    const std::string mine = path + "." + std::to_string(::getpid());
    std::ofstream(mine) << boot << ' ' << std::to_string(now) << '\n';
    static_cast<void>(!::link(mine.c_str(), path.c_str()));  // the first one stays
    ::unlink(mine.c_str());
  }
  const auto shared = read_clock_file(path);
  return shared && shared->boot == boot ? shared->epoch_ns : now;
}

std::string program_name() {
  std::string name = line_of("/proc/self/comm");
  name = as_utf8(std::string_view(name).substr(0, whole_letters(name)));  // the kernel cuts it
  std::replace(name.begin(), name.end(), '/', '_');
  return name.empty() ? "process" : name;
}

std::string host_name() {
  char text[256] = {};
  ::gethostname(text, sizeof text - 1);
  return text;
}

// A number that the kernel gave before may be in the directory already.
Result<std::string> make_own_folder(const std::string& directory, const std::string& program) {
  const std::string base = directory + "/" + program + "-" + std::to_string(::getpid());
  std::string path = base;
  for (int again = 2; ::mkdir(path.c_str(), 0700) != 0; ++again) {
    if (errno != EEXIST) return refused(path, "cannot make it", errno);
    path = base + "-" + std::to_string(again);
  }
  return path;
}

std::string memory_path(const TraceFolder& folder) {
  if (::access(kBufferMemory, W_OK | X_OK) != 0) return folder.path + "/.memory";
  std::string name = std::string(kBufferMemory) + "/" + kBufferPrefix;
  for (const std::uint8_t byte : folder.identity.uuid) name += "0123456789abcdef"[byte & 15];
  return name + "-" + std::to_string(folder.identity.pid);
}

Result<void> write_metadata(const TraceFolder& folder) {
  const std::string path = folder.path + "/metadata";
  std::ofstream file(path);
  file << metadata(folder.identity);
  file.close();
  if (!file) return refused(path, "cannot write it", errno);
  return {};
}

}  // namespace

TraceIdentity identify(const std::string& directory, const std::string& program) {
  TraceIdentity identity;
  identity.uuid = random_uuid();
  identity.clock_uuid = line_of("/proc/sys/kernel/random/boot_id");
  if (identity.clock_uuid.empty()) identity.clock_uuid = "00000000-0000-0000-0000-000000000000";
  identity.epoch_ns = shared_epoch(directory, identity.clock_uuid);
  identity.host = host_name();
  identity.program = program;
  identity.pid = ::getpid();
  return identity;
}

Result<TraceFolder> make_folder(const std::string& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) return refused(directory, "cannot make the directory", error.value());
  TraceFolder folder;
  folder.identity = identify(directory, program_name());
  auto path = make_own_folder(directory, folder.identity.program);
  if (!path) return path.error();
  folder.path = fs::absolute(*path, error);
  folder.buffer = memory_path(folder);
  if (auto written = write_metadata(folder); !written) {
    remove_folder(folder);
    return written.error();
  }
  return folder;
}

Result<TraceFolder> make_folder_beside(const TraceFolder& other, const std::string& suffix) {
  TraceFolder folder{other.path + suffix, "", other.identity};
  folder.identity.uuid = random_uuid();
  if (::mkdir(folder.path.c_str(), 0700) != 0) return refused(folder.path, "cannot make it", errno);
  if (auto written = write_metadata(folder); !written) {
    remove_folder(folder);
    return written.error();
  }
  return folder;
}

Result<void> link_buffer(const TraceFolder& folder) {
  const std::string link = folder.path + kLink;
  if (::symlink(folder.buffer.c_str(), link.c_str()) == 0) return {};
  return refused(link, "cannot make it", errno);
}

void remove_folder(const TraceFolder& folder) noexcept {
  // A process may be killed before it is through: no link without a buffer, which would be one
  // that is lost, and the memory before the disk.
  try {
    ::unlink((folder.path + kLink).c_str());
    if (!folder.buffer.empty()) ::unlink(folder.buffer.c_str());
    std::error_code error;
    fs::remove_all(folder.path, error);
  } catch (const std::exception&) {  // no memory for a name: the rest stays
  }
}

void remove_buffer(const std::string& folder) noexcept {
  try {
    ::unlink(linked_buffer(folder).c_str());
    ::unlink((folder + kLink).c_str());
  } catch (const std::exception&) {  // no memory for a name: the files stay
  }
}

Result<std::vector<std::string>> folders_with_buffer(const std::string& directory) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    std::error_code unreadable;  // then it is none of ours
    if (fs::is_symlink(entry.path().string() + kLink, unreadable)) found.push_back(entry.path());
  }
  if (error) {
    return Error{Code::kNotFound, "Directory '" + directory +
                                      "' cannot be read: " + error.message() +
                                      ". Name one that traces were recorded into."};
  }
  return found;
}

std::string linked_buffer(const std::string& folder) {
  std::error_code error;
  return fs::read_symlink(folder + kLink, error);
}

}  // namespace ranvier::trace
