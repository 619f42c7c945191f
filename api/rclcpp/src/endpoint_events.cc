#include "endpoint_events.hpp"

#include <string>
#include <utility>

#include "core_edge.hpp"
#include "ranvier/node/log.h"

namespace rclcpp::detail
{
namespace
{

using ranvier::EndpointStatus;
using ranvier::EventStatus;
using Kind = EndpointStatus::Kind;

// Runs one event callback on a spinning thread.
class EventWork final : public ranvier::Work
{
public:
  EventWork(ranvier::Ref<ranvier::Strand> strand, std::function<void()> handler)
  : Work(std::move(strand)), handler_(std::move(handler)) {}

private:
  void run() override {handler_();}
  std::function<void()> handler_;
};

rmw_qos_policy_kind_t to_rmw(ranvier::QosPolicy policy)
{
  switch (policy) {
    case ranvier::QosPolicy::kDurability: return RMW_QOS_POLICY_DURABILITY;
    case ranvier::QosPolicy::kDeadline: return RMW_QOS_POLICY_DEADLINE;
    case ranvier::QosPolicy::kLiveliness: return RMW_QOS_POLICY_LIVELINESS;
    case ranvier::QosPolicy::kReliability: return RMW_QOS_POLICY_RELIABILITY;
  }
  return RMW_QOS_POLICY_INVALID;
}

void fill(rmw_matched_status_t & info, const EventStatus & status)
{
  info.total_count = status.total;
  info.total_count_change = status.total_change;
  info.current_count = status.current;
  info.current_count_change = status.current_change;
}
void fill(rmw_liveliness_changed_status_t & info, const EventStatus & status)
{
  info.alive_count = status.current;
  info.alive_count_change = status.current_change;
  info.not_alive_count = status.not_alive;
  info.not_alive_count_change = status.not_alive_change;
}
void fill(rmw_qos_incompatible_event_status_t & info, const EventStatus & status)
{
  info.total_count = status.total;
  info.total_count_change = status.total_change;
  info.last_policy_kind = to_rmw(status.last_policy);
}
// Statuses of a total and its change under the usual names.
template<typename Info>
void fill(Info & info, const EventStatus & status)
{
  info.total_count = status.total;
  info.total_count_change = status.total_change;
}

// Collects the callbacks of one endpoint.
template<typename Core>
class Listener
{
public:
  Listener(std::shared_ptr<Core> core, ranvier::Ref<ranvier::Strand> strand)
  : core_(std::move(core)), strand_(std::move(strand)) {}

  template<typename Info>
  void add(Kind kind, const std::function<void(Info &)> & callback)
  {
    if (!callback) {return;}
    std::weak_ptr<Core> weak = core_;
    auto work = ranvier::make_ref<EventWork>(
      strand_, [weak, kind, callback] {
        const auto core = weak.lock();
        if (!core) {return;}
        Info info{};
        fill(info, core->status().take(kind));
        callback(info);
      });
    core_->status().listen(kind, [work] {work->make_ready();});
    callbacks_.push_back(
      std::shared_ptr<void>(
        work.get(), [work, core = core_, kind](void *) {
          core->status().listen(kind, nullptr);
          work->retire();
        }));
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
  listener.add(Kind::kDeadlineMissed, callbacks.deadline_callback);
  listener.add(Kind::kLivelinessLost, callbacks.liveliness_callback);
  listener.add(
    Kind::kIncompatibleQos, incompatible_or_default(
      callbacks, options.use_default_callbacks, std::move(node), core->endpoint().topic,
      "subscription"));
  listener.add(Kind::kIncompatibleType, callbacks.incompatible_type_callback);
  listener.add(Kind::kMatched, callbacks.matched_callback);
  return listener.take();
}

EventCallbacks listen(
  const std::shared_ptr<ranvier::Subscription> & core, std::shared_ptr<ranvier::Node> node,
  ranvier::Ref<ranvier::Strand> strand, const SubscriptionOptionsBase & options)
{
  const SubscriptionEventCallbacks & callbacks = options.event_callbacks;
  Listener<ranvier::Subscription> listener(core, std::move(strand));
  listener.add(Kind::kDeadlineMissed, callbacks.deadline_callback);
  listener.add(Kind::kLivelinessChanged, callbacks.liveliness_callback);
  listener.add(
    Kind::kIncompatibleQos, incompatible_or_default(
      callbacks, options.use_default_callbacks, std::move(node), core->endpoint().topic,
      "publisher"));
  listener.add(Kind::kMessageLost, callbacks.message_lost_callback);
  listener.add(Kind::kIncompatibleType, callbacks.incompatible_type_callback);
  listener.add(Kind::kMatched, callbacks.matched_callback);
  return listener.take();
}

}  // namespace rclcpp::detail
