#include "live_session.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "analysis/trace_read/read.h"
#include "ranvier/os/clock.h"

namespace ranvier::apps {
namespace {

namespace fs = std::filesystem;
using namespace trace;

constexpr const char* kPrefix = "live-";
constexpr const char* kHold = "/.held";
constexpr const char* kRead = "/.read";  // has what is read next
// A message that is longer on its way is seen to be cut off, and counted.
constexpr std::int64_t kLongestWay = 2'000'000'000;
// So long a trace may be written by a process that was found to be slow.
constexpr std::int64_t kSlowest = 5'000'000'000;

std::vector<std::string> folders_in(const std::string& directory) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    std::error_code unknown;
    if (entry.is_directory(unknown) && !entry.is_symlink(unknown)) found.push_back(entry.path());
  }
  return found;
}

bool is_recorded_into(const std::string& folder) {
  std::error_code error;
  return fs::is_symlink(folder + "/.buffer", error);
}

// "live-3-1234" is of domain 3.
std::size_t domain_of(const std::string& name) {
  return std::strtoul(name.c_str() + std::strlen(kPrefix), nullptr, 10);
}

void remove_all(const std::string& directory) {
  std::error_code error;
  static_cast<void>(recover(directory));  // buffers of killed processes lie elsewhere
  fs::remove_all(directory, error);
}

// Sessions of ours whose process was killed; its hold on the folder ended with it.
void remove_dead(const SessionFolder& folder) {
  for (const std::string& path : folders_in(folder.path())) {
    const std::string name = fs::path(path).filename();
    if (!name.starts_with(kPrefix)) continue;
    const auto held = MappedFile::adopt(path + kHold);
    if (!held) continue;
    static_cast<void>(SessionControl(folder, domain_of(name)).stop(name));
    remove_all(path);
  }
}

Error taken(const SessionFolder& folder, std::size_t domain, const Error& error) {
  const auto other = folder.read(domain);
  if (!other || !*other) return error;
  const std::string& name = (*other)->name;
  const std::string of = "Domain " + std::to_string(domain) + " is traced already, by ";
  if (name.starts_with(kPrefix)) {
    return {error.code, of + "another `ranvier-trace live` (session '" + name +
                            "'). Leave that one first (q)."};
  }
  return {error.code, of + "session '" + name + "' into '" + (*other)->directory +
                          "'. Look there (ranvier-trace chains), or end it first: ros2 trace "
                          "stop " +
                          name};
}

Result<MappedFile> make_directory(const std::string& directory) {
  if (::mkdir(directory.c_str(), 0700) == 0) {
    auto hold = MappedFile::create(directory + kHold, 4096);
    if (hold) return hold;
    remove_all(directory);
    return hold;
  }
  return Error{Code::kWorld, "Folder '" + directory + "' cannot be made: " + std::strerror(errno) +
                                 ". Make room there, or name another place "
                                 "(RANVIER_TRACE_SESSIONS, for the robot too)."};
}

}  // namespace

LiveSession::LiveSession(SessionFolder folder, std::size_t domain, std::string name,
                         MappedFile hold)
    : folder_(folder),
      control_(std::move(folder), domain),
      name_(std::move(name)),
      directory_(folder_.path() + "/" + name_),
      hold_(std::move(hold)) {}

Result<std::unique_ptr<LiveSession>> LiveSession::start(std::size_t domain, std::size_t kilobytes) {
  auto folder = SessionFolder::open();
  if (!folder) return folder.error();
  remove_dead(*folder);
  Session session;
  session.name = kPrefix + std::to_string(domain) + "-" + std::to_string(::getpid());
  session.directory = folder->path() + "/" + session.name;
  session.events = {"*"};
  session.buffer_kilobytes = kilobytes;
  session.keeps_last = true;
  auto hold = make_directory(session.directory);
  if (!hold) return hold.error();
  if (auto started = SessionControl(*folder, domain).start(session); !started) {
    remove_all(session.directory);
    if (started.error().code != Code::kAlreadyExists) return started.error();
    return taken(*folder, domain, started.error());
  }
  std::unique_ptr<LiveSession> made(
      new LiveSession(std::move(*folder), domain, session.name, std::move(*hold)));
  made->started_ = made->last_ = steady_ns();
  return made;
}

