#include "analysis/trace_model/objects.h"

namespace ranvier::trace_model {

using trace_read::Event;
using trace_read::EventView;
using trace_read::field;

namespace {

template <class T>
Index last(const std::vector<T>& list) {
  return static_cast<Index>(list.size() - 1);
}

std::string full_name(const std::string& name_space, const std::string& name) {
  return name_space.ends_with('/') ? name_space + name : name_space + '/' + name;
}

}  // namespace

Index Objects::known(const Directory& directory, Handle handle) {
  const Index found = directory.find(handle);
  orphans_ += found == kNone;
  return found;
}

bool Objects::see(const EventView& event) {
  switch (event.event()) {
    case Event::rcl_node_init: node(event); return true;
    case Event::rmw_publisher_init: {
      const Handle end = handle(event, field(Event::rmw_publisher_init, "rmw_publisher_handle"));
      const auto gid = static_cast<Index>(event.word(field(Event::rmw_publisher_init, "gid")));
      if (end.address == 0) gids_without_end_.put({event.thread(), 0}, gid);
      gids_.put(end, gid);
      return true;
    }
    case Event::rcl_publisher_init: publisher(event); return true;
    case Event::rcl_subscription_init: subscription(event); return true;
    case Event::rclcpp_subscription_init: {
      const Index of =
          known(subscriptions_,
                handle(event, field(Event::rclcpp_subscription_init, "subscription_handle")));
      objects_.put(handle(event, field(Event::rclcpp_subscription_init, "subscription")), of);
      return true;
    }
    case Event::rclcpp_subscription_callback_added: subscription_callback(event); return true;
    case Event::rcl_timer_init: timer(event); return true;
    case Event::rclcpp_timer_callback_added: timer_callback(event); return true;
    case Event::rclcpp_timer_link_node: timer_node(event); return true;
    case Event::rcl_service_init: service(event); return true;
    case Event::rclcpp_service_callback_added: service_callback(event); return true;
    case Event::rcl_client_init: client(event); return true;
    case Event::ranvier_client_callback_added: client_callback(event); return true;
    case Event::ranvier_group_link: group_link(event); return true;
    case Event::ranvier_endpoint_type: endpoint_type(event); return true;
    case Event::ranvier_message_size: message_size(event); return true;
    case Event::ranvier_fini: end(event); return true;
    case Event::rclcpp_callback_register: {
      const Index of = callback(handle(event, field(Event::rclcpp_callback_register, "callback")));
      model_.callbacks[of].symbol = event.text(field(Event::rclcpp_callback_register, "symbol"));
      return true;
    }
    case Event::rcl_lifecycle_state_machine_init:
      machines_.put(handle(event, field(Event::rcl_lifecycle_state_machine_init, "state_machine")),
                    known(nodes_, handle(event, field(Event::rcl_lifecycle_state_machine_init,
                                                      "node_handle"))));
      return true;
    default: return false;
  }
}

Carried* Objects::carried_by(Handle handle) {
  if (const Index at = publishers_.find(handle); at != kNone) return &model_.publishers[at].carried;
  if (const Index at = subscriptions_.find(handle); at != kNone)
    return &model_.subscriptions[at].carried;
  if (const Index at = services_.find(handle); at != kNone) return &model_.services[at].carried;
  if (const Index at = clients_.find(handle); at != kNone) return &model_.clients[at].carried;
  ++orphans_;
  return nullptr;
}

void Objects::endpoint_type(const EventView& event) {
  constexpr Event kThis = Event::ranvier_endpoint_type;
  constexpr std::int64_t kReliable = 1, kTransientLocal = 1;  // as rmw numbers them
  Carried* const carried = carried_by(handle(event, field(kThis, "handle")));
  if (carried == nullptr) return;
  carried->type = event.text(field(kThis, "type"));
  carried->has_fixed_size = event.number(field(kThis, "has_fixed_size")) != 0;
  carried->is_reliable = event.number(field(kThis, "reliability")) == kReliable;
  carried->is_transient_local = event.number(field(kThis, "durability")) == kTransientLocal;
  carried->depth = event.word(field(kThis, "depth"));
}

void Objects::message_size(const EventView& event) {
  constexpr Event kThis = Event::ranvier_message_size;
  Carried* const carried = carried_by(handle(event, field(kThis, "handle")));
  if (carried != nullptr) carried->sizes.push_back(event.word(field(kThis, "bytes")));
}

void Objects::node(const EventView& event) {
  constexpr Event kThis = Event::rcl_node_init;
  model_.nodes.push_back(
      {event.process(),
       full_name(event.text(field(kThis, "namespace")), event.text(field(kThis, "node_name"))),
       {event.time()}});
  model_.nodes.back().handle = event.word(field(kThis, "node_handle"));
  nodes_.put(handle(event, field(kThis, "node_handle")), last(model_.nodes));
}

void Objects::publisher(const EventView& event) {
  constexpr Event kThis = Event::rcl_publisher_init;
  const Handle end = handle(event, field(kThis, "rmw_publisher_handle"));
  const Index gid =
      end.address == 0 ? gids_without_end_.find({event.thread(), 0}) : gids_.find(end);
  model_.publishers.push_back({event.process(),
                               known(nodes_, handle(event, field(kThis, "node_handle"))),
                               event.text(field(kThis, "topic_name")),
                               event.word(field(kThis, "queue_depth")),
                               gid == kNone ? 0 : gid,
                               {event.time()}});
  model_.publishers.back().handle = event.word(field(kThis, "publisher_handle"));
  publishers_.put(handle(event, field(kThis, "publisher_handle")), last(model_.publishers));
}

void Objects::subscription(const EventView& event) {
  constexpr Event kThis = Event::rcl_subscription_init;
  model_.subscriptions.push_back({event.process(),
                                  known(nodes_, handle(event, field(kThis, "node_handle"))),
                                  event.text(field(kThis, "topic_name")),
                                  event.word(field(kThis, "queue_depth")),
                                  kNone,
                                  {event.time()}});
  model_.subscriptions.back().handle = event.word(field(kThis, "subscription_handle"));
  const Index made = last(model_.subscriptions);
  subscriptions_.put(handle(event, field(kThis, "subscription_handle")), made);
  rmw_subscriptions_.put(handle(event, field(kThis, "rmw_subscription_handle")), made);
}

// From now on the address is this owner's callback.
void Objects::own(Handle callback, Callback::Of of, Index owner) {
  model_.callbacks.push_back({callback.process, of, owner, {}});
  model_.callbacks.back().handle = callback.address;
  callbacks_.put(callback, last(model_.callbacks));
}

Index Objects::callback(Handle handle) {
  const Index found = callbacks_.find(handle);
  if (found != kNone) return found;
  ++orphans_;
  own(handle, Callback::Of::kUnknown, kNone);
  return last(model_.callbacks);
}

void Objects::subscription_callback(const EventView& event) {
  constexpr Event kThis = Event::rclcpp_subscription_callback_added;
  const Index of = known(objects_, handle(event, field(kThis, "subscription")));
  if (of == kNone) return;
  own(handle(event, field(kThis, "callback")), Callback::Of::kSubscription, of);
  model_.subscriptions[of].callback = last(model_.callbacks);
}

void Objects::timer(const EventView& event) {
  constexpr Event kThis = Event::rcl_timer_init;
  model_.timers.push_back(
      {event.process(), kNone, event.number(field(kThis, "period")), kNone, {event.time()}});
  model_.timers.back().handle = event.word(field(kThis, "timer_handle"));
  timers_.put(handle(event, field(kThis, "timer_handle")), last(model_.timers));
}

void Objects::timer_callback(const EventView& event) {
  constexpr Event kThis = Event::rclcpp_timer_callback_added;
  const Index of = known(timers_, handle(event, field(kThis, "timer_handle")));
  if (of == kNone) return;
  own(handle(event, field(kThis, "callback")), Callback::Of::kTimer, of);
  model_.timers[of].callback = last(model_.callbacks);
}

void Objects::timer_node(const EventView& event) {
  constexpr Event kThis = Event::rclcpp_timer_link_node;
  const Index of = known(timers_, handle(event, field(kThis, "timer_handle")));
  if (of == kNone) return;
  model_.timers[of].node = known(nodes_, handle(event, field(kThis, "node_handle")));
}

void Objects::service(const EventView& event) {
  constexpr Event kThis = Event::rcl_service_init;
  model_.services.push_back({event.process(),
                             known(nodes_, handle(event, field(kThis, "node_handle"))),
                             event.text(field(kThis, "service_name")),
                             kNone,
                             {event.time()}});
  model_.services.back().handle = event.word(field(kThis, "service_handle"));
  services_.put(handle(event, field(kThis, "service_handle")), last(model_.services));
}

void Objects::service_callback(const EventView& event) {
  constexpr Event kThis = Event::rclcpp_service_callback_added;
  const Index of = known(services_, handle(event, field(kThis, "service_handle")));
  if (of == kNone) return;
  own(handle(event, field(kThis, "callback")), Callback::Of::kService, of);
  model_.services[of].callback = last(model_.callbacks);
}

void Objects::client(const EventView& event) {
  constexpr Event kThis = Event::rcl_client_init;
  model_.clients.push_back({event.process(),
                            known(nodes_, handle(event, field(kThis, "node_handle"))),
                            event.text(field(kThis, "service_name")),
                            kNone,
                            {event.time()}});
  model_.clients.back().handle = event.word(field(kThis, "client_handle"));
  clients_.put(handle(event, field(kThis, "client_handle")), last(model_.clients));
}

void Objects::client_callback(const EventView& event) {
  constexpr Event kThis = Event::ranvier_client_callback_added;
  const Index of = known(clients_, handle(event, field(kThis, "client_handle")));
  if (of == kNone) return;
  own(handle(event, field(kThis, "callback")), Callback::Of::kClient, of);
  model_.clients[of].callback = last(model_.callbacks);
}

// The handle is that of any kind of object: the youngest there is meant.
void Objects::group_link(const EventView& event) {
  constexpr Event kThis = Event::ranvier_group_link;
  const Handle at = handle(event, field(kThis, "handle"));
  Index callback = kNone;
  Nanoseconds begin = kNever;
  const auto look = [&](const Directory& directory, const auto& all) {
    const Index found = directory.find(at);
    if (found == kNone || all[found].life.begin < begin) return;
    begin = all[found].life.begin;
    callback = all[found].callback;
  };
  look(subscriptions_, model_.subscriptions);
  look(timers_, model_.timers);
  look(services_, model_.services);
  look(clients_, model_.clients);
  if (callback == kNone) {
    ++orphans_;
    return;
  }
  const Handle group = handle(event, field(kThis, "group"));
  const bool is_reentrant = event.word(field(kThis, "reentrant")) != 0;
  Index which = groups_.find(group);
  if (which == kNone || model_.groups[which].is_reentrant != is_reentrant) {
    model_.groups.push_back({event.process(), is_reentrant});
    which = last(model_.groups);
    groups_here_.push_back({group.address, 0});
    groups_.put(group, which);
  }
  model_.callbacks[callback].group = which;
  ++groups_here_[which].callbacks;
}

template <class Object>
Index Objects::end_in(Directory& directory, std::vector<Object>& all, Handle handle,
                      Nanoseconds time) {
  const Index ended = directory.forget(handle);
  if (ended == kNone) return kNone;  // it never began, for all that the trace says
  all[ended].life.end = time;
  if constexpr (requires { all[ended].callback; }) end_callback(all[ended].callback);
  return ended;
}

void Objects::end_callback(Index callback) {
  if (callback == kNone) return;
  const Handle at{model_.callbacks[callback].process, model_.callbacks[callback].handle};
  if (callbacks_.find(at) == callback) callbacks_.forget(at);
  const Index group = model_.callbacks[callback].group;
  if (group == kNone || --groups_here_[group].callbacks > 0) return;
  const Handle of_group{at.process, groups_here_[group].address};
  if (groups_.find(of_group) == group) groups_.forget(of_group);
}

void Objects::end(const EventView& event) {
  const Handle at = handle(event, field(Event::ranvier_fini, "handle"));
  const std::string& kind = event.text(field(Event::ranvier_fini, "kind"));
  const Nanoseconds time = event.time();
  if (kind == "node") end_in(nodes_, model_.nodes, at, time);
  if (kind == "publisher") end_in(publishers_, model_.publishers, at, time);
  if (kind == "timer") end_in(timers_, model_.timers, at, time);
  if (kind == "service") end_in(services_, model_.services, at, time);
  if (kind == "client") end_in(clients_, model_.clients, at, time);
  if (kind != "subscription") return;
  const Index ended = end_in(subscriptions_, model_.subscriptions, at, time);
  for (Directory* other : {&rmw_subscriptions_, &objects_}) {
    if (ended != kNone && other->find(at) == ended) other->forget(at);
  }
}

}  // namespace ranvier::trace_model
