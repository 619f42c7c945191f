// The page by which a process and `ros2 trace` talk: a file that lives with the process.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ranvier/os/mapped_file.h"

namespace ranvier::trace {

/// Of one process. The process writes all of it but `asked`.
struct MemberPage {
  static constexpr std::uint64_t kMagic = 0x32626d65'6d746e72;  // "rntmemb2"
  static constexpr std::size_t kBytes = 4096;
  static constexpr std::size_t kDomains = 256;

  enum State : std::uint32_t {
    kIdle,
    kRecords,  ///< text: the folder of its trace
    kPaused,   ///< likewise
    kCannot,   ///< text: why not
  };

  /// What a process may be asked for besides a look at its sessions, as bits: a text in a file.
  enum Question : std::uint32_t {
    kExecutors = 1,  ///< its executors, and what runs and waits there
    kStuck = 2,      ///< its callbacks that can never go on
  };

  std::atomic<std::uint64_t> magic;
  std::int32_t pid;
  char program[16];                      ///< NUL-terminated
  std::atomic<std::uint32_t> asked;      ///< counts the times it was asked to look; it sleeps here
  std::atomic<std::uint32_t> answered;   ///< the last such count it acted on; who asks sleeps here
  std::atomic<std::uint32_t> questions;  ///< set before `asked` is counted up; it clears them
  std::atomic<std::uint32_t> state;
  std::array<std::atomic<std::uint64_t>, kDomains / 64> domains;  ///< joined: a bit each
  char text[3072];  ///< NUL-terminated; changes before `answered` does

  // seq_cst, both: of "I am in this domain" and "it has a session" one side sees the
  // other's, or a process that begins just then would be left out.
  void join(std::size_t domain) noexcept {
    domains[domain / 64].fetch_or(std::uint64_t{1} << domain % 64, std::memory_order_seq_cst);
  }
  [[nodiscard]] bool is_in(std::size_t domain) const noexcept {
    return domains[domain / 64].load(std::memory_order_seq_cst) >> domain % 64 & 1;
  }
};
static_assert(sizeof(MemberPage) <= MemberPage::kBytes);

/// Of the files' names, in the folder of sessions.
inline constexpr std::string_view kMemberPrefix = "process-";

/// The file of the answer to a question, in the folder of sessions. Who has read it removes it.
inline std::string answer_file(const std::string& folder, int pid, MemberPage::Question question) {
  const char* const about = question == MemberPage::kStuck ? "stuck-" : "executors-";
  return folder + "/" + about + std::to_string(pid);
}

inline MemberPage& page_in(const MappedFile& file) noexcept {
  return *reinterpret_cast<MemberPage*>(file.bytes().data());
}

}  // namespace ranvier::trace
