#include "endpoints/endpoint_events.hpp"

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/core_edge.hpp"
#include "endpoints/event_info.hpp"
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

  std::function<void()> listener()
  {
    return [self = ranvier::Ref<TypedEventWork>(this)] {self->on_event();};
  }
  void stop() override
  {
    if (const auto core = core_.lock()) {core->status().listen(kind_, nullptr);}
    retire();
  }
  std::shared_ptr<void> take_info() override
  {
    const auto core = core_.lock();
    if (!core || happened_.exchange(0) == 0) {return nullptr;}
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

// What is logged about a refused pair unless the user listens.
// In the words of ROS 2 to the last, as tests compare the whole.
std::function<void(rmw_qos_incompatible_event_status_t &)> warn(
  std::shared_ptr<ranvier::Node> node, const std::string & topic, const char * peer,
  const char * does)
{
  return [node = std::move(node), topic, peer, does](rmw_qos_incompatible_event_status_t & info) {
           const std::string text = std::string("New ") + peer + " discovered on topic '" + topic +
             "', " + does + " incompatible QoS. No messages will be sent to it. Last incompatible "
             "policy: " + qos_policy_name_from_kind(info.last_policy_kind);
           ranvier::log_text(ranvier::logger(node->logger_name()), ranvier::kWarn, {}, text);
         };
}

// What the two kinds of endpoints call what they have in common.
template<typename Core>
struct Words;
template<>
struct Words<ranvier::Publisher>
{
  static constexpr rmw_event_type_t kIncompatible = RMW_EVENT_OFFERED_QOS_INCOMPATIBLE;
  static constexpr const char * kPeer = "subscription";
  static constexpr const char * kPeerDoes = "requesting";
};
template<>
struct Words<ranvier::Subscription>
{
  static constexpr rmw_event_type_t kIncompatible = RMW_EVENT_REQUESTED_QOS_INCOMPATIBLE;
  static constexpr const char * kPeer = "publisher";
  static constexpr const char * kPeerDoes = "offering";
};

// Tells no more once nobody has it.
template<typename Work>
std::shared_ptr<EventWork> stopped_at_end(ranvier::Ref<Work> work)
{
  EventWork * const it = work.get();
  return std::shared_ptr<EventWork>(it, [work = std::move(work)](EventWork *) {work->stop();});
}

}  // namespace

template<typename Core>
template<typename Info>
void EventCallbacks<Core>::add(
  Kind kind, rmw_event_type_t event, const std::function<void(Info &)> & callback)
{
  if (!callback) {return;}
  auto work = ranvier::make_ref<TypedEventWork<Core, Info>>(
    core_, strand_, kind, event, callback);
  core_->status().listen(kind, work->listener());
  works_.push_back(stopped_at_end(std::move(work)));
}

template<typename Core>
template<typename Callbacks>
void EventCallbacks<Core>::add_incompatible(const Callbacks & callbacks, bool use_default)
{
  if (!callbacks.incompatible_qos_callback && use_default) {
    return core_->status().listen_later(Kind::kIncompatibleQos, this);
  }
  add(Kind::kIncompatibleQos, Words<Core>::kIncompatible, callbacks.incompatible_qos_callback);
}

// The default one. Under the status's lock, so that handlers() and the end of this see
// all of it or nothing.
template<typename Core>
std::function<void()> EventCallbacks<Core>::listener()
{
  using Work = TypedEventWork<Core, rmw_qos_incompatible_event_status_t>;
  const auto work = ranvier::make_ref<Work>(
    core_, strand_, Kind::kIncompatibleQos, Words<Core>::kIncompatible,
    warn(
      core_->node(), core_->endpoint().topic, Words<Core>::kPeer, Words<Core>::kPeerDoes));
  works_.push_back(stopped_at_end(work));
  return work->listener();
}

template<>
template<>
void EventCallbacks<ranvier::Publisher>::listen(
  ranvier::Ref<ranvier::Strand> strand, const PublisherOptionsBase & options)
{
  strand_ = std::move(strand);
  const PublisherEventCallbacks & on = options.event_callbacks;
  add(Kind::kDeadlineMissed, RMW_EVENT_OFFERED_DEADLINE_MISSED, on.deadline_callback);
  add(Kind::kLivelinessLost, RMW_EVENT_LIVELINESS_LOST, on.liveliness_callback);
  add_incompatible(on, options.use_default_callbacks);
  add(
    Kind::kIncompatibleType, RMW_EVENT_PUBLISHER_INCOMPATIBLE_TYPE,
    on.incompatible_type_callback);
  add(Kind::kMatched, RMW_EVENT_PUBLICATION_MATCHED, on.matched_callback);
}

template<>
template<>
void EventCallbacks<ranvier::Subscription>::listen(
  ranvier::Ref<ranvier::Strand> strand, const SubscriptionOptionsBase & options)
{
  strand_ = std::move(strand);
  const SubscriptionEventCallbacks & on = options.event_callbacks;
  add(Kind::kDeadlineMissed, RMW_EVENT_REQUESTED_DEADLINE_MISSED, on.deadline_callback);
  add(Kind::kLivelinessChanged, RMW_EVENT_LIVELINESS_CHANGED, on.liveliness_callback);
  add_incompatible(on, options.use_default_callbacks);
  add(Kind::kMessageLost, RMW_EVENT_MESSAGE_LOST, on.message_lost_callback);
  add(
    Kind::kIncompatibleType, RMW_EVENT_SUBSCRIPTION_INCOMPATIBLE_TYPE,
    on.incompatible_type_callback);
  add(Kind::kMatched, RMW_EVENT_SUBSCRIPTION_MATCHED, on.matched_callback);
}

template<typename Core>
EventCallbacks<Core>::~EventCallbacks()
{
  if (core_) {core_->status().listen_later(Kind::kIncompatibleQos, nullptr);}
}

template<typename Core>
const EventHandlers & EventCallbacks<Core>::handlers() const
{
  core_->status().make_listener();
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

template class EventCallbacks<ranvier::Publisher>;
template class EventCallbacks<ranvier::Subscription>;

}  // namespace rclcpp::detail
