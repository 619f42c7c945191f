#include "rclcpp/client.hpp"

#include <cmath>

#include "core_edge.hpp"
#include "ranvier/node/service.h"
#include "ranvier/os/clock.h"

namespace rclcpp
{
namespace
{

class EdgeReply final : public ranvier::ReplyCallback
{
public:
  explicit EdgeReply(std::function<void(std::shared_ptr<void>)> callback)
  : callback_(std::move(callback)) {}
  void call(ranvier::MessagePtr reply) override
  {
    const ranvier::TypeInfo & type = reply->type();
    callback_(std::shared_ptr<void>(detail::Delivery(reply).take(), type.destroy));
  }

private:
  const std::function<void(std::shared_ptr<void>)> callback_;
};

int64_t deadline_of(std::chrono::nanoseconds timeout)
{
  if (timeout.count() < 0) {return ranvier::kForever;}
  const int64_t now = ranvier::steady_ns();
  return timeout.count() > ranvier::kForever - now ? ranvier::kForever : now + timeout.count();
}

}  // namespace

struct ClientBase::Impl
{
  std::shared_ptr<ranvier::Client> core;
};

ClientBase::ClientBase(
  node_interfaces::NodeBaseInterface * node_base, const std::string & service_name,
  const rosidl_service_type_support_t & type_support, const QoS & qos, CallbackGroup * group)
: impl_(new Impl{
    detail::closing(
      detail::value_or_raise(
        ranvier::Client::open(
          node_base->core(), detail::strand_of(*node_base, group),
          detail::service_endpoint_of(*node_base, service_name, type_support, qos))))}) {}

ClientBase::~ClientBase() = default;

const char * ClientBase::get_service_name() const
{
  return impl_->core->endpoint().service.c_str();
}
bool ClientBase::service_is_ready() const {return impl_->core->server_available();}
bool ClientBase::wait_for_service_nanoseconds(std::chrono::nanoseconds timeout)
{
  return impl_->core->wait_for_server(deadline_of(timeout));
}
QoS ClientBase::get_request_publisher_actual_qos() const
{
  return detail::from_core(impl_->core->endpoint().qos);
}
QoS ClientBase::get_response_subscription_actual_qos() const
{
  return detail::from_core(impl_->core->endpoint().qos);
}

int64_t ClientBase::send(void * request, std::function<void(std::shared_ptr<void>)> on_response)
{
  return detail::value_or_raise(
    impl_->core->send(request, std::make_unique<EdgeReply>(std::move(on_response))));
}
bool ClientBase::remove_pending(int64_t request_id)
{
  return impl_->core->remove_pending(request_id);
}
size_t ClientBase::remove_all_pending() {return impl_->core->remove_all_pending();}
size_t ClientBase::remove_pending_before(
  std::chrono::time_point<std::chrono::system_clock> time, std::vector<int64_t> * pruned)
{
  *pruned = impl_->core->remove_pending_before(time);
  return pruned->size();
}

}  // namespace rclcpp
