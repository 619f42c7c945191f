#include "ranvier/node/subscription.h"

#include "core_edge.hpp"
#include "endpoint_events.hpp"
#include "rclcpp/subscription_base.hpp"

namespace rclcpp
{
namespace
{

// The typed callback as the core calls it.
ranvier::MessageCallback to_core(detail::Owned<detail::ErasedCallback> callback)
{
  ranvier::MessageCallback core;
  using Takes = ranvier::MessageCallback::Takes;
  core.takes = callback->takes_serialized() ? Takes::kBytes :
    callback->takes_adapted() ? Takes::kAdapted : Takes::kObject;
  core.call = [](void * state, ranvier::MessagePtr message) {
      detail::Delivery delivery(message);
      static_cast<detail::ErasedCallback *>(state)->call(delivery);
    };
  core.destroy = [](void * state) {delete static_cast<detail::ErasedCallback *>(state);};
  core.state = callback.release();
  return core;
}

}  // namespace

struct SubscriptionBase::Impl
{
  const rosidl_message_type_support_t & type_support;
  bool serialized;
  std::shared_ptr<ranvier::Subscription> core;
  detail::EventCallbacks events;  // ends before core
};

SubscriptionBase::SubscriptionBase(
  node_interfaces::NodeBaseInterface * node_base,
  const rosidl_message_type_support_t & type_support, const std::string & topic,
  const QoS & qos, const SubscriptionOptionsBase & options,
  detail::Owned<detail::ErasedCallback> callback)
: impl_(new Impl{type_support, callback->takes_serialized(), {}, {}})
{
  detail::check_network_flows(
    options.require_unique_network_flow_endpoints, "subscription", topic);
  const auto strand = detail::strand_of(*node_base, options.callback_group.get());
  impl_->core = detail::closing(
    detail::value_or_raise(
      ranvier::Subscription::open(
        node_base->core(), strand, detail::endpoint_of(
          *node_base, topic, type_support, qos, options.use_intra_process_comm, false),
        {options.ranvier_direct, options.ignore_local_publications},
        to_core(std::move(callback)))));
  impl_->events = detail::listen(impl_->core, node_base->core(), strand, options);
}

SubscriptionBase::~SubscriptionBase() = default;

const char * SubscriptionBase::get_topic_name() const
{
  return impl_->core->endpoint().topic.c_str();
}
size_t SubscriptionBase::get_publisher_count() const {return impl_->core->matched();}
QoS SubscriptionBase::get_actual_qos() const
{
  return detail::from_core(impl_->core->endpoint().qos);
}
const rosidl_message_type_support_t & SubscriptionBase::get_message_type_support_handle() const
{
  return impl_->type_support;
}
bool SubscriptionBase::is_serialized() const {return impl_->serialized;}
bool SubscriptionBase::use_intra_process() const {return impl_->core->endpoint().local;}
const std::shared_ptr<ranvier::Subscription> & SubscriptionBase::core() const
{
  return impl_->core;
}

bool SubscriptionBase::take_type_erased(void * message_out, MessageInfo & info_out)
{
  ranvier::MessagePtr message = impl_->core->take();
  if (!message) {return false;}
  const void * object = message->object();
  if (object == nullptr) {return false;}
  message->type().assign(message_out, object);
  info_out = detail::Delivery(message).info();
  return true;
}

bool SubscriptionBase::take_serialized(SerializedMessage & message_out, MessageInfo & info_out)
{
  ranvier::MessagePtr message = impl_->core->take();
  if (!message) {return false;}
  detail::Delivery delivery(message);
  info_out = delivery.info();
  message_out = std::move(*delivery.serialized());
  return true;
}

}  // namespace rclcpp
