#include "ranvier/policy/spinning_thread.h"

#include <unistd.h>

#include "ranvier/policy/thread_file.h"

namespace ranvier {
namespace {

// Not by its address, which another may have later.
bool is_same(const std::weak_ptr<const ExecutorPolicy>& a,
             const std::shared_ptr<const ExecutorPolicy>& b) {
  return !a.owner_before(b) && !b.owner_before(a);
}

std::string whose(const std::vector<std::string>& nodes) {
  std::string all;
  for (const std::string& node : nodes) all += (all.empty() ? "'" : ", '") + node + "'";
  return nodes.empty() ? "An executor without nodes" : "The executor of " + all;
}

}  // namespace

std::string thread_name_of_nodes(const std::vector<std::string>& nodes) {
  if (nodes.empty()) return "";
  const std::string more = nodes.size() == 1 ? "" : "+" + std::to_string(nodes.size() - 1);
  return thread_name_of(nodes.front()).substr(0, ThreadSettings::kLongestName - more.size()) + more;
}

void settle_spinning_thread(const std::shared_ptr<const ExecutorPolicy>& policy,
                            const std::function<std::vector<std::string>()>& nodes,
                            const std::function<void(const std::string&)>& refused) {
  thread_local std::weak_ptr<const ExecutorPolicy> settled;
  if (policy == nullptr || is_same(settled, policy)) return;
  settled = policy;
  if (policy->threads() == nullptr) return;
  const std::vector<std::string> served = nodes();
  ThreadSettings settings = policy->threads()->usual();
  if (::gettid() != ::getpid()) settings.name = thread_name_of_nodes(served);
  for (const std::string& what : apply_to_this_thread(settings, whose(served))) {
    if (refused) refused(what);
  }
}

}  // namespace ranvier