LiveSession::~LiveSession() {
  static_cast<void>(control_.stop(name_));  // of another name it is not ours any more
  remove_all(directory_);
}

Result<LiveLook> LiveSession::look(const trace_model::ChainQuery& query) {
  return look_with([&](LiveLook& now, const trace_read::Trace& trace,
                       const trace_model::Model& model, Range range) {
    const std::int64_t zero = trace.processes.front().clock_zero;
    now.look = trace_model::look_at(trace, model, query,
                                    {last_ + zero, range.until + zero, range.edge + zero});
    // Each trace counts from the beginning of its recording.
    now.look->lost = trace.discarded > lost_ ? trace.discarded - lost_ : 0;
    lost_ = trace.discarded;
  });
}

Result<LiveLook> LiveSession::look(const std::function<void(trace_model::Model)>& see) {
  return look_with([&](LiveLook&, const trace_read::Trace&, trace_model::Model model, Range) {
    see(std::move(model));
  });
}

Result<LiveLook> LiveSession::look_with(const See& see) {
  if (const auto mine = control_.find(name_); !mine) {
    return Error{mine.error().code,
                 "The session of this page was ended by somebody else. " + mine.error().what};
  }
  LiveLook now;
  const std::int64_t until = steady_ns();
  now.asked = std::chrono::nanoseconds(until - last_);
  const std::int64_t edge = std::max(started_, last_ - kLongestWay);
  std::error_code error;
  fs::remove_all(directory_ + kRead, error);
  fs::create_directory(directory_ + kRead, error);
  if (error) {
    now.complaints.push_back("Folder '" + directory_ + kRead + "': " + error.message() + ".");
  }
  if (const auto forgot = gather(now)) read(now, see, {std::max(edge, *forgot), until});
  fs::remove_all(directory_ + kRead, error);
  now.processes = control_.participants();
  for (const Participant& one : now.processes) {
    if (one.complaint.empty()) continue;
    now.complaints.push_back(one.program + " (" + std::to_string(one.pid) + "): " + one.complaint);
  }
  last_ = until;
  return now;
}

std::optional<std::int64_t> LiveSession::gather(LiveLook& now) {
  ViewRequest request;
  request.directory = directory_;
  request.since = std::max(started_, last_ - kLongestWay);
  const auto views = view_others(request);
  std::int64_t forgot = 0;
  for (const View& view : views ? *views : std::vector<View>()) {
    known_.insert(view.recorded);
    forgot = std::max(forgot, view.forgot);
    if (!view.folder.empty()) take(view.folder);
    if (!view.complaint.empty()) now.complaints.push_back(view.complaint);
  }
  gather_ended();
  std::error_code error;
  if (fs::is_empty(directory_ + kRead, error) || error) return std::nullopt;
  return forgot;
}

void LiveSession::take(const std::string& folder) {
  std::error_code error;
  fs::rename(folder, directory_ + kRead + "/" + fs::path(folder).filename().string(), error);
}

// What processes left that were killed, and views that came too late to be of use.
void LiveSession::gather_ended() {
  static_cast<void>(recover(directory_));
  std::map<std::string, std::int64_t> still;
  for (const std::string& folder : folders_in(directory_)) {
    if (fs::path(folder).filename() == fs::path(kRead).filename() || is_recorded_into(folder)) {
      continue;
    }
    if (known_.erase(folder) > 0) {
      take(folder);
      continue;
    }
    // It may be one that a process is just making.
    const auto seen = whole_since_.find(folder);
    const std::int64_t since = seen == whole_since_.end() ? steady_ns() : seen->second;
    std::error_code error;
    if (steady_ns() - since > kSlowest) {
      fs::remove_all(folder, error);
    } else {
      still.emplace(folder, since);
    }
  }
  whole_since_ = std::move(still);
  std::erase_if(known_, [](const std::string& folder) { return !is_recorded_into(folder); });
}

void LiveSession::read(LiveLook& now, const See& see, Range range) {
  const auto trace = trace_read::read_traces(directory_ + kRead);
  if (!trace) return now.complaints.push_back(trace.error().what);
  const auto& words = trace->findings.words();
  now.complaints.insert(now.complaints.end(), words.begin(), words.end());
  if (!trace->processes.empty()) see(now, *trace, trace_model::build_model(*trace), range);
}

}  // namespace ranvier::apps
