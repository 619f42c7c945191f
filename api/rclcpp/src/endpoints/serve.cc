// Services of the core as services of rclcpp.
#include "core/core_edge.hpp"
#include "core/denied.hpp"
#include "ranvier/proto/param/services.h"
#include "rclcpp/node_interfaces/node_parameters_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/parameter_service.hpp"
#include "rclcpp/service.hpp"

namespace rclcpp
{
namespace
{

class EdgeService final : public ServiceBase
{
public:
  using ServiceBase::ServiceBase;

  void start(ranvier::NodeService service)
  {
    const auto * types = static_cast<const ranvier::ServiceTypeInfo *>(service.type->data);
    const ranvier::TypeInfo & response = *types->response;
    open(
      [this, weak = weak_from_this(), &response, answer = std::move(service.answer)](
        std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<void> request) {
        const auto self = weak.lock();  // a callback may give up the node, and is still answered
        void * filled = response.create();
        answer(request.get(), filled);
        send(*id, filled);
      });
  }
};

}  // namespace

std::shared_ptr<ServiceBase> detail::serve(
  node_interfaces::NodeBaseInterface & node, ranvier::NodeService service, const QoS & qos)
{
  auto served = std::make_shared<EdgeService>(
    &node, service.name, *service.type, qos, nullptr);
  served->start(std::move(service));
  return served;
}

struct ParameterService::Impl
{
  std::vector<std::shared_ptr<ServiceBase>> services;
};

ParameterService::ParameterService(
  std::shared_ptr<node_interfaces::NodeBaseInterface> node_base,
  std::shared_ptr<node_interfaces::NodeServicesInterface> node_services,
  node_interfaces::NodeParametersInterface * node_params, const QoS & qos)
: impl_(new Impl)
{
  constexpr const char * kMaker = "ParameterService()";
  detail::check_given(node_base, kMaker, "node_base");
  detail::check_given(node_services, kMaker, "node_services");
  auto & store = detail::store_of(detail::given(node_params, kMaker, "node_params"));
  for (auto & service : ranvier::param::services(store)) {
    detail::make_unless_denied(
      [&] {
        impl_->services.push_back(detail::serve(*node_base, std::move(service), qos));
        node_services->add_service(impl_->services.back(), nullptr);
      });
  }
}

ParameterService::~ParameterService() = default;

}  // namespace rclcpp
