#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "ranvier/policy/policy_file.h"
#include "running_system.h"

namespace ranvier::policy {
namespace {

using Names = std::vector<std::string>;

std::string node_of(const std::string& id) { return id.substr(0, id.find('@')); }

/// What a file and a system have of one another.
class Comparison final {
 public:
  Comparison(const PolicyFile& file, const RunningSystem& system) : file_(file), system_(system) {}

  /// What the file names that is not there.
  Names named_in_vain() const {
    Names missing;
    for (const std::string& id : file_.callback_ids()) {
      if (!is_callback(id)) missing.push_back("callback  " + id);
    }
    for (const std::string& id : file_.thread_file().group_ids()) {
      const auto is_it = [&](const std::string& group) { return names_group(id, group); };
      if (std::none_of(system_.groups.begin(), system_.groups.end(), is_it)) {
        missing.push_back("group     " + id);
      }
    }
    for (const std::string& name : file_.thread_file().thread_names()) {
      const std::string shown = name.substr(0, ThreadSettings::kLongestName);
      if (system_.threads.count(shown) == 0) missing.push_back("thread    " + name);
    }
    return missing;
  }

  /// What is there that the file does not name, of the kinds that it names at all.
  Names unnamed() const {
    Names all;
    const Names ids = file_.callback_ids();
    const auto has = [&](const std::string& id) {
      return std::find(ids.begin(), ids.end(), id) != ids.end();
    };
    for (const std::string& id : system_.callbacks) {
      if (!ids.empty() && !has(id) && !has(node_of(id))) all.push_back("callback  " + id);
    }
    std::set<std::string> groups(system_.groups.begin(), system_.groups.end());
    for (const std::string& id : groups) {
      const bool named = file_.thread_file().of_group(id) != nullptr;
      if (file_.thread_file().names_groups() && !named && id.find('@') != id.npos) {
        all.push_back("group     " + id);
      }
    }
    return all;
  }

 private:
  bool is_callback(const std::string& id) const {
    return system_.callbacks.count(id) == 1 || system_.nodes.count(id) == 1;
  }

  const PolicyFile& file_;
  const RunningSystem& system_;
};

void print(const char* head, const Names& names) {
  if (names.empty()) return;
  std::printf("%s:\n", head);
  for (const std::string& name : names) std::printf("  %s\n", name.c_str());
}

}  // namespace

Result<bool> check(const Options& options) {
  const auto file = PolicyFile::read(options.file);
  if (!file) return file.error();
  const auto system = look_at_system(options.domain);
  if (!system) return system.error();
  say_complaints(*system);
  const Comparison comparison(*file, *system);
  const Names in_vain = comparison.named_in_vain();
  print("The file names what is not there", in_vain);
  print("It does not name", comparison.unnamed());
  if (in_vain.empty()) {
    std::printf("All that the file names is there, in %zu %s.\n", system->processes,
                system->processes == 1 ? "process" : "processes");
  }
  return in_vain.empty();
}

}  // namespace ranvier::policy
