#include "chains_file.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "ranvier/policy/fields.h"

namespace ranvier::policy {
namespace {

using Kind = YamlNode::Kind;
using schedule::Callback;
using schedule::Chain;

constexpr std::int64_t kLongest = 3'600'000'000'000;  // an hour: sums of some stay in 64 bits

// What reads each field of a map; `what` begins the errors, as "a chain".
using Fields = std::map<std::string, std::function<Result<void>(const YamlNode::Entry&)>>;

Result<void> read_map(const YamlNode& map, const std::string& what, const Fields& fields) {
  std::string names;
  for (const auto& [name, read] : fields) names += (names.empty() ? "" : ", ") + name;
  if (map.kind != Kind::kMap) {
    return fault_at(map.where,
                    what + " is a map with " + names + ", and not " + shown(map) + ". Write one");
  }
  for (const YamlNode::Entry& entry : map.entries) {
    const auto found = fields.find(entry.key);
    if (found == fields.end()) {
      return fault_at(entry.where,
                      what + " has no field '" + entry.key + "'. Its fields are " + names);
    }
    if (auto done = found->second(entry); !done) return done;
  }
  return {};
}

Result<void> read_list(const YamlNode::Entry& entry,
                       const std::function<Result<void>(const YamlNode&)>& item) {
  if (entry.value.kind != Kind::kList || entry.value.items.empty()) {
    return fault_at(entry.where, entry.key + " is a list with one entry at least, and not " +
                                     shown(entry.value) + ". Write '- ...' below it");
  }
  for (const YamlNode& one : entry.value.items) {
    if (auto done = item(one); !done) return done;
  }
  return {};
}

Result<void> read_text(const YamlNode::Entry& entry, std::string& to) {
  if (entry.value.kind != Kind::kScalar || entry.value.is_null()) {
    return fault_at(entry.where,
                    entry.key + " is a name, and not " + shown(entry.value) + ". Give one");
  }
  to = entry.value.text;
  return {};
}

Result<void> read_time(const YamlNode::Entry& entry, std::int64_t& to) {
  const auto count = whole_number<std::int64_t>(entry.value);
  if (!count || *count <= 0 || *count > kLongest) {
    return fault_at(entry.where, entry.key +
                                     " is a number of nanoseconds, more than 0 and an hour "
                                     "at most, and not " +
                                     shown(entry.value) + ". Give one");
  }
  to = *count;
  return {};
}

Result<void> read_switch(const YamlNode::Entry& entry, bool& to) {
  to = entry.value.text == "true";
  if (to || entry.value.text == "false") return {};
  return fault_at(entry.where, entry.key + " is true or false, and not " + shown(entry.value) +
                                   ". Give one of them");
}

class Reader final {
 public:
  Result<ChainsFile> read(const YamlNode& root) {
    const Fields fields{{"cpus", [&](const auto& entry) { return read_cpus(entry); }},
                        {"chains", [&](const auto& entry) {
                           return read_list(entry,
                                            [&](const YamlNode& one) { return read_chain(one); });
                         }}};
    if (auto done = read_map(root, "the file", fields); !done) return done.error();
    if (file_.chains.empty()) return fault_at(root.where, "there are no chains. Give 'chains:'");
    return std::move(file_);
  }

 private:
  Result<void> read_cpus(const YamlNode::Entry& entry) {
    const auto count = whole_number<std::size_t>(entry.value);
    if (!count || *count == 0 || *count > 1024) {
      return fault_at(entry.where, "cpus is " + shown(entry.value) + ". Give 1 to 1024");
    }
    file_.cpus = *count;
    return {};
  }

