#include "rclcpp/service.hpp"

#include <mutex>

#include "core/callback_symbol.hpp"
#include "core/core_edge.hpp"
#include "endpoints/request_ids.hpp"
#include "ranvier/msg/kept.h"
#include "ranvier/node/service.h"
#include "ranvier/proto/describe/introspection.h"
#include "ranvier/trace/trace.h"
#include "waiting/on_new.hpp"
#include "waiting/waited.hpp"

namespace rclcpp
{
namespace
{

class EdgeRequest final : public ranvier::RequestCallback
{
public:
  // `opening` is held until replies can be sent: a request may be here before.
  EdgeRequest(
    std::shared_ptr<detail::ErasedServiceCallback> callback, std::shared_ptr<std::mutex> opening)
  : callback_(std::move(callback)), opening_(std::move(opening)) {}
  void call(ranvier::MessagePtr request, ranvier::Server &) override
  {
    {
      const std::lock_guard<std::mutex> opened(*opening_);
    }
    auto id = std::make_shared<rmw_request_id_t>(detail::to_rmw(request->header().request));
    (*callback_)(std::move(id), ranvier::own_object(std::move(request)));
  }

private:
  const std::shared_ptr<detail::ErasedServiceCallback> callback_;
  const std::shared_ptr<std::mutex> opening_;
};

}  // namespace

struct ServiceBase::Impl
{
  const std::shared_ptr<ranvier::Node> node;
  const ranvier::Ref<ranvier::Strand> strand;
  const ranvier::ServiceEndpoint endpoint;
  const std::shared_ptr<rcl_node_t> node_handle;
  ranvier::Introspection introspection{node, endpoint};
  std::shared_ptr<ranvier::Server> core{};
  std::shared_ptr<detail::ErasedServiceCallback> callback{};
  detail::Lazy<rcl_service_t> handle{};
  std::atomic_bool in_use_by_wait_set{false};
};

ServiceBase::ServiceBase(
  node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
  const rosidl_service_type_support_t & type_support, const QoS & qos, CallbackGroup * group)
: impl_(new Impl{
    detail::given(node_base, "Service()", "node_base").core(), detail::strand_of(*node_base, group),
    detail::service_endpoint_of(*node_base, service_name, type_support, qos),
    node_base->get_shared_rcl_node_handle()}) {}

ServiceBase::~ServiceBase() = default;

rcl_node_t * ServiceBase::get_rcl_node_handle() {return impl_->node_handle.get();}
const rcl_node_t * ServiceBase::get_rcl_node_handle() const {return impl_->node_handle.get();}

std::shared_ptr<rcl_service_t> ServiceBase::get_service_handle()
{
  return impl_->handle.get(
    [this] {
      return std::make_shared<detail::InboxHandle<rcl_service_t, ranvier::Server>>(
        impl_->core, get_request_subscription_actual_qos().get_rmw_qos_profile());
    });
}
std::shared_ptr<const rcl_service_t> ServiceBase::get_service_handle() const
{
  return const_cast<ServiceBase *>(this)->get_service_handle();
}
void ServiceBase::run_once() {impl_->core->run_here();}
ranvier::Work * ServiceBase::work() const noexcept {return impl_->core.get();}
bool ServiceBase::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  return impl_->in_use_by_wait_set.exchange(in_use_state);
}

void ServiceBase::open(detail::ErasedServiceCallback callback)
{
  impl_->callback = std::make_shared<detail::ErasedServiceCallback>(std::move(callback));
  auto opening = std::make_shared<std::mutex>();
  const std::lock_guard<std::mutex> lock(*opening);
  auto request = std::make_unique<EdgeRequest>(impl_->callback, opening);
  const void * traced = static_cast<ranvier::RequestCallback *>(request.get());
  impl_->core = detail::closing(
    detail::value_or_raise(
      ranvier::Server::open(
        impl_->node, impl_->strand, impl_->endpoint, std::move(request)),
      "could not create service: "));
  RANVIER_TRACE(
    rclcpp_callback_register, traced,
    detail::callback_symbol(
      impl_->callback->target_type(), "start", detail::Argument::kFirst).c_str());
}

const char * ServiceBase::get_service_name() {return impl_->endpoint.service.c_str();}
QoS ServiceBase::get_response_publisher_actual_qos() const
{
  return detail::from_core(impl_->endpoint.qos);
}
QoS ServiceBase::get_request_subscription_actual_qos() const
{
  return detail::from_core(impl_->endpoint.qos);
}

bool ServiceBase::take_type_erased_request(void * request_out, rmw_request_id_t & request_id_out)
{
  detail::check_given(request_out, "take_type_erased_request()", "request_out");
  ranvier::MessagePtr request = impl_->core->take();
  if (!request || request->object() == nullptr) {return false;}
  request->type().assign(request_out, request->object());
  request_id_out = detail::to_rmw(request->header().request);
  return true;
}

void ServiceBase::configure_introspection(
  std::shared_ptr<Clock> clock, const QoS & qos_service_event_pub,
  rcl_service_introspection_state_t introspection_state)
{
  detail::configure(
    impl_->introspection, impl_->core->observer(), clock, qos_service_event_pub,
    introspection_state);
}

void ServiceBase::set_on_new_request_callback(std::function<void(size_t)> callback)
{
  detail::listen_to_new(*impl_->core, this, std::move(callback), "set_on_new_request_callback");
}
void ServiceBase::clear_on_new_request_callback() {impl_->core->ready_listeners().listen(this, nullptr);}

std::shared_ptr<void> ServiceBase::create_request()
{
  const ranvier::TypeInfo & type = *impl_->endpoint.type->request;
  return std::shared_ptr<void>(type.create(), type.destroy);
}
std::shared_ptr<rmw_request_id_t> ServiceBase::create_request_header()
{
  return std::make_shared<rmw_request_id_t>();
}
void ServiceBase::handle_request(
  std::shared_ptr<rmw_request_id_t> request_header, std::shared_ptr<void> request)
{
  detail::check_given(request_header, "handle_request()", "request_header");
  detail::check_given(request, "handle_request()", "request");
  (*impl_->callback)(std::move(request_header), std::move(request));
}

void ServiceBase::send(const rmw_request_id_t & request_id, void * response)
{
  detail::check(impl_->core->reply(detail::from_rmw(request_id), response));
}

}  // namespace rclcpp
