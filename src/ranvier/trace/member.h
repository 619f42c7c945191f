// A process's part in tracing sessions: it records when a session of its domains does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "ranvier/base/result.h"
#include "ranvier/trace/recorder.h"

namespace ranvier::trace {

/// What the thread that follows sessions does besides, as it is there anyway. Called there alone;
/// what is thrown ends there.
struct Errands {
  /// Does what is to be done now and then. @return ns until the next time; kForever: never.
  std::function<std::int64_t()> look;
  /// Answers a question of MemberPage.
  std::function<std::string(std::uint32_t question)> answer;
  /// Does what ask_member() asks for.
  std::function<void()> called;
};

/// Makes the thread of this process, if there is one, do Errands::called soon.
/// Contract: async-signal-safe; keeps errno.
void ask_member() noexcept;

/// From now on this process follows the sessions of this domain: it records while
/// one is there, whenever that begins. Waits until it does if one is there now.
///
/// The first call of a process makes a page in memory (member_page.h) and a thread
/// that sleeps until `ros2 trace` wakes it. A child of fork() follows nothing until
/// it calls this itself. At the end of the process it ends by itself.
///
/// @param recording  for what a session does not say (buffer, when full, who is warned).
/// @param errands  those of the first call are run.
/// Fails (kWorld) if the page cannot be made.
/// Contract: any thread.
Result<void> follow_sessions(std::size_t domain, const RecordingOptions& recording,
                             const Errands& errands = {});

}  // namespace ranvier::trace
