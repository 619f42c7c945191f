#include "endpoint_events.hpp"

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "core_edge.hpp"
#include "event_info.hpp"
#include "ranvier/node/log.h"

namespace rclcpp::detail
{

namespace
{

using ranvier::EndpointStatus;
using Kind = EndpointStatus::Kind;

template<typename Core, typename Info>
class TypedEventWork final : public EventWork
{
public:
  TypedEventWork(
    std::weak_ptr<Core> core, ranvier::Ref<ranvier::Strand> strand, Kind kind,
    rmw_event_type_t event, std::function<void(Info &)> callback)
  : EventWork(std::move(strand), event), core_(std::move(core)), kind_(kind),
    callback_(std::move(callback)) {}

  void start(Core & core)
  {
    core.status().listen(kind_, [self = ranvier::Ref<TypedEventWork>(this)] {self->on_event();});
  }
  void stop() override
  {
    if (const auto core = core_.lock()) {core->status().listen(kind_, nullptr);}
    retire();
  }
  std::shared_ptr<void> take_info() override
  {
    const auto core = core_.lock();
    if (!core || !happened_.exchange(false)) {return nullptr;}
    auto info = std::make_shared<Info>();
    fill(*info, core->status().take(kind_));
    return info;
  }
  void call(void * info) override {callback_(*static_cast<Info *>(info));}

private:
  const std::weak_ptr<Core> core_;
  const Kind kind_;
  const std::function<void(Info &)> callback_;
};

// Collects the callbacks of one endpoint.
template<typename Core>
class Listener
{
public:
  Listener(std::shared_ptr<Core> core, ranvier::Ref<ranvier::Strand> strand)
  : core_(std::move(core)), strand_(std::move(strand)) {}

  template<typename Info>
  void add(
    Kind kind, rmw_event_type_t event, const std::function<void(Info &)> & callback)
  {
    if (!callback) {return;}
    auto work = ranvier::make_ref<TypedEventWork<Core, Info>>(
      core_, strand_, kind, event, callback);
    work->start(*core_);
    callbacks_.add(
      std::shared_ptr<EventWork>(work.get(), [work](EventWork *) {work->stop();}));
  }
  EventCallbacks take() {return std::move(callbacks_);}

private:
  const std::shared_ptr<Core> core_;
  const ranvier::Ref<ranvier::Strand> strand_;
  EventCallbacks callbacks_;
};

// What is logged about a refused pair unless the user listens.
std::function<void(rmw_qos_incompatible_event_status_t &)> warn(
  std::shared_ptr<ranvier::Node> node, const std::string & topic, const char * peer)
{
  return [node = std::move(node), topic, peer](rmw_qos_incompatible_event_status_t & info) {
           const std::string text = std::string("New ") + peer + " discovered on topic '" + topic +
             "' with incompatible QoS: no messages will pass between the two. Last incompatible "
             "policy: " + qos_policy_name_from_kind(info.last_policy_kind) +
             ". Let the publisher offer at least what the subscription requests.";
           ranvier::log_text(ranvier::logger(node->logger_name()), ranvier::kWarn, {}, text);
         };
}

template<typename Callbacks>
auto incompatible_or_default(
  const Callbacks & callbacks, bool use_default, std::shared_ptr<ranvier::Node> node,
  const std::string & topic, const char * peer)
{
  auto callback = callbacks.incompatible_qos_callback;
  if (!callback && use_default) {callback = warn(std::move(node), topic, peer);}
  return callback;
}

}  // namespace

EventCallbacks listen(
  const std::shared_ptr<ranvier::Publisher> & core, std::shared_ptr<ranvier::Node> node,
  ranvier::Ref<ranvier::Strand> strand, const PublisherOptionsBase & options)
{
  const PublisherEventCallbacks & callbacks = options.event_callbacks;
  Listener<ranvier::Publisher> listener(core, std::move(strand));
  listener.add(Kind::kDeadlineMissed, RMW_EVENT_OFFERED_DEADLINE_MISSED, callbacks.deadline_callback);
  listener.add(Kind::kLivelinessLost, RMW_EVENT_LIVELINESS_LOST, callbacks.liveliness_callback);
  listener.add(
    Kind::kIncompatibleQos, RMW_EVENT_OFFERED_QOS_INCOMPATIBLE, incompatible_or_default(
      callbacks, options.use_default_callbacks, std::move(node), core->endpoint().topic,
      "subscription"));
  listener.add(Kind::kIncompatibleType, RMW_EVENT_PUBLISHER_INCOMPATIBLE_TYPE, callbacks.incompatible_type_callback);
  listener.add(Kind::kMatched, RMW_EVENT_PUBLICATION_MATCHED, callbacks.matched_callback);
  return listener.take();
}

EventCallbacks listen(
  const std::shared_ptr<ranvier::Subscription> & core, std::shared_ptr<ranvier::Node> node,
  ranvier::Ref<ranvier::Strand> strand, const SubscriptionOptionsBase & options)
{
  const SubscriptionEventCallbacks & callbacks = options.event_callbacks;
  Listener<ranvier::Subscription> listener(core, std::move(strand));
  listener.add(Kind::kDeadlineMissed, RMW_EVENT_REQUESTED_DEADLINE_MISSED, callbacks.deadline_callback);
  listener.add(Kind::kLivelinessChanged, RMW_EVENT_LIVELINESS_CHANGED, callbacks.liveliness_callback);
  listener.add(
    Kind::kIncompatibleQos, RMW_EVENT_REQUESTED_QOS_INCOMPATIBLE, incompatible_or_default(
      callbacks, options.use_default_callbacks, std::move(node), core->endpoint().topic,
      "publisher"));
  listener.add(Kind::kMessageLost, RMW_EVENT_MESSAGE_LOST, callbacks.message_lost_callback);
  listener.add(Kind::kIncompatibleType, RMW_EVENT_SUBSCRIPTION_INCOMPATIBLE_TYPE, callbacks.incompatible_type_callback);
  listener.add(Kind::kMatched, RMW_EVENT_SUBSCRIPTION_MATCHED, callbacks.matched_callback);
  return listener.take();
}

EventCallbacks::EventCallbacks() = default;
EventCallbacks::EventCallbacks(EventCallbacks &&) noexcept = default;
EventCallbacks & EventCallbacks::operator=(EventCallbacks &&) noexcept = default;
EventCallbacks::~EventCallbacks() = default;

void EventCallbacks::add(std::shared_ptr<EventWork> work) {works_.push_back(std::move(work));}

const EventHandlers & EventCallbacks::handlers() const
{
  static std::mutex making;  // one for all: few ever ask
  const std::lock_guard lock(making);
  if (!handlers_) {
    handlers_ = std::make_unique<EventHandlers>();
    for (const auto & work : works_) {
      handlers_->emplace(work->kind(), std::make_shared<EndpointEventHandler>(work));
    }
  }
  return *handlers_;
}

}  // namespace rclcpp::detail