  Result<void> read_chain(const YamlNode& map) {
    Chain chain;
    const Fields fields{
        {"name", [&](const auto& entry) { return read_text(entry, chain.name); }},
        {"period", [&](const auto& entry) { return read_time(entry, chain.period); }},
        {"timer_of", [&](const auto& entry) { return read_timer_of(entry, chain); }},
        {"best_effort", [&](const auto& entry) { return read_switch(entry, chain.best_effort); }},
        {"callbacks", [&](const auto& entry) {
           return read_list(entry, [&](const YamlNode& one) { return read_callback(one, chain); });
         }}};
    if (auto done = read_map(map, "a chain", fields); !done) return done;
    if (auto done = check(map, chain); !done) return done;
    file_.chains.push_back(std::move(chain));
    return {};
  }

  Result<void> read_timer_of(const YamlNode::Entry& entry, Chain& chain) {
    const auto found = std::find_if(file_.chains.begin(), file_.chains.end(),
                                    [&](const Chain& one) { return one.name == entry.value.text; });
    if (found == file_.chains.end()) {
      return fault_at(entry.where, "timer_of names " + shown(entry.value) +
                                       ", which is no chain further up. Name one that is more "
                                       "critical");
    }
    chain.timer_of = static_cast<std::size_t>(found - file_.chains.begin());
    return {};
  }

  static Result<void> read_callback(const YamlNode& map, Chain& chain) {
    Callback callback;
    const Fields fields{
        {"id", [&](const auto& entry) { return read_text(entry, callback.id); }},
        {"cost", [&](const auto& entry) { return read_time(entry, callback.cost); }}};
    if (auto done = read_map(map, "a callback", fields); !done) return done;
    if (callback.id.empty() || callback.cost == 0) {
      return fault_at(map.where, "a callback has an id and a cost. Give both");
    }
    chain.callbacks.push_back(std::move(callback));
    return {};
  }

  // What the fields of a chain are together, and beside the others.
  Result<void> check(const YamlNode& map, const Chain& chain) const {
    if (chain.name.empty() || chain.period == 0 || chain.callbacks.empty()) {
      return fault_at(map.where, "a chain has a name, a period and callbacks. Give all three");
    }
    const std::string who = "chain '" + chain.name + "'";
    for (const Chain& other : file_.chains) {
      if (other.name == chain.name) {
        return fault_at(map.where, who + " is there already, further up. Give it another name");
      }
    }
    if (chain.timer_of) {
      const Chain& of = file_.chains[*chain.timer_of];
      const Callback &timer = of.callbacks.front(), &first = chain.callbacks.front();
      if (of.period != chain.period || timer.id != first.id || timer.cost != first.cost) {
        return fault_at(map.where, who + " has the timer of '" + of.name +
                                       "', and another period or first callback. Make them the "
                                       "same");
      }
    }
    return check_callbacks(map, chain, who);
  }

  // A callback of two chains would have two priorities.
  Result<void> check_callbacks(const YamlNode& map, const Chain& chain,
                               const std::string& who) const {
    for (std::size_t i = chain.timer_of ? 1 : 0; i < chain.callbacks.size(); ++i) {
      const std::string& id = chain.callbacks[i].id;
      const auto is_it = [&](const Callback& other) { return other.id == id; };
      const auto has_it = [&](const Chain& other) {
        return std::any_of(other.callbacks.begin(), other.callbacks.end(), is_it);
      };
      if (std::count_if(chain.callbacks.begin(), chain.callbacks.end(), is_it) > 1) {
        return fault_at(map.where, who + " comes back to '" + id +
                                       "': a chain has no cycle. Let it end before that");
      }
      if (std::any_of(file_.chains.begin(), file_.chains.end(), has_it)) {
        return fault_at(map.where, who + " has '" + id + "', which is in a chain already: chains " +
                                       "share a timer alone (timer_of). Take it away here");
      }
    }
    return {};
  }

  ChainsFile file_;
};

}  // namespace

Result<ChainsFile> read_chains(const std::string& path) {
  const auto root = read_yaml("file of chains", path);
  if (!root) return root.error();
  return Reader().read(*root);
}

}  // namespace ranvier::policy
