#include "ranvier/node/endpoint_status.h"

#include <utility>

namespace ranvier {
namespace {

// Of these, `change` is the change of what is there now; a gain counts in total.
bool has_current(EndpointEvent::Kind kind) {
  return kind == EndpointEvent::Kind::kMatched ||
         kind == EndpointEvent::Kind::kLivelinessChanged;
}

void add(EventStatus& status, const EndpointEvent& event) {
  const int gained = has_current(event.kind) && event.change < 0 ? 0 : event.change;
  status.total += gained;
  status.total_change += gained;
  if (has_current(event.kind)) {
    status.current += event.change;
    status.current_change += event.change;
  }
  status.last_policy = event.policy;
  status.not_alive += event.not_alive;
  status.not_alive_change += event.not_alive;
}

}  // namespace

void EndpointStatus::count(const EndpointEvent& event) {
  Lock lock(mutex_);
  auto& entry = entries_[static_cast<std::size_t>(event.kind)];
  if (!entry) entry = std::make_unique<Entry>();
  add(entry->status, event);
  if (entry->listener) entry->listener();
}

EventStatus EndpointStatus::take(Kind kind) {
  Lock lock(mutex_);
  auto& entry = entries_[static_cast<std::size_t>(kind)];
  if (!entry) return {};
  EventStatus taken = entry->status;
  entry->status.total_change = 0;
  entry->status.current_change = 0;
  entry->status.not_alive_change = 0;
  return taken;
}

void EndpointStatus::listen(Kind kind, std::function<void()> listener) {
  Lock lock(mutex_);
  auto& entry = entries_[static_cast<std::size_t>(kind)];
  if (!entry) entry = std::make_unique<Entry>();
  entry->listener = std::move(listener);
  const EventStatus& status = entry->status;
  const bool changed = status.total_change != 0 || status.current_change != 0 ||
                       status.not_alive_change != 0;
  if (entry->listener && changed) entry->listener();
}

}  // namespace ranvier
