#include "ranvier/node/subscription.h"
#include "ranvier/trace/trace.h"

#include "core/callback_symbol.hpp"
#include "core/core_edge.hpp"
#include "endpoints/endpoint_events.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/subscription_base.hpp"
#include "waiting/on_new.hpp"
#include "waiting/waited.hpp"

namespace rclcpp
{
namespace
{

// The typed callback as the core calls it.
void run_callback(void * state, ranvier::MessagePtr message)
{
  detail::Delivery delivery(message);
  static_cast<detail::ErasedCallback *>(state)->call(delivery);
}

ranvier::MessageCallback to_core(detail::Owned<detail::ErasedCallback> callback)
{
  ranvier::MessageCallback core;
  using Takes = ranvier::MessageCallback::Takes;
  core.takes = callback->takes_serialized() ? Takes::kBytes :
    callback->takes_adapted() ? Takes::kAdapted : Takes::kObject;
  core.call = &run_callback;
  core.destroy = [](void * state) {delete static_cast<detail::ErasedCallback *>(state);};
  core.state = callback.release();
  return core;
}

void check(IntraProcessBufferType type)
{
  if (static_cast<unsigned>(type) <= static_cast<unsigned>(IntraProcessBufferType::CallbackDefault)) {
    return;
  }
  throw std::runtime_error("Unrecognized IntraProcessBufferType value");  // as ROS 2 throws it
}

// Null for an empty expression: everything is wanted.
std::shared_ptr<const ranvier::ContentFilter> filter_of(
  const rosidl_message_type_support_t & type, const ContentFilterOptions & options)
{
  if (options.filter_expression.empty()) {return nullptr;}
  auto filter = ranvier::ContentFilter::parse(
    *static_cast<const ranvier::TypeInfo *>(type.data), options.filter_expression,
    options.expression_parameters);
  if (filter) {return *filter;}
  throw exceptions::RCLError(
          exceptions::RCLErrorBase(RCL_RET_INVALID_ARGUMENT, filter.error().what), "");
}

}  // namespace

struct SubscriptionBase::Impl
{
  const rosidl_message_type_support_t & type_support;
  bool serialized;
  detail::ErasedCallback * callback;  // of core
  std::shared_ptr<ranvier::Subscription> core;
  detail::EventCallbacks<ranvier::Subscription> events{core};  // ends before core
  std::shared_ptr<detail::MessageMemory> memory{};
  detail::Lazy<rcl_subscription_t> handle{};
  std::atomic_bool in_use_by_wait_set{false};
};

SubscriptionBase::SubscriptionBase(
  node_interfaces::NodeBaseInterface * node_base,
  const rosidl_message_type_support_t & type_support, const std::string & topic,
  const QoS & qos, const SubscriptionOptionsBase & options,
  detail::Owned<detail::ErasedCallback> callback)
: impl_(new Impl{type_support, callback->takes_serialized(), callback.get(), {}})
{
  detail::check_given(node_base, "Subscription()", "node_base");
  check(options.intra_process_buffer_type);
  detail::check_network_flows(
    options.require_unique_network_flow_endpoints, "subscription", topic);
  const auto strand = detail::strand_of(*node_base, options.callback_group.get());
  auto endpoint = detail::endpoint_of(
    *node_base, topic, type_support, qos, options.use_intra_process_comm, false);
  endpoint.counts_history = options.ranvier_count_history;
  // A recorder's: it is to have every message, and none of them at once.
  endpoint.patient = options.ranvier_direct && options.ranvier_count_history;
  auto filter = filter_of(type_support, options.content_filter_options);
  // Nothing may throw between to_core() and open(), which takes the callback over.
  impl_->core = detail::closing(
    detail::value_or_raise(
      ranvier::Subscription::open(
        node_base->core(), strand, std::move(endpoint),
        {options.ranvier_direct, options.ignore_local_publications, std::move(filter)},
        to_core(std::move(callback))), "could not create subscription: "));
  RANVIER_TRACE(
    rclcpp_callback_register, static_cast<const void *>(impl_->callback),
    detail::callback_symbol(
      typeid(*impl_->callback), "Callback", detail::Argument::kLast).c_str());
  impl_->events.listen(strand, options);
}

SubscriptionBase::~SubscriptionBase() = default;

const std::unordered_map<rmw_event_type_t, std::shared_ptr<EventHandlerBase>> &
SubscriptionBase::get_event_handlers() const
{
  return impl_->events.handlers();
}

const char * SubscriptionBase::get_topic_name() const
{
  return impl_->core->endpoint().topic.c_str();
}
size_t SubscriptionBase::get_publisher_count() const {return impl_->core->matched();}
bool SubscriptionBase::can_loan_messages() const {return impl_->core->reads_in_place();}
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

bool SubscriptionBase::is_cft_enabled() const {return impl_->core->filter() != nullptr;}
void SubscriptionBase::set_content_filter(
  const std::string & filter_expression, const std::vector<std::string> & expression_parameters)
{
  detail::check(
    impl_->core->set_filter(
      filter_of(impl_->type_support, {filter_expression, expression_parameters})));
}
ContentFilterOptions SubscriptionBase::get_content_filter() const
{
  const auto filter = impl_->core->filter();
  if (filter) {return {filter->expression(), filter->parameters()};}
  throw exceptions::RCLError(
          exceptions::RCLErrorBase(
            RCL_RET_ERROR, std::string("subscription '") + get_topic_name() + "' has no content "
            "filter: ask is_cft_enabled() first, or set one"), "");
}
void SubscriptionBase::set_on_new_message_callback(std::function<void(size_t)> callback)
{
  detail::listen_to_new(*impl_->core, this, std::move(callback), "set_on_new_message_callback");
}
void SubscriptionBase::clear_on_new_message_callback() {impl_->core->ready_listeners().listen(this, nullptr);}
void SubscriptionBase::set_on_new_qos_event_callback(
  std::function<void(size_t)> callback, rcl_subscription_event_type_t event_type)
{
  detail::listen_to_event(
    impl_->events, event_type, get_topic_name(), "subscription ", std::move(callback));
}
void SubscriptionBase::clear_on_new_qos_event_callback(rcl_subscription_event_type_t event_type)
{
  detail::end_listening_to_event(impl_->events, event_type, get_topic_name());
}

std::shared_ptr<rcl_subscription_t> SubscriptionBase::get_subscription_handle()
{
  return impl_->handle.get(
    [this] {
      return std::make_shared<detail::InboxHandle<rcl_subscription_t, ranvier::Subscription>>(
        impl_->core, get_actual_qos().get_rmw_qos_profile());
    });
}
std::shared_ptr<const rcl_subscription_t> SubscriptionBase::get_subscription_handle() const
{
  return const_cast<SubscriptionBase *>(this)->get_subscription_handle();
}
bool SubscriptionBase::exchange_in_use_by_wait_set_state(void * part, bool in_use_state)
{
  if (part == this) {return impl_->in_use_by_wait_set.exchange(in_use_state);}
  for (const auto & [kind, handler] : get_event_handlers()) {
    if (handler.get() == part) {return handler->exchange_in_use_by_wait_set_state(in_use_state);}
  }
  throw std::runtime_error(
          std::string("subscription '") + get_topic_name() +
          "': what a wait set asks for is neither this subscription nor an event handler of it");
}

void SubscriptionBase::run_once() {impl_->core->run_here();}
ranvier::Work * SubscriptionBase::work() const noexcept {return impl_->core.get();}

bool SubscriptionBase::take_type_erased(void * message_out, MessageInfo & info_out)
{
  detail::check_given(message_out, "take_type_erased()", "message_out");
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

void SubscriptionBase::use_memory(std::shared_ptr<detail::MessageMemory> memory)
{
  impl_->memory = std::move(memory);
}
std::shared_ptr<void> SubscriptionBase::create_message()
{
  if (impl_->memory) {return impl_->memory->borrow();}
  const ranvier::TypeInfo & type = *impl_->core->endpoint().type;
  return std::shared_ptr<void>(type.create(), type.destroy);
}
std::shared_ptr<SerializedMessage> SubscriptionBase::create_serialized_message()
{
  return impl_->memory ? impl_->memory->borrow_bytes() : std::make_shared<SerializedMessage>();
}
void SubscriptionBase::return_message(std::shared_ptr<void> & message)
{
  if (impl_->memory) {impl_->memory->give_back(message);}
  message.reset();
}
void SubscriptionBase::return_serialized_message(std::shared_ptr<SerializedMessage> & message)
{
  if (impl_->memory) {impl_->memory->give_back(message);}
  message.reset();
}
void SubscriptionBase::handle_message(
  std::shared_ptr<void> & message, const MessageInfo & message_info)
{
  handle_loaned_message(message.get(), message_info);
}
void SubscriptionBase::handle_loaned_message(
  void * loaned_message, const MessageInfo & message_info)
{
  detail::call_with_copy(
    *impl_->callback, impl_->type_support, loaned_message, message_info);
}
void SubscriptionBase::handle_serialized_message(
  const std::shared_ptr<SerializedMessage> & serialized_message,
  const MessageInfo & message_info)
{
  detail::call_with_bytes(
    *impl_->callback, impl_->type_support, serialized_message, message_info);
}

}  // namespace rclcpp
