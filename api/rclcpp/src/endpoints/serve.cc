// Services of the core as services of rclcpp.
#include <string>
#include <utility>
#include <vector>

#include "core/core_edge.hpp"
#include "core/denied.hpp"
#include "ranvier/proto/param/services.h"
#include "rclcpp/detail/loads_component.hpp"
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

// Whether this thread makes a component of which it has seen no node with parameter services.
constinit thread_local bool component_to_look_at = false;

[[noreturn]] void raise_uncovered(const std::string & node, const std::string & refusal)
{
  throw detail::Denied(
          exceptions::RCLErrorBase(
            RCL_RET_ERROR, "Component '" + node + "': the permissions of its container name no node "
            "of that name, as they allow none of its parameter services. `ros2 security merge` "
            "adds the policy of a node to that of a container. " + refusal), "");
}

}  // namespace

detail::LoadsComponent::LoadsComponent()
: outer_(std::exchange(component_to_look_at, true)) {}
detail::LoadsComponent::~LoadsComponent() {component_to_look_at = outer_;}
bool detail::LoadsComponent::first_node() noexcept
{
  return std::exchange(component_to_look_at, false);
}

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
  const bool of_component = detail::LoadsComponent::first_node();
  std::vector<std::string> refusals;
  for (auto & service : ranvier::param::services(store)) {
    try {
      impl_->services.push_back(detail::serve(*node_base, std::move(service), qos));
      node_services->add_service(impl_->services.back(), nullptr);
    } catch (const detail::Denied & denied) {
      refusals.push_back(denied.message);
    }
  }
  if (of_component && impl_->services.empty()) {
    raise_uncovered(node_base->get_fully_qualified_name(), refusals.front());
  }
  for (const std::string & refusal : refusals) {ranvier::warn_that_node_goes_without(refusal);}
}

ParameterService::~ParameterService() = default;

}  // namespace rclcpp
