#include "played_requests.hpp"

#include <algorithm>
#include <cstring>
#include <future>
#include <stdexcept>

#include "bag/storage/service_events.h"
#include "ranvier/codec/type_info.h"
#include "ranvier/msg/message.h"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/logging.hpp"
#include "service_msgs/msg/service_event_info.hpp"

namespace rosbag2_transport
{
namespace
{

using ranvier::bag::service_of;
using ranvier::bag::service_type_of;

using ranvier::codec::Member;
using ranvier::codec::TypeInfo;
using service_msgs::msg::ServiceEventInfo;

const Member & member_of(const TypeInfo & event, const char * name)
{
  for (size_t i = 0; i < event.member_count; ++i) {
    if (std::strcmp(event.members[i].name, name) == 0) {return event.members[i];}
  }
  throw std::runtime_error(
          std::string("type '") + event.name + "' has no member '" + name + "': it is no event");
}

// The request of an event, which has at most one; null for another event.
const void * request_of(const TypeInfo & type, const void * event, uint8_t wanted)
{
  const auto at = [event](const Member & member) {
      return static_cast<const char *>(event) + member.offset;
    };
  const auto & info =
    *reinterpret_cast<const ServiceEventInfo *>(at(member_of(type, "info")));
  const Member & requests = member_of(type, "request");
  if (info.event_type != wanted || requests.size(at(requests)) == 0) {return nullptr;}
  return requests.at(at(requests), 0);
}

ranvier::MessagePtr decoded(const TypeInfo & type, ranvier::bag::Bytes bytes)
{
  const ranvier::Bytes there{
    reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()};
  return ranvier::Message::from_bytes(type, there, {[](void *) noexcept {}, nullptr});
}

}  // namespace

PlayedRequests::PlayedRequests(
  rclcpp::Node & node, const ranvier::bag::Topic & topic, ServiceRequestsSource source)
: logger_(node.get_logger()),
  client_(node.create_generic_client(
      service_of(topic.name), service_type_of(topic.type))),
  type_(*static_cast<const TypeInfo *>(rclcpp::detail::message_type_support(topic.type).data)),
  wanted_(source == ServiceRequestsSource::SERVICE_INTROSPECTION ?
    ServiceEventInfo::REQUEST_RECEIVED : ServiceEventInfo::REQUEST_SENT) {}

void PlayedRequests::send(ranvier::bag::Bytes event)
{
  const auto message = decoded(type_, event);
  const void * object = message->object();
  const void * request = object ? request_of(type_, object, wanted_) : nullptr;
  if (request == nullptr) {return;}
  if (!client_->service_is_ready()) {
    RCLCPP_ERROR(
      logger_, "Service request hasn't been sent. The '%s' service isn't ready !",
      client_->get_service_name());
    return;
  }
  Answer answer = client_->async_send_request(const_cast<void *>(request)).future.share();
  const std::lock_guard lock(mutex_);
  constexpr std::chrono::seconds kNone{0};
  while (!awaited_.empty() && awaited_.front().wait_for(kNone) == std::future_status::ready) {
    awaited_.pop_front();
  }
  awaited_.push_back(std::move(answer));
}

bool PlayedRequests::wait(std::chrono::steady_clock::time_point until)
{
  std::deque<Answer> awaited;
  {
    const std::lock_guard lock(mutex_);
    awaited = awaited_;
  }
  return std::all_of(
    awaited.begin(), awaited.end(), [&](const Answer & answer) {
      return answer.wait_until(until) == std::future_status::ready;
    });
}

}  // namespace rosbag2_transport
