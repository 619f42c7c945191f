#include "bench/ours/stream_room.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "bench/common/clock.h"

namespace ranvier::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDisk = "/tmp";
constexpr const char* kMemory = "/dev/shm";
constexpr std::size_t kTried = 256 * 1024 * 1024;
constexpr double kShare = 0.5;  // of what is free

double available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;) {
    double kilobytes = 0;
    if (word == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

double free_bytes(const std::string& directory) {
  struct statvfs about{};
  if (::statvfs(directory.c_str(), &about) != 0) return 0;
  const double free = static_cast<double>(about.f_bavail) * static_cast<double>(about.f_frsize);
  return directory.rfind(kMemory, 0) == 0 ? std::min(free, available_memory()) : free;
}

// With all of it on the disk: what the kernel only remembers must be written some time.
double write_speed(const std::string& directory) {
  std::string path = directory + "/ranvier_bench_disk_XXXXXX";
  const int file = ::mkstemp(path.data());
  if (file < 0) return 0;
  ::unlink(path.c_str());
  const std::vector<char> piece(1024 * 1024, 'x');
  const std::int64_t start = now_ns();
  bool whole = true;
  for (std::size_t done = 0; whole && done < kTried; done += piece.size()) {
    whole = ::write(file, piece.data(), piece.size()) == static_cast<ssize_t>(piece.size());
  }
  whole = ::fdatasync(file) == 0 && whole;
  const auto took = static_cast<double>(now_ns() - start);
  ::close(file);
  return whole ? static_cast<double>(kTried) * 1e9 / took : 0;
}

// Buffers too, which lie elsewhere.
void remove_traces(const std::string& directory) noexcept {
  std::error_code error;
  for (const auto& folder : fs::directory_iterator(directory, error)) {
    std::error_code none;
    const fs::path buffer = fs::read_symlink(folder.path() / ".buffer", none);
    if (!none) fs::remove(buffer, none);
  }
  fs::remove_all(directory, error);
}

}  // namespace

StreamRoom::StreamRoom(double bytes_per_s, double bytes) : disk_bytes_per_s_(write_speed(kDisk)) {
  const auto fits = [bytes](const char* where) { return free_bytes(where) * kShare >= bytes; };
  const bool disk_does = disk_bytes_per_s_ >= bytes_per_s && fits(kDisk);
  in_memory_ = !disk_does && fits(kMemory);
  make(in_memory_ ? kMemory : kDisk);
  start_cleaner();
}

StreamRoom::~StreamRoom() {
  ::close(to_cleaner_);
  ::waitpid(cleaner_, nullptr, 0);
}

double StreamRoom::bytes() const { return free_bytes(path_) * kShare; }

void StreamRoom::make(const std::string& parent) {
  path_ = parent + "/ranvier_bench_stream_XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr) {
    throw std::runtime_error("cannot make a directory in " + parent);
  }
}

// It lives until the other end of its pipe is closed, which the kernel does for the killed.
void StreamRoom::start_cleaner() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot open a pipe");
  cleaner_ = ::fork();
  if (cleaner_ == 0) {
    ::setsid();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
    ::close(ends[1]);
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(file);
    char nothing = 0;
    static_cast<void>(!::read(ends[0], &nothing, 1));
    remove_traces(path_);
    ::_exit(0);
  }
  ::close(ends[0]);
  to_cleaner_ = ends[1];
  if (cleaner_ > 0) return;
  ::close(to_cleaner_);
  remove_traces(path_);
  throw std::runtime_error("cannot start a process");
}

}  // namespace ranvier::bench
