#include "introspection.hpp"

#include <cstring>
#include <stdexcept>
#include <string_view>

#include "core_edge.hpp"
#include "ranvier/node/publisher.h"
#include "request_ids.hpp"
#include "service_msgs/msg/service_event_info.hpp"
#include "type_descriptions.hpp"

namespace rclcpp::detail
{
namespace
{

using ranvier::ServiceEvent;
using rosidl_typesupport_ranvier::Member;
using rosidl_typesupport_ranvier::TypeInfo;
using service_msgs::msg::ServiceEventInfo;

uint8_t kind_of(ServiceEvent event)
{
  switch (event) {
    case ServiceEvent::kRequestSent: return ServiceEventInfo::REQUEST_SENT;
    case ServiceEvent::kRequestReceived: return ServiceEventInfo::REQUEST_RECEIVED;
    case ServiceEvent::kResponseSent: return ServiceEventInfo::RESPONSE_SENT;
    case ServiceEvent::kResponseReceived: break;
  }
  return ServiceEventInfo::RESPONSE_RECEIVED;
}

void * member_of(const TypeInfo & type, void * object, const char * name, const Member ** found)
{
  for (size_t i = 0; i < type.member_count; ++i) {
    if (std::string_view(type.members[i].name) != name) {continue;}
    *found = &type.members[i];
    return static_cast<char *>(object) + type.members[i].offset;
  }
  throw std::logic_error(std::string(type.name) + " has no member '" + name + "'");
}

// An event object of the service's own event type.
void * event_of(
  const TypeInfo & type, ServiceEvent event, ranvier::Message & message, const Time & now,
  bool contents)
{
  std::unique_ptr<void, void (*)(void *)> made(type.create(), type.destroy);
  const Member * member = nullptr;
  auto & info = *static_cast<ServiceEventInfo *>(member_of(type, made.get(), "info", &member));
  const rmw_request_id_t id = to_rmw(message.header().request);
  info.event_type = kind_of(event);
  info.stamp = now;
  static_assert(sizeof(info.client_gid) == sizeof(id.writer_guid));
  std::memcpy(info.client_gid.data(), id.writer_guid, sizeof(id.writer_guid));
  info.sequence_number = id.sequence_number;
  if (contents) {
    const bool request =
      event == ServiceEvent::kRequestSent || event == ServiceEvent::kRequestReceived;
    void * list = member_of(type, made.get(), request ? "request" : "response", &member);
    member->resize(list, 1);
    member->nested().assign(const_cast<void *>(member->at(list, 0)), message.object());
  }
  return made.release();
}

}  // namespace

void Introspection::configure(
  ranvier::ServiceObserver & observer, Clock::SharedPtr clock, const QoS & qos,
  rcl_service_introspection_state_t state)
{
  if (!clock) {throw std::invalid_argument("clock is nullptr");}
  const std::lock_guard<std::mutex> lock(mutex_);
  if (state == RCL_SERVICE_INTROSPECTION_OFF) {
    observer.set(nullptr);
    publisher_.reset();
    return;
  }
  if (!publisher_) {
    ranvier::Endpoint topic;
    topic.topic = endpoint_.service + RCL_SERVICE_INTROSPECTION_TOPIC_POSTFIX;
    topic.type = endpoint_.type->event;
    remember_type(*topic.type);
    topic.qos = to_core(qos, *node_->context(), topic.topic, true);
    topic.node = endpoint_.node;
    publisher_ = value_or_raise(ranvier::Publisher::open(node_, topic));
  }
  const bool contents = state == RCL_SERVICE_INTROSPECTION_CONTENTS;
  observer.set(
    [publisher = publisher_, clock = std::move(clock), contents](
      ServiceEvent event, ranvier::Message & message) {
      const TypeInfo & type = *publisher->endpoint().type;
      // An event that cannot be made or sent must not keep its request from being served.
      try {
        (void)publisher->send(event_of(type, event, message, clock->now(), contents));
      } catch (const std::exception &) {
      }
    });
}

}  // namespace rclcpp::detail
