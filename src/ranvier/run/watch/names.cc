#include "ranvier/run/watch/names.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <span>

#include "ranvier/run/work.h"
#include "ranvier/trace/past.h"

namespace ranvier {
namespace {

using trace::Event;

std::string text_at(std::span<const std::uint64_t> fields, std::size_t at) {
  if (at >= fields.size()) return {};
  const std::size_t room = (fields.size() - at - 1) * 8;
  return {reinterpret_cast<const char*>(&fields[at] + 1), std::min<std::size_t>(fields[at], room)};
}

// A text takes its length and its bytes.
std::size_t behind_text(std::span<const std::uint64_t> fields, std::size_t at) {
  return at < fields.size() ? at + 1 + (fields[at] + 7) / 8 : at;
}

/// Reads events in the order in which they came; fields as trace/event_table.h has them.
class Reader final {
 public:
  void see(Event event, std::span<const std::uint64_t> fields) {
    switch (event) {
      case Event::rcl_node_init: return see_node(fields);
      case Event::rcl_subscription_init: return see_of_node(Entity::Kind::kSubscription, fields);
      case Event::rcl_service_init: return see_of_node(Entity::Kind::kService, fields);
      case Event::rcl_client_init: return see_of_node(Entity::Kind::kClient, fields);
      case Event::rcl_timer_init: {
        Entity& timer = known(fields, Entity::Kind::kTimer);
        timer.period = static_cast<std::int64_t>(fields[1]);
        return;
      }
      case Event::rclcpp_timer_link_node:
        if (auto timer = entities_.find(fields[0]); timer != entities_.end())
          timer->second.node = nodes_[fields[1]];
        return;
      case Event::ranvier_group_link: return see_group(fields);
      default: return;
    }
  }

  std::vector<Entity> take() {
    std::vector<Entity> all;
    for (auto& [handle, entity] : entities_) {
      if (entity.strand != nullptr) all.push_back(std::move(entity));
    }
    return all;
  }

 private:
  void see_node(std::span<const std::uint64_t> fields) {
    const std::string name = text_at(fields, 2);
    const std::string space = text_at(fields, behind_text(fields, 2));
    nodes_[fields[0]] = (space.ends_with('/') ? space : space + '/') + name;
  }

  Entity& known(std::span<const std::uint64_t> fields, Entity::Kind kind) {
    Entity& entity = entities_[fields[0]];
    entity.kind = kind;
    return entity;
  }

  void see_of_node(Entity::Kind kind, std::span<const std::uint64_t> fields) {
    Entity& entity = known(fields, kind);
    entity.node = nodes_[fields[1]];
    entity.name = text_at(fields, 3);
  }

  // It has not ended, as its end would have been remembered: it is whole while nobody can say so.
  void see_group(std::span<const std::uint64_t> fields) {
    const auto found = entities_.find(fields[0]);
    if (found == entities_.end()) return;
    Entity& entity = found->second;
    entity.work = reinterpret_cast<const Work*>(fields[0]);
    entity.strand = reinterpret_cast<const Strand*>(fields[1]);
    entity.exclusive = fields[2] == 0;
    entity.engine = entity.strand->engine();
  }

  std::map<std::uint64_t, std::string> nodes_;
  std::map<std::uint64_t, Entity> entities_;
};

}  // namespace

Entities::Entities() {
  Reader reader;
  const trace::detail::PastLock lock;
  trace::detail::for_each_past(
      0, [&](Event event, std::span<const std::uint64_t> fields) { reader.see(event, fields); });
  all_ = reader.take();
}

const Entity* Entities::find(const void* work) const noexcept {
  const auto found =
      std::find_if(all_.begin(), all_.end(), [&](const Entity& one) { return one.work == work; });
  return found == all_.end() ? nullptr : &*found;
}

// Three digits.
std::string time_text(std::int64_t ns) {
  constexpr double kSecond = 1e9, kMilli = 1e6, kMicro = 1e3;
  const auto number = static_cast<double>(ns);
  const bool seconds = number >= kSecond, millis = number >= kMilli;
  const double value = number / (seconds ? kSecond : millis ? kMilli : kMicro);
  const int digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  char text[32];
  char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits).ptr;
  if (digits > 0) {
    while (end[-1] == '0') --end;
    if (end[-1] == '.') --end;
  }
  return std::string(text, end) + (seconds ? " s" : millis ? " ms" : " us");
}

std::string text_of(const Entity& entity) {
  const std::string node = entity.node.empty() ? "a node" : "node '" + entity.node + "'";
  switch (entity.kind) {
    case Entity::Kind::kSubscription: return node + ", subscription '" + entity.name + "'";
    case Entity::Kind::kService: return node + ", service '" + entity.name + "'";
    case Entity::Kind::kClient: return node + ", answers of service '" + entity.name + "'";
    case Entity::Kind::kTimer: break;
  }
  return node + ", timer of " + time_text(entity.period);
}

std::string Entities::text_of(const void* work) const {
  const Entity* const entity = find(work);
  return entity != nullptr ? ranvier::text_of(*entity) : "a callback of the runtime or a waitable";
}

}  // namespace ranvier
