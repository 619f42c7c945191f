#include "ranvier/proto/describe/introspection.h"

#include <cstring>
#include <stdexcept>
#include <string_view>

#include "ranvier/node/clock.h"
#include "ranvier/node/publisher.h"
#include "ranvier/proto/describe/types.h"
#include "ranvier/proto/time/stamp.h"
#include "service_msgs/msg/service_event_info.hpp"

namespace ranvier {
namespace {

using codec::Member;
using service_msgs::msg::ServiceEventInfo;

std::uint8_t kind_of(ServiceEvent event) {
  switch (event) {
    case ServiceEvent::kRequestSent: return ServiceEventInfo::REQUEST_SENT;
    case ServiceEvent::kRequestReceived: return ServiceEventInfo::REQUEST_RECEIVED;
    case ServiceEvent::kResponseSent: return ServiceEventInfo::RESPONSE_SENT;
    case ServiceEvent::kResponseReceived: break;
  }
  return ServiceEventInfo::RESPONSE_RECEIVED;
}

void* member_of(const TypeInfo& type, void* object, const char* name, const Member** found) {
  for (std::size_t i = 0; i < type.member_count; ++i) {
    if (std::string_view(type.members[i].name) != name) continue;
    *found = &type.members[i];
    return static_cast<char*>(object) + type.members[i].offset;
  }
  throw std::logic_error(std::string(type.name) + " has no member '" + name + "'");
}

// An event object of the service's own event type.
void* event_of(const TypeInfo& type, ServiceEvent event, Message& message, std::int64_t now,
               bool contents) {
  std::unique_ptr<void, void (*)(void*)> made(type.create(), type.destroy);
  const Member* member = nullptr;
  auto& info = *static_cast<ServiceEventInfo*>(member_of(type, made.get(), "info", &member));
  const RequestId& id = message.header().request;
  info.event_type = kind_of(event);
  info.stamp = stamp_of(now);
  info.client_gid = {};  // the client's id is in the first bytes
  std::memcpy(info.client_gid.data(), &id.client, sizeof(id.client));
  info.sequence_number = id.sequence;
  // Null: a request of bytes that do not decode.
  if (contents && message.object() != nullptr) {
    const bool request =
        event == ServiceEvent::kRequestSent || event == ServiceEvent::kRequestReceived;
    void* list = member_of(type, made.get(), request ? "request" : "response", &member);
    member->resize(list, 1);
    member->nested().assign(const_cast<void*>(member->at(list, 0)), message.object());
  }
  return made.release();
}

}  // namespace

Result<void> Introspection::configure(ServiceObserver& observer, std::shared_ptr<Clock> clock,
                                      const Qos& qos, State state) {
  Lock lock(mutex_);
  if (state == State::kOff) {
    observer.set(nullptr);
    publisher_.reset();
    return {};
  }
  if (!publisher_) {
    Endpoint endpoint;
    endpoint.topic = topic();
    endpoint.type = endpoint_.type->event;
    remember_type(*endpoint.type);
    endpoint.qos = qos;
    endpoint.node = endpoint_.node;
    auto publisher = Publisher::open(node_, std::move(endpoint));
    if (!publisher) return publisher.error();
    publisher_ = std::move(*publisher);
  }
  const bool contents = state == State::kContents;
  observer.set([publisher = publisher_, clock = std::move(clock), contents](ServiceEvent event,
                                                                            Message& message) {
    // An event that cannot be made or sent must not keep its request from being served.
    try {
      const TypeInfo& type = *publisher->endpoint().type;
      (void)publisher->send(event_of(type, event, message, clock->now(), contents));
    } catch (const std::exception&) {}
  });
  return {};
}

}  // namespace ranvier
