#include "rcl_action/action_client.h"
#include "rcl_action/action_server.h"
#include "rcl_action/default_qos.h"

namespace {

constexpr rcl_duration_value_t kResultTimeout = 10'000'000'000;  // ns, as ROS 2 has it

}  // namespace

rcl_action_server_options_t rcl_action_server_get_default_options(void) {
  return {rmw_qos_profile_services_default,       rmw_qos_profile_services_default,
          rmw_qos_profile_services_default,       rmw_qos_profile_default,
          rcl_action_qos_profile_status_default,  rcutils_get_default_allocator(),
          {kResultTimeout}};
}

rcl_action_client_options_t rcl_action_client_get_default_options(void) {
  return {rmw_qos_profile_services_default,      rmw_qos_profile_services_default,
          rmw_qos_profile_services_default,      rmw_qos_profile_default,
          rcl_action_qos_profile_status_default, rcutils_get_default_allocator()};
}
