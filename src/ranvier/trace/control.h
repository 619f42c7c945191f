// Starting and ending tracing sessions, for `ros2 trace`: the other side of member.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/trace/session.h"

namespace ranvier::trace {

/// A process of the session's domain, after it was notified.
struct Participant {
  std::string program;
  int pid = 0;
  std::string trace;      ///< its folder; empty if it does not record
  std::string complaint;  ///< why not, in words; empty if nothing is wrong
};

/// What a process answered to a question.
struct Answer {
  std::string program;
  int pid = 0;
  std::string text;       ///< empty if it did not answer
  std::string complaint;  ///< why not, in words
};

/// Asks all processes of the user that join a domain, or the one with this number.
/// @param question  of MemberPage.
/// @param pid  0: all.
std::vector<Answer> ask_processes(const SessionFolder& folder, std::uint32_t question, int pid);

/// The session reaches every process of the user and domain that runs; it is
/// back when they have done what it says, or after five seconds of silence, which
/// is a complaint of that process. Processes that start later join by themselves.
///
/// Each fails with kNotFound, naming what there is, if the domain's session has
/// another name or there is none, and with kWorld if the folder cannot be written.
/// Threads: any; each of several at once may see the other's change.
class SessionControl final {
 public:
  SessionControl(SessionFolder folder, std::size_t domain)
      : folder_(std::move(folder)), domain_(domain) {}

  /// Gives the session its id. Fails with kAlreadyExists if the domain has one.
  Result<std::vector<Participant>> start(Session session) const;
  Result<std::vector<Participant>> pause(const std::string& name) const;
  Result<std::vector<Participant>> resume(const std::string& name) const;
  /// Traces are whole then, those of processes that were killed too.
  Result<std::vector<Participant>> stop(const std::string& name) const;
  /// Saves what the session's flight recorders have. @return the folders.
  Result<std::vector<std::string>> snapshot(const std::string& name) const;

  /// The processes of the domain that run, as each answered the last time; asks nobody.
  [[nodiscard]] std::vector<Participant> participants() const;

  /// The session of the domain. Fails with kNotFound.
  [[nodiscard]] Result<Session> find(const std::string& name) const;

 private:
  Result<std::vector<Participant>> set_paused(const std::string& name, bool paused) const;
  [[nodiscard]] std::vector<Participant> tell_all() const;

  SessionFolder folder_;
  std::size_t domain_;
};

}  // namespace ranvier::trace
