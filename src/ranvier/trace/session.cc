#include "ranvier/trace/session.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "ranvier/os/clock.h"
#include "ranvier/trace/events.h"

namespace ranvier::trace {
namespace {

constexpr const char* kFirstLine = "ranvier trace session 1";
constexpr mode_t kOthers = 0077;

Error session_refused(const std::string& path, const std::string& why) {
  return {Code::kWorld, "Tracing sessions, '" + path + "': " + why +
                            ". Mend that, or name another folder (RANVIER_TRACE_SESSIONS)."};
}

bool is_line(const std::string& text) noexcept {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

Result<void> check(const Session& session) {
  if (!session.name.empty() && is_line(session.name) && is_line(session.directory) &&
      session.name.find('/') == std::string::npos) {
    return {};
  }
  return Error{Code::kInvalidArgument,
               "Session name '" + session.name + "', directory '" + session.directory +
                   "': a name is not empty, and neither '/' in it nor control signs in either are "
                   "possible. Name it otherwise."};
}

void put_value(Session& session, std::string_view key, const std::string& value) {
  if (key == "name") session.name = value;
  if (key == "directory") session.directory = value;
  if (key == "id") session.id = value;
  if (key == "events") session.events.push_back(value);
  if (key == "buffer") session.buffer_kilobytes = std::strtoul(value.c_str(), nullptr, 10);
  if (key == "keep") session.keeps_last = value == "last";
  if (key == "recorder") session.by_lttng = value == "lttng";
  if (key == "state") session.paused = value == "paused";
}

}  // namespace

std::uint64_t events_of(const Session& session) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kEventCount; ++i) {
    char name[128];
    std::snprintf(name, sizeof name, "ros2:%.*s", static_cast<int>(detail::kTable[i].name.size()),
                  detail::kTable[i].name.data());
    const bool named = std::any_of(
        session.events.begin(), session.events.end(),
        [&](const std::string& pattern) { return ::fnmatch(pattern.c_str(), name, 0) == 0; });
    if (named) bits |= std::uint64_t{1} << i;
  }
  // Of a recorder that records all no event asks whether it is one of them.
  constexpr std::uint64_t kAll = (std::uint64_t{1} << kEventCount) - 1;
  return bits == kAll ? ~std::uint64_t{0} : bits;
}

Result<SessionFolder> SessionFolder::open() {
  const char* named = std::getenv("RANVIER_TRACE_SESSIONS");
  const bool memory = ::access("/dev/shm", W_OK | X_OK) == 0;
  const std::string path = named && *named ? named
                                           : std::string(memory ? "/dev/shm" : "/tmp") +
                                                 "/ranvier-sessions-" + std::to_string(::geteuid());
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return session_refused(path, std::string("cannot make the folder: ") + std::strerror(errno));
  }
  struct stat about{};
  if (::lstat(path.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) {
    return session_refused(path, "it is no folder");
  }
  // Anybody may make a folder of this name before us.
  if (about.st_uid != ::geteuid())
    return session_refused(path, "the folder belongs to another user");
  if ((about.st_mode & kOthers) != 0)
    return session_refused(path, "the folder is open to other users");
  return SessionFolder(path);
}

std::string SessionFolder::file_of(std::size_t domain) const {
  return path_ + "/session-" + std::to_string(domain);
}

bool SessionFolder::has(std::size_t domain) const noexcept {
  char path[4096];
  std::snprintf(path, sizeof path, "%s/session-%zu", path_.c_str(), domain);
  return ::access(path, F_OK) == 0;
}

Result<std::optional<Session>> SessionFolder::read(std::size_t domain) const {
  if (!has(domain)) return std::optional<Session>();
  std::ifstream file(file_of(domain));
  std::string line;
  if (!file) return std::optional<Session>();  // it was removed meanwhile
  if (!std::getline(file, line) || line != kFirstLine) {
    return session_refused(file_of(domain), "it is no session of this version; delete it");
  }
  Session session;
  while (std::getline(file, line)) {
    const std::size_t at = line.find(' ');
    if (at != std::string::npos) put_value(session, line.substr(0, at), line.substr(at + 1));
  }
  return std::optional(std::move(session));
}

Result<std::string> SessionFolder::write(const Session& session) const {
  if (auto fit = check(session); !fit) return fit.error();
  const std::string path =
      path_ + "/.new-" + std::to_string(::getpid()) + "-" + std::to_string(steady_ns());
  std::ofstream file(path);
  file << kFirstLine << "\nname " << session.name << "\ndirectory " << session.directory << "\nid "
       << session.id << "\nbuffer " << std::to_string(session.buffer_kilobytes) << "\nkeep "
       << (session.keeps_last ? "last" : "all") << "\nstate "
       << (session.paused ? "paused" : "recording") << "\nrecorder "
       << (session.by_lttng ? "lttng" : "ranvier") << '\n';
  for (const std::string& pattern : session.events) file << "events " << pattern << '\n';
  file.close();
  if (file) return path;
  ::unlink(path.c_str());
  return session_refused(path, "cannot write it");
}

Result<void> SessionFolder::add(std::size_t domain, const Session& session) const {
  const auto made = write(session);
  if (!made) return made.error();
  const bool is_first = ::link(made->c_str(), file_of(domain).c_str()) == 0;
  const int error = errno;
  ::unlink(made->c_str());
  if (is_first) return {};
  if (error != EEXIST) return session_refused(file_of(domain), std::strerror(error));
  const auto other = read(domain);
  const std::string name = other && *other ? (*other)->name : "?";
  return Error{Code::kAlreadyExists, "Session '" + session.name + "': domain " +
                                         std::to_string(domain) +
                                         " is traced already, by session '" + name +
                                         "'. Stop that first: ros2 trace stop " + name};
}

Result<void> SessionFolder::replace(std::size_t domain, const Session& session) const {
  const auto made = write(session);
  if (!made) return made.error();
  if (::rename(made->c_str(), file_of(domain).c_str()) == 0) return {};
  const int error = errno;
  ::unlink(made->c_str());
  return session_refused(file_of(domain), std::strerror(error));
}

void SessionFolder::remove(std::size_t domain) const noexcept {
  char path[4096];
  std::snprintf(path, sizeof path, "%s/session-%zu", path_.c_str(), domain);
  ::unlink(path);
}

}  // namespace ranvier::trace
