#include "rclcpp/client.hpp"

#include <cmath>

#include "core/core_edge.hpp"
#include "endpoints/request_ids.hpp"
#include "ranvier/msg/kept.h"
#include "ranvier/node/service.h"
#include "ranvier/os/deadline.h"
#include "ranvier/proto/describe/introspection.h"
#include "ranvier/run/watch/awaited.h"
#include "rclcpp/detail/create.hpp"
#include "waiting/on_new.hpp"
#include "waiting/waited.hpp"

namespace rclcpp
{
namespace
{

class EdgeReply final : public ranvier::ReplyCallback
{
public:
  EdgeReply(
    std::function<void(std::shared_ptr<void>)> callback, const void * awaited,
    const ranvier::Work * by)
  : callback_(std::move(callback)), awaited_(awaited, by) {}
  void call(ranvier::MessagePtr reply) override {give(ranvier::own_object(std::move(reply)));}
  void give(std::shared_ptr<void> response) {callback_(std::move(response));}

private:
  const std::function<void(std::shared_ptr<void>)> callback_;
  const ranvier::Awaited awaited_;
};

}  // namespace

struct ClientBase::Impl
{
  Impl(
    node_interfaces::NodeBaseInterface & node, std::shared_ptr<ranvier::Client> opened)
  : core(std::move(opened)), node_handle(node.get_shared_rcl_node_handle()),
    introspection(node.core(), core->endpoint()) {}
  const std::shared_ptr<ranvier::Client> core;
  const std::shared_ptr<rcl_node_t> node_handle;
  ranvier::Introspection introspection;
  detail::Lazy<rcl_client_t> handle{};
  std::atomic_bool in_use_by_wait_set{false};
};

ClientBase::ClientBase(
  node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
  const rosidl_service_type_support_t & type_support, const QoS & qos, CallbackGroup * group)
: impl_(new Impl{  // in braces: the first argument is checked before the second is made
    detail::given(node_base, "Client()", "node_base"), detail::closing(
      detail::value_or_raise(
        ranvier::Client::open(
          node_base->core(), detail::strand_of(*node_base, group),
          detail::service_endpoint_of(*node_base, service_name, type_support, qos)),
        "could not create client: "))}) {}

ClientBase::~ClientBase() = default;

rcl_node_t * ClientBase::get_rcl_node_handle() {return impl_->node_handle.get();}
const rcl_node_t * ClientBase::get_rcl_node_handle() const {return impl_->node_handle.get();}

std::shared_ptr<rcl_client_t> ClientBase::get_client_handle()
{
  return impl_->handle.get(
    [this] {
      return std::make_shared<detail::InboxHandle<rcl_client_t, ranvier::Client>>(
        impl_->core, get_request_publisher_actual_qos().get_rmw_qos_profile());
    });
}
std::shared_ptr<const rcl_client_t> ClientBase::get_client_handle() const
{
  return const_cast<ClientBase *>(this)->get_client_handle();
}
void ClientBase::run_once() {impl_->core->run_here();}
ranvier::Work * ClientBase::work() const noexcept {return impl_->core.get();}
bool ClientBase::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  return impl_->in_use_by_wait_set.exchange(in_use_state);
}

const char * ClientBase::get_service_name() const {return impl_->core->endpoint().service.c_str();}
bool ClientBase::service_is_ready() const {return impl_->core->server_available();}
bool ClientBase::wait_for_service_nanoseconds(std::chrono::nanoseconds timeout)
{
  return impl_->core->wait_for_server(ranvier::deadline_after(timeout));
}
QoS ClientBase::get_request_publisher_actual_qos() const
{
  return detail::from_core(impl_->core->endpoint().qos);
}
QoS ClientBase::get_response_subscription_actual_qos() const
{
  return detail::from_core(impl_->core->endpoint().qos);
}

