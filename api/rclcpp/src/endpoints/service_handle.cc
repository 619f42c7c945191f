// rcl/service.h: a service of rclcpp, asked by its handle.
#include "rcl/service.h"

#include "endpoints/handles.hpp"

namespace rclcpp::detail
{
namespace
{

using ServiceHandle = InboxHandle<rcl_service_t, ranvier::Server>;

constexpr const char * kNoService =
  "the handle is of no service: take one from get_service_handle()";
ServiceHandle * service_of(const rcl_service_t * service)
{
  return end_of<ServiceHandle>(service, kNoService);
}

template<typename Body>
rcl_ret_t with_service(
  const char * function, const rcl_service_t * service, std::initializer_list<const void *> needed,
  Body body)
{
  return with_end<ServiceHandle>(
    function, service, RCL_RET_SERVICE_INVALID,
    kNoService, needed, body);
}

}  // namespace
}  // namespace rclcpp::detail

using rclcpp::detail::ServiceHandle;
using rclcpp::detail::service_of;
using rclcpp::detail::with_service;

rcl_service_t rcl_get_zero_initialized_service(void) {return {};}
bool rcl_service_is_valid(const rcl_service_t * service)
{
  return service_of(service) != nullptr;
}

const char * rcl_service_get_service_name(const rcl_service_t * service)
{
  const ServiceHandle * own = service_of(service);
  return own ? own->core()->endpoint().service.c_str() : nullptr;
}
const rmw_qos_profile_t * rcl_service_request_subscription_get_actual_qos(
  const rcl_service_t * service)
{
  const ServiceHandle * own = service_of(service);
  return own ? &own->qos : nullptr;
}
const rmw_qos_profile_t * rcl_service_response_publisher_get_actual_qos(
  const rcl_service_t * service)
{
  return rcl_service_request_subscription_get_actual_qos(service);
}

rcl_ret_t rcl_take_request_with_info(
  const rcl_service_t * service, rmw_service_info_t * request_header, void * ros_request)
{
  return with_service(
    __func__, service, {request_header, ros_request}, [&](const ServiceHandle & own) {
      return rclcpp::detail::give(
        own.core()->take(), RCL_RET_SERVICE_TAKE_FAILED, request_header, ros_request);
    });
}

rcl_ret_t rcl_take_request(
  const rcl_service_t * service, rmw_request_id_t * request_header, void * ros_request)
{
  return with_service(
    __func__, service, {request_header, ros_request}, [&](const ServiceHandle & own) {
      return rclcpp::detail::without_times(
        request_header, [&](rmw_service_info_t * info) {
          return rclcpp::detail::give(
            own.core()->take(), RCL_RET_SERVICE_TAKE_FAILED, info, ros_request);
        });
    });
}

rcl_ret_t rcl_send_response(
  const rcl_service_t * service, rmw_request_id_t * response_header, void * ros_response)
{
  return with_service(
    __func__, service, {response_header, ros_response}, [&](const ServiceHandle & own) {
      void * const response = own.core()->endpoint().type->response->clone(ros_response);
      return rclcpp::detail::done(
        own.core()->reply(rclcpp::detail::from_rmw(*response_header), response));
    });
}

rcl_ret_t rcl_service_set_on_new_request_callback(
  const rcl_service_t * service, rcl_event_callback_t callback, const void * user_data)
{
  return with_service(
    __func__, service, {}, [&](const ServiceHandle & own) {
      return rclcpp::detail::listen_for_c(
        own, callback, user_data, "rcl_service_set_on_new_request_callback");
    });
}
