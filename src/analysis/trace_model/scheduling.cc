#include "analysis/trace_model/scheduling.h"

#include <sched.h>

namespace ranvier::trace_model {
namespace {

std::string policy_in_words(int policy) {
  switch (policy) {
    case SCHED_OTHER: return "other";
    case SCHED_FIFO: return "fifo";
    case SCHED_RR: return "rr";
    case SCHED_BATCH: return "batch";
    case SCHED_IDLE: return "idle";
    case 6: return "deadline";  // which <sched.h> does not always have
    default: return "policy " + std::to_string(policy);
  }
}

}  // namespace

std::string describe(const ExecutorThread& thread) {
  std::string words = policy_in_words(thread.policy);
  if (thread.policy == SCHED_FIFO || thread.policy == SCHED_RR) {
    return words + " " + std::to_string(thread.priority);
  }
  return thread.priority == 0 ? words : words + ", nice " + std::to_string(thread.priority);
}

std::string cpus_in_words(std::uint64_t cpus) {
  std::string words;
  for (int first = 0; first < 64; ++first) {
    if ((cpus >> first & 1) == 0) continue;
    int last = first;
    while (last < 63 && (cpus >> (last + 1) & 1) != 0) ++last;
    words += (words.empty() ? "" : ", ") + std::to_string(first);
    if (last > first) words += "-" + std::to_string(last);
    first = last;
  }
  return words;
}

std::vector<Index> executors_of_threads(const Model& model) {
  std::vector<Index> of(model.threads.size(), kNone);
  for (std::size_t i = 0; i < model.executor_threads.size(); ++i) {
    of[model.executor_threads[i].thread] = static_cast<Index>(i);
  }
  return of;
}

std::string group_in_words(const Model& model, Index callback) {
  const Index group = model.callbacks[callback].group;
  if (group == kNone) return "";
  return "group " + std::to_string(group) +
         (model.groups[group].is_reentrant ? " (reentrant)" : " (exclusive)");
}

}  // namespace ranvier::trace_model