void ClientBase::configure_introspection(
  std::shared_ptr<Clock> clock, const QoS & qos_service_event_pub,
  rcl_service_introspection_state_t introspection_state)
{
  detail::configure(
    impl_->introspection, impl_->core->observer(), clock, qos_service_event_pub,
    introspection_state);
}

void ClientBase::set_on_new_response_callback(std::function<void(size_t)> callback)
{
  detail::listen_to_new(*impl_->core, this, std::move(callback), "set_on_new_response_callback");
}
void ClientBase::clear_on_new_response_callback() {impl_->core->ready_listeners().listen(this, nullptr);}

std::shared_ptr<void> ClientBase::create_response()
{
  const ranvier::TypeInfo & type = *impl_->core->endpoint().type->response;
  return std::shared_ptr<void>(type.create(), type.destroy);
}
std::shared_ptr<rmw_request_id_t> ClientBase::create_request_header()
{
  return std::make_shared<rmw_request_id_t>();
}
bool ClientBase::take_type_erased_response(
  void * response_out, rmw_request_id_t & request_header_out)
{
  detail::check_given(response_out, "take_type_erased_response()", "response_out");
  const ranvier::MessagePtr reply = impl_->core->take();
  if (!reply || reply->object() == nullptr) {return false;}
  reply->type().assign(response_out, reply->object());
  request_header_out = detail::to_rmw(reply->header().request);
  return true;
}
void ClientBase::handle_response(
  std::shared_ptr<rmw_request_id_t> request_header, std::shared_ptr<void> response)
{
  detail::check_given(response, "handle_response()", "response");
  const auto pending = impl_->core->take_pending(
    detail::from_rmw(detail::given(request_header, "handle_response()", "request_header")));
  if (pending) {static_cast<EdgeReply &>(*pending).give(std::move(response));}
}

int64_t ClientBase::send_copy(
  const void * request, std::function<void(std::shared_ptr<void>)> on_response,
  const void * awaited)
{
  return send(
    impl_->core->endpoint().type->request->clone(request), std::move(on_response), awaited);
}
int64_t ClientBase::send(
  void * request, std::function<void(std::shared_ptr<void>)> on_response, const void * awaited)
{
  return detail::value_or_raise(
    impl_->core->send(
      request, std::make_unique<EdgeReply>(std::move(on_response), awaited, work())));
}
bool ClientBase::remove_pending_request(int64_t request_id)
{
  return impl_->core->remove_pending(request_id);
}
size_t ClientBase::prune_pending_requests() {return impl_->core->remove_all_pending();}
std::vector<int64_t> ClientBase::remove_pending_before(
  std::chrono::time_point<std::chrono::system_clock> time)
{
  return impl_->core->remove_pending_before(time);
}

GenericClient::GenericClient(
  node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
  const std::string & service_type, const QoS & qos, CallbackGroup * group)
: ClientBase(
    node_base, service_name, detail::service_type_support(service_type), qos, group) {}

GenericClient::FutureAndRequestId GenericClient::async_send_request(const Request request)
{
  detail::check_given(request, "async_send_request()", "request");
  auto promise = std::make_shared<Promise>();
  Future future = promise->get_future();
  const int64_t id = send_copy(
    request,
    [promise](std::shared_ptr<void> response) {promise->set_value(std::move(response));},
    detail::state_of(future));
  return FutureAndRequestId(std::move(future), id);
}

GenericClient::SharedPtr create_generic_client(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeGraphInterface>,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  const std::string & service_name, const std::string & service_type, const QoS & qos,
  CallbackGroup::SharedPtr group)
{
  constexpr const char * kMaker = "create_generic_client()";
  detail::check_given(node_base, kMaker, "node_base");
  detail::check_given(node_services, kMaker, "node_services");
  auto client = std::make_shared<GenericClient>(
    node_base.get(), service_name, service_type, qos, group.get());
  node_services->add_client(client, std::move(group));
  return client;
}

}  // namespace rclcpp
