#include "ranvier/os/thread_settings.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

#include "ranvier/os/sched_attributes.h"

namespace ranvier {
namespace {

using Policy = ThreadSettings::Policy;
using std::chrono::nanoseconds;

struct NamedPolicy {
  Policy policy;
  const char* name;
};
constexpr std::array kPolicies{
    NamedPolicy{Policy::kOther, "SCHED_OTHER"},   NamedPolicy{Policy::kBatch, "SCHED_BATCH"},
    NamedPolicy{Policy::kIdle, "SCHED_IDLE"},     NamedPolicy{Policy::kFifo, "SCHED_FIFO"},
    NamedPolicy{Policy::kRoundRobin, "SCHED_RR"}, NamedPolicy{Policy::kDeadline, "SCHED_DEADLINE"},
};
constexpr int kLeastNice = -20, kMostNice = 19;
constexpr int kLeastPriority = 1, kMostPriority = 99;
constexpr nanoseconds kLeastRuntime{1024};  // the kernel counts in steps of it

std::string shown_text(nanoseconds time) { return std::to_string(time.count()) + " ns"; }

std::string shown_text(const std::vector<unsigned>& cpus) {
  std::string text;
  for (const unsigned cpu : cpus) text += (text.empty() ? "" : ", ") + std::to_string(cpu);
  return "[" + text + "]";
}

bool has_priority(Policy policy) {
  return policy == Policy::kFifo || policy == Policy::kRoundRobin;
}

// "SCHED_FIFO with priority 50"
std::string policy_text(const ThreadSettings& settings) {
  const std::string name = std::string(name_of(*settings.policy)) + " with ";
  if (*settings.policy == Policy::kDeadline) {
    return name + "runtime " + shown_text(settings.runtime) + ", deadline " +
           shown_text(settings.deadline) + ", period " + shown_text(settings.period);
  }
  return has_priority(*settings.policy) ? name + "priority " + std::to_string(settings.priority)
                                        : name + "nice " + std::to_string(settings.nice);
}

std::optional<std::string> fault_of_deadline(const ThreadSettings& settings) {
  const nanoseconds period = settings.period.count() == 0 ? settings.deadline : settings.period;
  if (settings.runtime >= kLeastRuntime && settings.runtime <= settings.deadline &&
      settings.deadline <= period) {
    return std::nullopt;
  }
  return policy_text(settings) + " cannot be. Give a runtime of at least " +
         shown_text(kLeastRuntime) + ", a deadline of at least the runtime, and a period of at " +
         "least the deadline";
}

std::optional<std::string> fault_of_range(const std::string& what, int value, int least, int most) {
  if (value >= least && value <= most) return std::nullopt;
  return what + " " + std::to_string(value) + " cannot be. Give one from " + std::to_string(least) +
         " to " + std::to_string(most);
}

std::optional<std::string> fault_of_policy(const ThreadSettings& settings) {
  const std::string name = name_of(*settings.policy);
  if (*settings.policy == Policy::kDeadline) return fault_of_deadline(settings);
  if (has_priority(*settings.policy)) {
    return fault_of_range(name + " with priority", settings.priority, kLeastPriority,
                          kMostPriority);
  }
  return fault_of_range(name + " with nice", settings.nice, kLeastNice, kMostNice);
}

// "0-1": those that run.
std::string cpus_of_machine() {
  std::string list;
  std::getline(std::ifstream("/sys/devices/system/cpu/online"), list);
  return list;
}

bool in_list(unsigned cpu, const std::string& list) {
  std::size_t at = 0;
  while (at < list.size()) {
    std::size_t read = 0;
    const unsigned long first = std::stoul(list.substr(at), &read);
    at += read;
    unsigned long last = first;
    if (at < list.size() && list[at] == '-') {
      last = std::stoul(list.substr(++at), &read);
      at += read;
    }
    if (cpu >= first && cpu <= last) return true;
    if (at < list.size() && list[at] != ',') return false;
    ++at;
  }
  return false;
}

std::string why_not(unsigned cpu) {
  const std::string machine = cpus_of_machine();
  const std::string which = "CPU " + std::to_string(cpu);
  if (!machine.empty() && !in_list(cpu, machine)) {
    return which + " is not there. Name some of " + machine;
  }
  return "the cpuset of this process has no " + which +
         ". Give the process, or its container, that CPU, or name another";
}

std::optional<std::string> set_cpus(const std::vector<unsigned>& cpus) {
  cpu_set_t before, wanted, given;
  CPU_ZERO(&wanted);
  for (const unsigned cpu : cpus) CPU_SET(cpu, &wanted);
  if (::sched_getaffinity(0, sizeof before, &before) != 0) before = wanted;
  const bool taken = ::sched_setaffinity(0, sizeof wanted, &wanted) == 0;
  const int error = errno;
  if (taken && ::sched_getaffinity(0, sizeof given, &given) == 0 && CPU_EQUAL(&given, &wanted)) {
    return std::nullopt;
  }
  // The kernel takes what it can of them: the caller asked for all or nothing.
  const std::string not_given = "affinity " + shown_text(cpus) + " was not set: ";
  if (!taken && error != EINVAL) return not_given + std::system_category().message(error);
  unsigned missing = cpus.front();
  if (taken) {
    missing = *std::find_if(cpus.begin(), cpus.end(),
                            [&](unsigned cpu) { return !CPU_ISSET(cpu, &given); });
    ::sched_setaffinity(0, sizeof before, &before);
  }
  return not_given + why_not(missing);
}

// Those that the thread may run on, as far as the machine's are not all among them.
std::optional<std::vector<unsigned>> some_of_the_cpus() {
  const std::string machine = cpus_of_machine();
  cpu_set_t mine;
  if (machine.empty() || ::sched_getaffinity(0, sizeof mine, &mine) != 0) return std::nullopt;
  std::vector<unsigned> some;
  bool all = true;
  for (unsigned cpu = 0; cpu < ThreadSettings::kMostCpus; ++cpu) {
    if (CPU_ISSET(cpu, &mine)) some.push_back(cpu);
    all = all && (CPU_ISSET(cpu, &mine) || !in_list(cpu, machine));
  }
  return all ? std::nullopt : std::optional(some);
}

std::string remedy_for_deadline() {
  const std::string rights = "Run the program as root, or with CAP_SYS_NICE";
  const auto some = some_of_the_cpus();
  if (!some) return rights;
  return rights +
         ", and its thread on all CPUs of the machine, or of an exclusive cpuset: it may "
         "run on " +
         shown_text(*some) + " of " + cpus_of_machine() +
         ". Take away what forbids the "
         "others (taskset, the cpuset of a container), or choose another policy";
}

std::string remedy_for(const ThreadSettings& settings, int error) {
  const Policy policy = *settings.policy;
  if (error == EBUSY) return "The CPUs have no such time left: ask for less runtime";
  if (error == EINVAL || error == ENOSYS) return "This kernel has it not: choose another policy";
  if (policy == Policy::kDeadline) return remedy_for_deadline();
  if (has_priority(policy)) {
    return "Let this user have it ('rtprio " + std::to_string(settings.priority) +
           "' in /etc/security/limits.conf), or give the program CAP_SYS_NICE; a cgroup of "
           "version 1 needs cpu.rt_runtime_us above 0";
  }
  return "Let this user have it ('nice " + std::to_string(settings.nice) +
         "' in /etc/security/limits.conf), or give the program CAP_SYS_NICE";
}

SchedAttributes attributes_of(const ThreadSettings& settings, const SchedAttributes& before) {
  const Policy policy = *settings.policy;
  SchedAttributes wanted;
  wanted.policy = static_cast<std::uint32_t>(policy);
  wanted.flags = before.flags & SchedAttributes::kResetOnFork;  // only root may take it away
  if (policy == Policy::kDeadline) {
    wanted.runtime = static_cast<std::uint64_t>(settings.runtime.count());
    wanted.deadline = static_cast<std::uint64_t>(settings.deadline.count());
    wanted.period = static_cast<std::uint64_t>(settings.period.count());
  } else if (has_priority(policy)) {
    wanted.priority = static_cast<std::uint32_t>(settings.priority);
  } else {
    wanted.nice = settings.nice;
    if (policy == Policy::kOther && before.policy == wanted.policy) {
      wanted.runtime = before.runtime;  // a slice of its own (slice.h)
    }
  }
  if (is_real_time(policy) || settings.nice < 0) wanted.flags |= SchedAttributes::kResetOnFork;
  return wanted;
}

// The kernel takes no nice with SCHED_IDLE: it comes first, as nobody may refuse that policy,
// and a thread without permissions does not come back from it.
bool set_policy_of(const ThreadSettings& settings, const SchedAttributes& before) {
  if (*settings.policy == Policy::kIdle &&
      ::setpriority(PRIO_PROCESS, 0, settings.nice) != 0) {  // on Linux, of the thread
    return false;
  }
  return attributes_of(settings, before).set();
}

std::optional<std::string> set_policy(const ThreadSettings& settings) {
  SchedAttributes before;
  before.get();
  if (set_policy_of(settings, before)) return std::nullopt;
  const int error = errno;
  return policy_text(settings) + " was not set: " + std::system_category().message(error) + ". " +
         remedy_for(settings, error);
}

}  // namespace

void ThreadSettings::take_policy(const ThreadSettings& other) {
  policy = other.policy;
  nice = other.nice;
  priority = other.priority;
  runtime = other.runtime;
  deadline = other.deadline;
  period = other.period;
}

const char* name_of(Policy policy) noexcept {
  const auto* const found =
      std::find_if(kPolicies.begin(), kPolicies.end(),
                   [&](const NamedPolicy& named) { return named.policy == policy; });
  return found == kPolicies.end() ? "a policy without a name" : found->name;
}

std::optional<Policy> policy_of(const std::string& name) noexcept {
  for (const NamedPolicy& named : kPolicies) {
    if (name == named.name) return named.policy;
  }
  return std::nullopt;
}

bool is_real_time(Policy policy) noexcept {
  return has_priority(policy) || policy == Policy::kDeadline;
}

std::optional<std::string> fault_of(const ThreadSettings& settings) {
  const auto beyond = std::find_if(settings.cpus.begin(), settings.cpus.end(),
                                   [](unsigned cpu) { return cpu >= ThreadSettings::kMostCpus; });
  if (beyond != settings.cpus.end()) {
    return "CPU " + std::to_string(*beyond) + " cannot be. Give numbers below " +
           std::to_string(ThreadSettings::kMostCpus);
  }
  return settings.policy ? fault_of_policy(settings) : std::nullopt;
}

std::vector<std::string> apply_to_this_thread(const ThreadSettings& settings,
                                              const std::string& whose) {
  const int saved = errno;
  std::vector<std::string> refused;
  const auto note = [&](const std::optional<std::string>& what) {
    if (what) refused.push_back(whose + ": " + *what + ".");
  };
  if (!settings.name.empty()) {
    ::pthread_setname_np(::pthread_self(),
                         settings.name.substr(0, ThreadSettings::kLongestName).c_str());
  }
  if (const auto fault = fault_of(settings)) {
    note(fault);
  } else {
    const bool both = settings.policy == Policy::kDeadline && !settings.cpus.empty();
    if (both) {
      note("affinity " + shown_text(settings.cpus) +
           " was not set: a thread of SCHED_DEADLINE runs on all CPUs of its cpuset. Leave the "
           "affinity out, and start the program in a cpuset of those CPUs");
    } else if (!settings.cpus.empty()) {
      note(set_cpus(settings.cpus));
    }
    if (settings.policy) note(set_policy(settings));
  }
  errno = saved;
  return refused;
}

ThreadSettings settings_of_this_thread() {
  ThreadSettings settings;
  SchedAttributes own;
  if (own.get()) {
    settings.policy = static_cast<Policy>(own.policy);
    settings.nice = is_real_time(*settings.policy) ? 0 : own.nice;
    settings.priority = static_cast<int>(own.priority);
    if (settings.policy == Policy::kDeadline) {
      settings.runtime = nanoseconds(own.runtime);
      settings.deadline = nanoseconds(own.deadline);
      settings.period = nanoseconds(own.period);
    }
  }
  cpu_set_t cpus;
  if (::sched_getaffinity(0, sizeof cpus, &cpus) == 0) {
    for (unsigned cpu = 0; cpu < ThreadSettings::kMostCpus; ++cpu) {
      if (CPU_ISSET(cpu, &cpus)) settings.cpus.push_back(cpu);
    }
  }
  std::array<char, ThreadSettings::kLongestName + 1> name{};
  if (::pthread_getname_np(::pthread_self(), name.data(), name.size()) == 0) {
    settings.name = name.data();
  }
  return settings;
}

}  // namespace ranvier
