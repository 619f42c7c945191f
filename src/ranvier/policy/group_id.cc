// How a callback group is named in files, and its thread in `ps -L`.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "ranvier/policy/thread_file.h"

namespace ranvier {
namespace {

constexpr std::array<const char*, 4> kKinds{"Subscription", "Service", "Client", "Timer"};

// What every node has, behind its name.
constexpr std::array<std::string_view, 14> kServicesOfRuntime{
    "get_parameters",       "get_parameter_types",
    "set_parameters",       "set_parameters_atomically",
    "describe_parameters",  "list_parameters",
    "get_logger_levels",    "set_logger_levels",
    "change_state",         "get_state",
    "get_available_states", "get_available_transitions",
    "get_transition_graph", "get_type_description"};

bool is_of_runtime(std::string_view node, std::string_view entity) {
  if (entity == "Waitable" || entity == "Subscription(/parameter_events)") return true;
  constexpr std::string_view kService = "Service(";
  if (!entity.starts_with(kService) || !entity.ends_with(')')) return false;
  const std::string_view name = entity.substr(kService.size(), entity.size() - kService.size() - 1);
  if (!name.starts_with(node) || name.size() <= node.size() || name[node.size()] != '/') {
    return false;
  }
  return std::find(kServicesOfRuntime.begin(), kServicesOfRuntime.end(),
                   name.substr(node.size() + 1)) != kServicesOfRuntime.end();
}

// Calls back with each part between '@', the first of which is the node.
template <class Part>
void each_part(std::string_view id, Part part) {
  for (std::size_t at = 0; at <= id.size();) {
    const std::size_t end = std::min(id.find('@', at), id.size());
    part(id.substr(at, end - at));
    at = end + 1;
  }
}

std::string_view behind_last(std::string_view text, char separator) {
  return text.substr(text.rfind(separator) + 1);  // npos + 1 is 0
}

// "100ms": the largest unit that leaves a whole number.
std::string period_text(std::string_view digits) {
  std::uint64_t count = 0;
  if (std::from_chars(digits.begin(), digits.end(), count).ec != std::errc()) {
    return std::string(digits);
  }
  constexpr std::array<const char*, 4> kUnits{"ns", "us", "ms", "s"};
  std::size_t unit = 0;
  for (; unit + 1 < kUnits.size() && count != 0 && count % 1000 == 0; ++unit) count /= 1000;
  return std::to_string(count) + kUnits[unit];
}

// "Subscription(/a/b)" as "b", "Timer(1000000)" as "1ms".
std::string short_text(std::string_view entity) {
  const std::size_t open = std::min(entity.find('('), entity.size());
  std::string_view name = entity.substr(std::min(open + 1, entity.size()));
  if (name.ends_with(')')) name.remove_suffix(1);
  return entity.substr(0, open) == "Timer" ? period_text(name)
                                           : std::string(behind_last(name, '/'));
}

}  // namespace

std::string group_id(const std::string& node, const std::vector<GroupEntity>& entities) {
  std::string id = node;
  for (const GroupEntity& one : entities) {
    id += std::string("@") + kKinds[static_cast<std::size_t>(one.kind)] + "(" + one.name + ")";
  }
  return plain_group_id(id);
}

std::string plain_group_id(std::string_view id) {
  const std::string_view node = id.substr(0, id.find('@'));
  std::string plain;
  each_part(id, [&](std::string_view part) {
    if (part.data() == node.data()) {
      plain = part;
    } else if (!is_of_runtime(node, part)) {
      plain.append("@").append(part);
    }
  });
  return plain;
}

bool names_group(std::string_view id, std::string_view group_id) {
  const std::size_t at = id.find('@');
  if (id.substr(0, at) != group_id.substr(0, group_id.find('@'))) return false;
  if (at == id.npos) return true;
  std::vector<std::string_view> has;
  each_part(group_id, [&](std::string_view part) { has.push_back(part); });
  if (at + 1 == id.size()) return has.size() == 1;
  bool all = true;
  each_part(id.substr(at + 1), [&](std::string_view part) {
    const auto found = std::find(has.begin(), has.end(), part);
    all = all && found != has.end();
    if (found != has.end()) has.erase(found);
  });
  return all;
}

std::string thread_name_of(std::string_view id) {
  const std::string plain = plain_group_id(id);
  const std::size_t at = plain.find('@');
  std::string node(behind_last(std::string_view(plain).substr(0, at), '/'));
  if (at == plain.npos) return node.substr(0, ThreadSettings::kLongestName);
  const std::string_view entities = std::string_view(plain).substr(at + 1);
  const std::string what = short_text(entities.substr(0, entities.find('@')));
  constexpr std::size_t kRoom = ThreadSettings::kLongestName - 1;
  const std::size_t for_what = std::max(kRoom / 2, kRoom - std::min(kRoom, node.size()));
  node.resize(std::min(node.size(), kRoom - std::min(for_what, what.size())));
  return node + "." + what.substr(0, for_what);
}

}  // namespace ranvier
