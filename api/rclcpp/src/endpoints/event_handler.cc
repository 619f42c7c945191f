// Events that code of a user's own asks for.
#include "rclcpp/event_handler.hpp"

#include "endpoints/endpoint_events.hpp"
#include "endpoints/event_info.hpp"
#include "endpoints/publisher_handle.hpp"
#include "rcl/error_handling.h"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/logging.hpp"
#include "waiting/on_new.hpp"

namespace rclcpp
{

EventHandlerBase::EventHandlerBase(std::shared_ptr<rcl_event_t> event)
: event_(std::move(event)) {}
EventHandlerBase::~EventHandlerBase() {EventHandlerBase::clear_on_ready_callback();}

size_t EventHandlerBase::get_number_of_ready_events() {return 1;}
void EventHandlerBase::add_to_wait_set(rcl_wait_set_t & wait_set)
{
  const rcl_ret_t code = rcl_wait_set_add_event(&wait_set, event_.get(), nullptr);
  if (code != RCL_RET_OK) {
    exceptions::throw_from_rcl_error(code, "Couldn't add event to wait set");
  }
}
bool EventHandlerBase::is_ready(const rcl_wait_set_t & wait_set)
{
  for (size_t i = 0; i < wait_set.size_of_events; ++i) {
    if (wait_set.events[i] == event_.get()) {return true;}
  }
  return false;
}
void EventHandlerBase::set_on_ready_callback(std::function<void(size_t, int)> callback)
{
  detail::check_callable(callback != nullptr, "set_on_ready_callback");
  constexpr int kId = static_cast<int>(EntityType::Event);
  auto & source = static_cast<detail::EventSource &>(*detail::Waited::of(event_.get()));
  const ranvier::AfterLocks locks;  // of what waits it hears on this thread, before this returns
  source.listen_from_now(
    this, detail::outside_of_locks(
      detail::that_throws_nothing(
        [callback = std::move(callback)](size_t count) {callback(count, kId);},
        "set_on_ready_callback")));
}
void EventHandlerBase::clear_on_ready_callback()
{
  detail::Waited::of(event_.get())->listen(this, nullptr);
}

namespace detail
{
namespace
{

using Kind = ranvier::EndpointStatus::Kind;

// Kinds of either end, and what to fill with them.
struct Meaning
{
  int event;  // as rmw numbers them
  Kind kind;
  void (* fill)(void * info, const ranvier::EventStatus & status);
};
template<typename Info>
void fill_as(void * info, const ranvier::EventStatus & status)
{
  fill(*static_cast<Info *>(info), status);
}
constexpr Meaning kOfPublishers[] = {
  {RCL_PUBLISHER_OFFERED_DEADLINE_MISSED, Kind::kDeadlineMissed,
    &fill_as<rmw_offered_deadline_missed_status_t>},
  {RCL_PUBLISHER_LIVELINESS_LOST, Kind::kLivelinessLost, &fill_as<rmw_liveliness_lost_status_t>},
  {RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS, Kind::kIncompatibleQos,
    &fill_as<rmw_qos_incompatible_event_status_t>},
  {RCL_PUBLISHER_INCOMPATIBLE_TYPE, Kind::kIncompatibleType,
    &fill_as<rmw_incompatible_type_status_t>},
  {RCL_PUBLISHER_MATCHED, Kind::kMatched, &fill_as<rmw_matched_status_t>},
};
constexpr Meaning kOfSubscriptions[] = {
  {RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED, Kind::kDeadlineMissed,
    &fill_as<rmw_requested_deadline_missed_status_t>},
  {RCL_SUBSCRIPTION_LIVELINESS_CHANGED, Kind::kLivelinessChanged,
    &fill_as<rmw_liveliness_changed_status_t>},
  {RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS, Kind::kIncompatibleQos,
    &fill_as<rmw_qos_incompatible_event_status_t>},
  {RCL_SUBSCRIPTION_MESSAGE_LOST, Kind::kMessageLost, &fill_as<rmw_message_lost_status_t>},
  {RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE, Kind::kIncompatibleType,
    &fill_as<rmw_incompatible_type_status_t>},
  {RCL_SUBSCRIPTION_MATCHED, Kind::kMatched, &fill_as<rmw_matched_status_t>},
};

// What an event refers to that rcl_*_event_init() made. The endpoint outlives it.
class OwnEvent final : public EventSource
{
public:
  OwnEvent(ranvier::EndpointStatus & status, const Meaning & meaning)
  : status_(status), meaning_(meaning)
  {
    status_.listen(
      meaning_.kind, [this] {tell(happen());}, this);
  }
  ~OwnEvent() {status_.listen(meaning_.kind, nullptr, this);}
  OwnEvent(const OwnEvent &) = delete;
  OwnEvent & operator=(const OwnEvent &) = delete;

