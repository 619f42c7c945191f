#include "analysis/trace_read/clocks.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <set>

namespace ranvier::trace_read {
namespace {

// Modulo 2^64: what a broken trace says may be anything.
std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::uint64_t distance(std::int64_t a, std::int64_t b) {
  const auto less = static_cast<std::uint64_t>(std::min(a, b));
  return static_cast<std::uint64_t>(std::max(a, b)) - less;
}

std::string describe(const Clock& clock) {
  std::string text = "Host '" + clock.host + "'" +
                     (clock.uuid.empty() ? "" : ", clock " + clock.uuid) + ": " +
                     std::to_string(clock.zero) + " ns are added to its times, as its traces (" +
                     std::to_string(clock.traces) + ") say";
  if (clock.added != 0) {
    char number[32];
    std::snprintf(number, sizeof number, "%+" PRId64, clock.added);
    text += std::string(", and ") + number + " ns, as was asked for";
  }
  if (clock.disagreed != 0) {
    text += "; they disagree by up to " + std::to_string(clock.disagreed) +
            " ns, and the first one's is taken";
  }
  return text + ".";
}

}  // namespace

std::int64_t Clocks::zero_of(const std::string& host, const std::string& uuid, std::int64_t zero) {
  const std::int64_t told = zero;
  // Containers have names of their own, and the clock of their machine.
  for (const Clock& one : clocks_) {
    if (uuid.empty() || one.uuid != uuid) continue;
    zero = one.zero;
    break;
  }
  const auto same = std::find_if(clocks_.begin(), clocks_.end(), [&](const Clock& one) {
    return one.host == host && one.uuid == uuid && one.zero == zero;
  });
  const bool is_new = same == clocks_.end();
  Clock& clock = is_new ? clocks_.emplace_back() : *same;
  if (is_new) {
    const auto asked = offsets_.find(host);
    clock = {host, uuid, zero, asked == offsets_.end() ? 0 : asked->second, 0, 0};
  }
  ++clock.traces;
  clock.disagreed = std::max(clock.disagreed, distance(told, zero));
  return sum(zero, clock.added);
}

Result<void> Clocks::check() const {
  for (const auto& [host, offset] : offsets_) {
    const auto is_its = [&name = host](const Clock& clock) { return clock.host == name; };
    if (std::any_of(clocks_.begin(), clocks_.end(), is_its)) continue;
    std::set<std::string> names;
    for (const Clock& clock : clocks_) names.insert("'" + clock.host + "'");
    std::string all;
    for (const std::string& name : names) all += ' ' + name;
    return Error{Code::kInvalidArgument, "Offset for the host '" + host +
                                             "': no trace is of "
                                             "that host. There are:" +
                                             all + "."};
  }
  return {};
}

std::vector<std::string> describe_clocks(const Trace& trace) {
  std::set<std::string> kinds;
  bool is_moved = false;
  for (const Clock& clock : trace.clocks) {
    kinds.insert(clock.uuid.empty() ? "host " + clock.host : clock.uuid);
    is_moved = is_moved || clock.added != 0;
  }
  std::vector<std::string> words;
  if (kinds.size() < 2 && !is_moved) return words;
  words.push_back("Times of " + std::to_string(kinds.size()) +
                  (kinds.size() == 1 ? " clock" : " clocks") +
                  " are compared. What goes from one to another is only as good as their "
                  "hosts were synchronised; --offset HOST=NS corrects one that is known to be "
                  "wrong.");
  for (const Clock& clock : trace.clocks) words.push_back(describe(clock));
  return words;
}

}  // namespace ranvier::trace_read
