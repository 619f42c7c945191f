#include "ranvier/node/endpoint_status.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <utility>

#include "ranvier/trace/moment.h"

namespace ranvier {
namespace {

// Of these, `change` is the change of what is there now; a gain counts in total.
bool has_current(EndpointEvent::Kind kind) {
  return kind == EndpointEvent::Kind::kMatched || kind == EndpointEvent::Kind::kLivelinessChanged;
}

// A gap in the numbers of a writer may be as large as the writer likes.
int total_with(int total, int change) {
  return static_cast<int>(std::min<std::int64_t>(std::int64_t{total} + change, INT_MAX));
}

void add(EventStatus& status, const EndpointEvent& event) {
  const bool gains = !has_current(event.kind) || event.change > 0;
  if (gains) status.total = total_with(status.total, event.change);
  if (has_current(event.kind)) status.current += event.change;
  status.last_policy = event.policy;
  status.not_alive += event.not_alive;
}

}  // namespace

EndpointStatus::Party& EndpointStatus::Entry::of(const void* who) {
  const auto found = std::find_if(parties.begin(), parties.end(),
                                  [who](const Party& party) { return party.who == who; });
  return found != parties.end() ? *found : parties.emplace_back(Party{who});
}

void EndpointStatus::count(const EndpointEvent& event) {
  if (event.kind == EndpointEvent::Kind::kDeadlineMissed) trace::notice(trace::Moment::kDeadline);
  Lock lock(mutex_);
  if (later_ && event.kind == later_kind_) make_now();
  auto& entry = entries_[static_cast<std::size_t>(event.kind)];
  if (!entry) entry = std::make_unique<Entry>();
  add(entry->status, event);
  for (const Party& party : entry->parties) {
    if (party.listener) party.listener();
  }
}

EventStatus EndpointStatus::take(Kind kind, const void* who) {
  Lock lock(mutex_);
  auto& entry = entries_[static_cast<std::size_t>(kind)];
  if (!entry) return {};
  Party& party = entry->of(who);
  EventStatus taken = entry->status;
  taken.total_change = taken.total - std::exchange(party.total, taken.total);
  taken.current_change = taken.current - std::exchange(party.current, taken.current);
  taken.not_alive_change = taken.not_alive - std::exchange(party.not_alive, taken.not_alive);
  return taken;
}

void EndpointStatus::listen(Kind kind, std::function<void()> listener, const void* who) {
  Lock lock(mutex_);
  auto& entry = entries_[static_cast<std::size_t>(kind)];
  if (!listener) {
    if (entry) std::erase_if(entry->parties, [who](const Party& one) { return one.who == who; });
    return;
  }
  if (!entry) entry = std::make_unique<Entry>();
  install(*entry, std::move(listener), who);
}

void EndpointStatus::install(Entry& entry, std::function<void()> listener, const void* who) {
  Party& party = entry.of(who);
  party.listener = std::move(listener);
  const EventStatus& status = entry.status;
  if (status.total != party.total || status.current != party.current ||
      status.not_alive != party.not_alive) {
    party.listener();
  }
}

void EndpointStatus::listen_later(Kind kind, Later* later) {
  Lock lock(mutex_);
  later_kind_ = kind;
  later_ = later;
  if (later_ && entries_[static_cast<std::size_t>(kind)]) make_now();  // it has happened already
}

void EndpointStatus::make_listener() {
  Lock lock(mutex_);
  if (later_) make_now();
}

void EndpointStatus::make_now() {
  auto& entry = entries_[static_cast<std::size_t>(later_kind_)];
  if (!entry) entry = std::make_unique<Entry>();
  install(*entry, std::exchange(later_, nullptr)->listener(), nullptr);
}

}  // namespace ranvier
