#include "analysis/trace_model/calls.h"

namespace ranvier::trace_model {

using trace_read::Event;
using trace_read::EventView;
using trace_read::field;

namespace {

// Clients of the network have numbers that DDS draws from 64 bits; those of the route
// within a process count from one.
constexpr std::uint64_t kFirstOfNetwork = std::uint64_t{1} << 32;

// The moment that an event has, unless one has come already: what is answered twice is
// answered with the first.
bool set_once(Nanoseconds& moment, const EventView& event) {
  if (moment != kNever) return false;
  moment = event.time();
  return true;
}

}  // namespace

void Calls::see(const EventView& event, Index run) {
  switch (event.event()) {
    case Event::ranvier_request_send: return request_send(event, run);
    case Event::ranvier_request_take: return request_take(event);
    case Event::ranvier_response_send: return response_send(event);
    case Event::ranvier_response_take: return response_take(event);
    case Event::ranvier_goal_accept: {
      constexpr Event kThis = Event::ranvier_goal_accept;
      Goal& accepted = goal(event, field(kThis, "goal_id"));
      accepted.action = event.text(field(kThis, "action"));
      accepted.accepted = event.time();
      return;
    }
    case Event::ranvier_goal_status: return goal_status(event);
    default: return;
  }
}

Index Calls::call(Name name) {
  if (name.client.address >= kFirstOfNetwork) name.client.process = kNone;
  const auto [known, is_new] = calls_.try_emplace(name, static_cast<Index>(model_.calls.size()));
  if (is_new) model_.calls.emplace_back();
  return known->second;
}

void Calls::request_send(const EventView& event, Index run) {
  constexpr Event kThis = Event::ranvier_request_send;
  Call& sent = model_.calls[call(
      {handle(event, field(kThis, "client")), event.number(field(kThis, "number"))})];
  if (!set_once(sent.sent, event)) return;
  sent.client = objects_.client(handle(event, field(kThis, "client_handle")));
  sent.caller = run;
}

void Calls::request_take(const EventView& event) {
  constexpr Event kThis = Event::ranvier_request_take;
  const Index index =
      call({handle(event, field(kThis, "client")), event.number(field(kThis, "number"))});
  Call& taken = model_.calls[index];
  if (!set_once(taken.taken, event)) return;
  taken.service = objects_.service(handle(event, field(kThis, "service_handle")));
  taken_[event.thread()] = index;
}

void Calls::response_send(const EventView& event) {
  constexpr Event kThis = Event::ranvier_response_send;
  Call& answered = model_.calls[call(
      {handle(event, field(kThis, "client")), event.number(field(kThis, "number"))})];
  if (!set_once(answered.answered, event) || answered.service != kNone) return;
  answered.service = objects_.service(handle(event, field(kThis, "service_handle")));
}

void Calls::response_take(const EventView& event) {
  constexpr Event kThis = Event::ranvier_response_take;
  const Index index =
      call({handle(event, field(kThis, "client")), event.number(field(kThis, "number"))});
  Call& returned = model_.calls[index];
  if (!set_once(returned.returned, event)) return;
  if (returned.client == kNone) {
    returned.client = objects_.client(handle(event, field(kThis, "client_handle")));
  }
  taken_[event.thread()] = index;
}

Index Calls::begin_callback(Index thread, const Callback& callback, Index run) {
  const Index index = taken_[thread];
  taken_[thread] = kNone;
  if (index == kNone) return kNone;
  Call& call = model_.calls[index];
  if (callback.of == Callback::Of::kService && callback.owner == call.service) {
    call.served = run;
  } else if (callback.of == Callback::Of::kClient && callback.owner == call.client) {
    call.heard = run;
  } else {
    return kNone;
  }
  return index;
}

Goal& Calls::goal(const EventView& event, std::size_t id) {
  const auto [known, is_new] = goals_.try_emplace(static_cast<Index>(event.word(id)),
                                                  static_cast<Index>(model_.goals.size()));
  if (is_new) model_.goals.push_back({event.process(), {}});
  return model_.goals[known->second];
}

void Calls::goal_status(const EventView& event) {
  constexpr Event kThis = Event::ranvier_goal_status;
  constexpr int kSucceeded = 4;  // it, canceled and aborted are ends
  Goal& one = goal(event, field(kThis, "goal_id"));
  one.status = static_cast<int>(event.number(field(kThis, "status")));
  if (one.status >= kSucceeded) set_once(one.ended, event);
}

}  // namespace ranvier::trace_model
