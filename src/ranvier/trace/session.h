// A tracing session: who records, where to, and what, as a file says it.
//
// Sessions are of a user, one for each domain, and lie in a folder in memory that is
// this user's alone. Every process that joins a domain looks there (member.h);
// `ros2 trace` writes there (control.h). A restart of the machine ends them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier::trace {

struct Session {
  std::string name;
  std::string directory;             ///< for the traces; absolute
  std::string id;                    ///< no two sessions have the same
  std::vector<std::string> events;   ///< patterns as of a shell for full names (`ros2:rcl_*`)
  std::size_t buffer_kilobytes = 0;  ///< of each process; 0: as the process has it anyway
  bool keeps_last = false;           ///< with flight recorders
  bool by_lttng = false;             ///< LTTng records, as its own session says; not our recorder
  bool paused = false;
};

/// The events that a session's patterns name, as bits (RecordingOptions::events).
[[nodiscard]] std::uint64_t events_of(const Session& session) noexcept;

/// Where the sessions of a user are.
///
/// Threads: any; whoever changes a session does so at once or not at all.
class SessionFolder final {
 public:
  /// The user's, or that of RANVIER_TRACE_SESSIONS. Makes it if need be.
  /// Fails (kWorld) if it cannot be made, or is open to others.
  static Result<SessionFolder> open();
  explicit SessionFolder(std::string path) : path_(std::move(path)) {}

  /// The session of a domain, if there is one. Fails (kWorld) if its file is broken.
  [[nodiscard]] Result<std::optional<Session>> read(std::size_t domain) const;
  /// Whether read() would find one. Contract: no allocation.
  [[nodiscard]] bool has(std::size_t domain) const noexcept;
  /// Fails with kAlreadyExists if the domain has one, with kInvalidArgument for a
  /// name or directory that a file of lines cannot hold.
  [[nodiscard]] Result<void> add(std::size_t domain, const Session& session) const;
  [[nodiscard]] Result<void> replace(std::size_t domain, const Session& session) const;
  void remove(std::size_t domain) const noexcept;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  [[nodiscard]] std::string file_of(std::size_t domain) const;
  [[nodiscard]] Result<std::string> write(const Session& session) const;

  std::string path_;
};

}  // namespace ranvier::trace
