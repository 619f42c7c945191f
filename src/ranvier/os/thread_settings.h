// How the operating system runs a thread: policy, priority, processors, and its name.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ranvier {

/// What a thread is to have. What is left out stays as it is.
struct ThreadSettings {
  /// Those of sched(7), by their numbers.
  enum class Policy : std::uint8_t {
    kOther = 0,
    kFifo = 1,
    kRoundRobin = 2,
    kBatch = 3,
    kIdle = 5,
    kDeadline = 6,
  };
  static constexpr std::size_t kLongestName = 15;  ///< bytes that Linux keeps
  static constexpr unsigned kMostCpus = 1024;      ///< numbers of CPUs are below it

  std::optional<Policy> policy;
  int nice = 0;                          ///< of kOther, kBatch, kIdle: -20 (much) to 19 (little)
  int priority = 0;                      ///< of kFifo, kRoundRobin: 1 to 99 (most urgent)
  std::chrono::nanoseconds runtime{0};   ///< of kDeadline: this long
  std::chrono::nanoseconds deadline{0};  ///< within this
  std::chrono::nanoseconds period{0};    ///< in each of these; 0: the deadline
  std::vector<unsigned> cpus;            ///< it may run on these alone
  std::string name;                      ///< as `ps -L` shows it; cut to kLongestName

  /// Has the policy of another one, with its numbers.
  void take_policy(const ThreadSettings& other);
  bool operator==(const ThreadSettings&) const = default;
};

/// "SCHED_FIFO" and the like, as sched(7) writes them.
const char* name_of(ThreadSettings::Policy policy) noexcept;
/// The reverse; none for another word.
std::optional<ThreadSettings::Policy> policy_of(const std::string& name) noexcept;
/// True for those that run before every thread of the other policies.
bool is_real_time(ThreadSettings::Policy policy) noexcept;

/// What is wrong with them on every machine: the value and the remedy, in a sentence. None if
/// nothing is.
std::optional<std::string> fault_of(const ThreadSettings& settings);

/// Gives them to the calling thread. Each of name, CPUs, and policy with its numbers is given
/// as a whole or not at all. What the thread starts later is not real-time, and no more urgent
/// than nice 0; it has the same CPUs.
/// @param whose  begins each sentence, as "Callback group '/n@Timer(1000)'".
/// @return what could not be given, a sentence each: what, why and the remedy. The thread runs
///         on without it.
/// Contract: any thread, a few system calls; keeps errno.
std::vector<std::string> apply_to_this_thread(const ThreadSettings& settings,
                                              const std::string& whose);

/// What the calling thread has, name and CPUs included.
ThreadSettings settings_of_this_thread();

}  // namespace ranvier