  void take(void * info)
  {
    happened_ = 0;  // before: what happens meanwhile is reported again
    meaning_.fill(info, status_.take(meaning_.kind, this));
  }

private:
  ranvier::EndpointStatus & status_;
  const Meaning & meaning_;
};

rcl_ret_t failed(rcl_ret_t code, const char * why)
{
  RCL_SET_ERROR_MSG(why);
  return code;
}

template<size_t kCount>
rcl_ret_t init(
  rcl_event_t * event, ranvier::EndpointStatus & status, const Meaning (& meanings)[kCount],
  int type)
{
  if (event->impl != nullptr) {
    return failed(RCL_RET_ALREADY_INIT, "the event is initialized already: finish it first");
  }
  for (const Meaning & meaning : meanings) {
    if (meaning.event != type) {continue;}
    event->impl = static_cast<Waited *>(new OwnEvent(status, meaning));
    return RCL_RET_OK;
  }
  return failed(RCL_RET_INVALID_ARGUMENT, "no event of this endpoint is of that kind");
}

}  // namespace

std::shared_ptr<rcl_event_t> make_event(
  const std::function<rcl_ret_t(rcl_event_t *)> & init, std::shared_ptr<void> parent)
{
  std::shared_ptr<rcl_event_t> event(
    new rcl_event_t(rcl_get_zero_initialized_event()),
    [parent = std::move(parent)](rcl_event_t * one) {
      (void)rcl_event_fini(one);
      delete one;
    });
  const rcl_ret_t code = init(event.get());
  if (code == RCL_RET_OK) {return event;}
  constexpr const char * kWhat = "Failed to initialize event";
  if (code != RCL_RET_UNSUPPORTED) {exceptions::throw_from_rcl_error(code, kWhat);}
  const auto error = rcl_error_is_set() ?
    exceptions::RCLErrorBase(code, rcl_get_error_state()) :
    exceptions::RCLErrorBase(code, "the middleware does not have events of this kind");
  rcl_reset_error();
  throw UnsupportedEventTypeException(error, std::string(kWhat) + ": ");
}

bool take_event(rcl_event_t & event, void * info)
{
  if (rcl_take_event(&event, info) == RCL_RET_OK) {return true;}
  RCLCPP_ERROR(
    get_logger("rclcpp"), "An event could not be taken: %s", rcl_get_error_string().str);
  rcl_reset_error();
  return false;
}

}  // namespace detail
}  // namespace rclcpp

using rclcpp::detail::Waited;

rcl_event_t rcl_get_zero_initialized_event(void) {return {};}

rcl_ret_t rcl_publisher_event_init(
  rcl_event_t * event, const rcl_publisher_t * publisher, rcl_publisher_event_type_t event_type)
{
  namespace detail = rclcpp::detail;
  if (event == nullptr || publisher == nullptr || publisher->impl == nullptr) {
    return detail::failed(RCL_RET_INVALID_ARGUMENT, "the event or the publisher is null");
  }
  auto & core = *detail::PublisherHandle::of(publisher)->core;
  return detail::init(event, core.status(), detail::kOfPublishers, event_type);
}

rcl_ret_t rcl_subscription_event_init(
  rcl_event_t * event, const rcl_subscription_t * subscription,
  rcl_subscription_event_type_t event_type)
{
  namespace detail = rclcpp::detail;
  if (event == nullptr || Waited::of(subscription) == nullptr) {
    return detail::failed(RCL_RET_INVALID_ARGUMENT, "the event or the subscription is null");
  }
  using Handle = detail::InboxHandle<rcl_subscription_t, ranvier::Subscription>;
  auto & core = *static_cast<Handle *>(Waited::of(subscription))->core();
  return detail::init(event, core.status(), detail::kOfSubscriptions, event_type);
}

rcl_ret_t rcl_take_event(rcl_event_t * event, void * event_info)
{
  namespace detail = rclcpp::detail;
  if (event == nullptr || event_info == nullptr) {
    return detail::failed(RCL_RET_INVALID_ARGUMENT, "the event or what to fill is null");
  }
  auto * own = dynamic_cast<detail::OwnEvent *>(Waited::of(event));
  if (own == nullptr) {
    return detail::failed(RCL_RET_EVENT_INVALID, "the event is not initialized");
  }
  own->take(event_info);
  return RCL_RET_OK;
}

bool rcl_event_is_valid(const rcl_event_t * event) {return Waited::of(event) != nullptr;}

rcl_ret_t rcl_event_fini(rcl_event_t * event)
{
  namespace detail = rclcpp::detail;
  if (event == nullptr) {return detail::failed(RCL_RET_INVALID_ARGUMENT, "the event is null");}
  delete dynamic_cast<detail::OwnEvent *>(Waited::of(event));
  *event = {};
  return RCL_RET_OK;
}
