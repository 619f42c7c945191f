/* The calls of rcl below those of rclc: options, validity, taking by hand. */
#include <string.h>

#include "codec.h"
#include "rclc/rclc.h"
#include "rmw.h"

rcl_node_options_t rcl_node_get_default_options(void) {
  const rcl_node_options_t options = {rcl_get_default_allocator()};
  return options;
}
rcl_publisher_options_t rcl_publisher_get_default_options(void) {
  const rcl_publisher_options_t options = {rmw_qos_profile_default, rcl_get_default_allocator()};
  return options;
}
rcl_subscription_options_t rcl_subscription_get_default_options(void) {
  const rcl_subscription_options_t options = {rmw_qos_profile_default, rcl_get_default_allocator()};
  return options;
}
rcl_service_options_t rcl_service_get_default_options(void) {
  const rcl_service_options_t options = {rmw_qos_profile_services_default,
                                         rcl_get_default_allocator()};
  return options;
}
rcl_client_options_t rcl_client_get_default_options(void) {
  const rcl_client_options_t options = {rmw_qos_profile_services_default,
                                        rcl_get_default_allocator()};
  return options;
}

rcl_ret_t rcl_publisher_init(rcl_publisher_t* publisher, const rcl_node_t* node,
                             const rosidl_message_type_support_t* type, const char* name,
                             const rcl_publisher_options_t* options) {
  return rclc_publisher_init(publisher, node, type, name, &options->qos);
}
rcl_ret_t rcl_subscription_init(rcl_subscription_t* subscription, const rcl_node_t* node,
                                const rosidl_message_type_support_t* type, const char* name,
                                const rcl_subscription_options_t* options) {
  return rclc_subscription_init(subscription, (rcl_node_t*)(uintptr_t)node, type, name,
                                &options->qos);
}
rcl_ret_t rcl_service_init(rcl_service_t* service, const rcl_node_t* node,
                           const rosidl_service_type_support_t* type, const char* name,
                           const rcl_service_options_t* options) {
  return rclc_service_init(service, node, type, name, &options->qos);
}
rcl_ret_t rcl_client_init(rcl_client_t* client, const rcl_node_t* node,
                          const rosidl_service_type_support_t* type, const char* name,
                          const rcl_client_options_t* options) {
  return rclc_client_init(client, node, type, name, &options->qos);
}

static bool is_valid(const rcl_endpoint_t* of) {
  return of->context != NULL && of->context->session != NULL;
}
bool rcl_node_is_valid(const rcl_node_t* node) {
  return node != NULL && node->context != NULL && node->context->session != NULL;
}
bool rcl_publisher_is_valid(const rcl_publisher_t* publisher) {
  return publisher != NULL && is_valid(&publisher->of);
}
bool rcl_subscription_is_valid(const rcl_subscription_t* subscription) {
  return subscription != NULL && is_valid(&subscription->of);
}
bool rcl_service_is_valid(const rcl_service_t* service) {
  return service != NULL && is_valid(&service->of);
}
bool rcl_client_is_valid(const rcl_client_t* client) {
  return client != NULL && is_valid(&client->of);
}
const char* rcl_service_get_service_name(const rcl_service_t* service) { return service->of.name; }
const char* rcl_client_get_service_name(const rcl_client_t* client) { return client->of.name; }

/* What was kept, or what comes now. */
static micro_taken take(const rcl_endpoint_t* of, rcl_slot_t* slot, const micro_type* type,
                        void* message, uint8_t* head) {
  if (!is_valid(of)) return MICRO_NOTHING_KEPT;
  if (micro_take_kept != NULL) {
    const micro_taken kept = micro_take_kept(of, type, message, head);
    if (kept != MICRO_NOTHING_KEPT) return kept;
  }
  return micro_take_into(of, slot, message) ? MICRO_TAKEN : MICRO_NOTHING_KEPT;
}

void micro_request_id(const uint8_t* head, rmw_request_id_t* id) {
  int32_t high;
  uint32_t low;
  memcpy(id->writer_guid, head, 16);
  memcpy(&high, head + 16, 4);
  memcpy(&low, head + 20, 4);
  id->sequence_number = (int64_t)((uint64_t)(uint32_t)high << 32 | low);
}

rcl_ret_t rcl_take_request(const rcl_service_t* of, rmw_request_id_t* id, void* request) {
  rcl_service_t* service = (rcl_service_t*)(uintptr_t)of; /* the object is no constant */
  const micro_service* type = (const micro_service*)of->of.type;
  if (!rcl_service_is_valid(of)) return RCL_RET_SERVICE_INVALID;
  if (take(&of->of, &service->slot, type->request, request, service->head) != MICRO_TAKEN) {
    return RCL_RET_SERVICE_TAKE_FAILED;
  }
  micro_request_id(service->head, id);
  return RCL_RET_OK;
}
rcl_ret_t rcl_take_request_with_info(const rcl_service_t* service, rmw_service_info_t* info,
                                     void* request) {
  memset(info, 0, sizeof(*info));
  return rcl_take_request(service, &info->request_id, request);
}

rcl_ret_t rcl_take_response(const rcl_client_t* of, rmw_request_id_t* id, void* response) {
  rcl_client_t* client = (rcl_client_t*)(uintptr_t)of;
  const micro_service* type = (const micro_service*)of->of.type;
  uint8_t head[XRCE_REQUEST_HEAD] = {0};
  if (!rcl_client_is_valid(of)) return RCL_RET_CLIENT_INVALID;
  client->answered = 0;
  if (take(&of->of, &client->slot, type->response, response, head) != MICRO_TAKEN) {
    return RCL_RET_CLIENT_TAKE_FAILED;
  }
  memset(id, 0, sizeof(*id));
  id->sequence_number =
      client->answered != 0 ? client->answered : (int64_t)((unsigned)head[0] << 8 | head[1]);
  return RCL_RET_OK;
}
rcl_ret_t rcl_take_response_with_info(const rcl_client_t* client, rmw_service_info_t* info,
                                      void* response) {
  memset(info, 0, sizeof(*info));
  return rcl_take_response(client, &info->request_id, response);
}
