#include "ranvier/node/publisher.h"

#include <cstring>

#include "core/core_edge.hpp"
#include "endpoints/endpoint_events.hpp"
#include "endpoints/publisher_handle.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/publisher_base.hpp"
#include "waiting/on_new.hpp"
#include "waiting/waited.hpp"

namespace rclcpp
{
namespace
{

ranvier::AdaptedType to_core(const detail::Adaptation & adaptation)
{
  return {adaptation.id, adaptation.to_ros, adaptation.clone, adaptation.destroy};
}

}  // namespace

namespace detail
{

// Its object is the user's, and not const, until it is published.
LoanedBuffer::LoanedBuffer(ranvier::MessagePtr message)
: memory_(message ? const_cast<void *>(message->object()) : nullptr), message_(message.release()) {}
ranvier::MessagePtr LoanedBuffer::release()
{
  memory_ = nullptr;
  return ranvier::MessagePtr::adopt(message_);
}
void LoanedBuffer::let_go() {release();}

}  // namespace detail

struct PublisherBase::Impl
{
  std::shared_ptr<ranvier::Publisher> core;
  rmw_gid_t gid;
  detail::EventCallbacks<ranvier::Publisher> events{core};  // ends before core
  detail::Lazy<rcl_publisher_t> handle{};
};

PublisherBase::PublisherBase(
  node_interfaces::NodeBaseInterface * node_base, const std::string & topic,
  const rosidl_message_type_support_t & type_support, const QoS & qos,
  const PublisherOptionsBase & options)
: core_(nullptr), impl_(new Impl)
{
  detail::check_given(node_base, "Publisher()", "node_base");
  detail::check_network_flows(
    options.require_unique_network_flow_endpoints, "publisher", topic);
  impl_->core = detail::value_or_raise(
    ranvier::Publisher::open(
      node_base->core(), detail::endpoint_of(
        *node_base, topic, type_support, qos, options.use_intra_process_comm, true)),
    "could not create publisher: ");
  core_ = impl_->core.get();
  impl_->gid = detail::to_rmw(core_->gid());
  impl_->events.listen(detail::strand_of(*node_base, options.callback_group.get()), options);
}

PublisherBase::~PublisherBase() = default;

const std::unordered_map<rmw_event_type_t, std::shared_ptr<EventHandlerBase>> &
PublisherBase::get_event_handlers() const
{
  return impl_->events.handlers();
}

const char * PublisherBase::get_topic_name() const {return impl_->core->endpoint().topic.c_str();}
void PublisherBase::set_on_new_qos_event_callback(
  std::function<void(size_t)> callback, rcl_publisher_event_type_t event_type)
{
  detail::listen_to_event(
    impl_->events, event_type, get_topic_name(), "publisher ", std::move(callback));
}
void PublisherBase::clear_on_new_qos_event_callback(rcl_publisher_event_type_t event_type)
{
  detail::end_listening_to_event(impl_->events, event_type, get_topic_name());
}
std::shared_ptr<rcl_publisher_t> PublisherBase::get_publisher_handle()
{
  return impl_->handle.get(
    [this] {
      return std::make_shared<detail::PublisherHandle>(
        impl_->core, get_actual_qos().get_rmw_qos_profile());
    });
}
std::shared_ptr<const rcl_publisher_t> PublisherBase::get_publisher_handle() const
{
  return const_cast<PublisherBase *>(this)->get_publisher_handle();
}
size_t PublisherBase::get_queue_size() const {return impl_->core->endpoint().qos.depth;}
const rmw_gid_t & PublisherBase::get_gid() const {return impl_->gid;}
size_t PublisherBase::get_subscription_count() const {return impl_->core->matched();}
size_t PublisherBase::get_intra_process_subscription_count() const
{
  return impl_->core->local_matched();
}
bool PublisherBase::can_loan_messages() const {return impl_->core->lends();}
bool PublisherBase::is_durability_transient_local() const
{
  return impl_->core->endpoint().qos.durability == ranvier::Durability::kTransientLocal;
}
bool PublisherBase::assert_liveliness() const
{
  impl_->core->assert_liveliness();
  return true;
}
QoS PublisherBase::get_actual_qos() const
{
  return detail::from_core(impl_->core->endpoint().qos);
}
bool PublisherBase::operator==(const rmw_gid_t & gid) const
{
  return std::memcmp(gid.data, impl_->gid.data, sizeof(gid.data)) == 0;
}
bool PublisherBase::wait_for_all_acked_ns(std::chrono::nanoseconds timeout) const
{
  return impl_->core->wait_for_all_acked(timeout);
}
void PublisherBase::send(void * object)
{
  detail::check(core_->send(object));
}
void PublisherBase::send_copy(const void * object)
{
  detail::check(core_->send_copy(object));
}
void PublisherBase::send_adapted(const detail::Adaptation & adaptation, void * custom)
{
  detail::check(core_->send_adapted(to_core(adaptation), custom));
}
void PublisherBase::send_adapted_copy(const detail::Adaptation & adaptation, const void * custom)
{
  detail::check(core_->send_adapted_copy(to_core(adaptation), custom));
}
detail::LoanedBuffer PublisherBase::lend() const {return detail::LoanedBuffer(core_->lend());}
void PublisherBase::send_lent(detail::LoanedBuffer lent)
{
  detail::check(core_->send_lent(lent.release()));
}
void PublisherBase::send_serialized(const rcutils_uint8_array_t & bytes)
{
  detail::check(core_->send_bytes({bytes.buffer, bytes.buffer_length}));
}

}  // namespace rclcpp
