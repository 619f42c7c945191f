/* rcl and rclc: nodes and endpoints. */
#include <string.h>

#include "codec.h"
#include "graph.h"
#include "rmw.h"
#include "rmw_microros/rmw_microros.h"

static char error_text[sizeof(((rcl_error_string_t*)0)->str)];

static rmw_uros_error_handling on_error;
void rmw_uros_set_error_handling_callback(rmw_uros_error_handling callback) { on_error = callback; }

rcl_ret_t micro_error(rcl_ret_t ret, const char* text) {
  const size_t size = strlen(text);
  const size_t most = sizeof(error_text) - 1;
  memcpy(error_text, text, size < most ? size : most);
  error_text[size < most ? size : most] = 0;
  if (on_error != NULL && ret != RCL_RET_TIMEOUT) {
    rmw_uros_error_context_t context;
    memset(&context, 0, sizeof(context));
    context.description = error_text;
    on_error(RMW_UROS_ERROR_ON_UNKNOWN,
             ret == RCL_RET_UNSUPPORTED ? RMW_UROS_ERROR_NOT_IMPLEMENTED : RMW_UROS_ERROR_CHECK,
             context, __FILE__, __LINE__);
  }
  return ret;
}

rcl_ret_t micro_result(xrce_ret ret) {
  if (ret == XRCE_OK) return RCL_RET_OK;
  const bool in_time = ret == XRCE_TIMEOUT || ret == XRCE_NO_ROOM;
  return micro_error(in_time ? RCL_RET_TIMEOUT : RCL_RET_ERROR, xrce_ret_text(ret));
}

rcl_error_string_t rcl_get_error_string(void) {
  rcl_error_string_t text;
  memcpy(text.str, error_text, sizeof(text.str));
  return text;
}
void rcl_reset_error(void) { error_text[0] = 0; }
bool rcl_error_is_set(void) { return error_text[0] != 0; }

/* Joins texts into the room of a name; false if they are longer. */
static bool join(char* to, size_t capacity, const char* const* parts) {
  size_t at = 0;
  for (; *parts != NULL; ++parts) {
    const size_t size = strlen(*parts);
    if (size >= capacity - at) return false;
    memcpy(to + at, *parts, size);
    at += size;
  }
  to[at] = 0;
  return true;
}

/* Declares an entity, and waits until the agent has it. In a callback nothing waits: it is
 * created afterwards. */
static rcl_ret_t create(rmw_context_t* context, xrce_entity* entity) {
  xrce_session* session = context->session;
  if (session == NULL) return micro_error(RCL_RET_NOT_INIT, "rclc_support_init() did not succeed");
  xrce_ret ret = xrce_add(session, entity);
  if (ret != XRCE_OK) return micro_result(ret);
  ret = xrce_wait_ready(session, (uint32_t)context->create_timeout_ms);
  if (ret == XRCE_IN_CALLBACK || context->create_timeout_ms == 0) return RCL_RET_OK;
  if (ret == XRCE_OK && entity->state == XRCE_CREATED) return RCL_RET_OK;
  const bool too_long = entity->state == XRCE_REFUSED && entity->status == XRCE_STATUS_RESOURCES;
  xrce_remove(session, entity);
  if (too_long) return micro_error(RCL_RET_ERROR, "no message holds it: raise XRCE_MTU");
  return micro_result(ret == XRCE_OK ? XRCE_NOT_CREATED : ret);
}

rcl_node_t rcl_get_zero_initialized_node(void) {
  rcl_node_t node;
  memset(&node, 0, sizeof(node));
  return node;
}

rcl_ret_t rcl_node_init(rcl_node_t* node, const char* name, const char* space,
                        rcl_context_t* context, const rcl_node_options_t* options) {
  (void)options;
  *node = rcl_get_zero_initialized_node();
  const bool root = space[0] == 0 || (space[0] == '/' && space[1] == 0);
  const char* const names[] = {name, NULL};
  const char* const spaces[] = {root || space[0] == '/' ? "" : "/", root ? "" : space, NULL};
  if (name[0] == 0) return micro_error(RCL_RET_NODE_INVALID_NAME, "a node has a name");
  if (!join(node->name, sizeof(node->name), names) ||
      !join(node->space, sizeof(node->space), spaces)) {
    return micro_error(RCL_RET_NODE_INVALID_NAME,
                       "the name is too long: raise RMW_UXRCE_NODE_NAME_MAX_LENGTH");
  }
  node->context = &context->rmw;
  node->entity.kind = XRCE_PARTICIPANT;
  node->entity.name = node->name;
  node->entity.type = node->space;
  const rcl_ret_t ret = create(node->context, &node->entity);
#if XRCE_GRAPH_BYTES
  if (ret == RCL_RET_OK) micro_graph_begin(node->context->session, &node->entity);
#endif
  return ret;
}
rcl_ret_t rclc_node_init_default(rcl_node_t* node, const char* name, const char* space,
                                 rclc_support_t* support) {
  return rcl_node_init(node, name, space, &support->context, NULL);
}
rcl_ret_t rclc_node_init_with_options(rcl_node_t* node, const char* name, const char* space,
                                      rclc_support_t* support, rcl_node_options_t* options) {
  return rcl_node_init(node, name, space, &support->context, options);
}

rcl_ret_t rcl_node_fini(rcl_node_t* node) {
  if (node->context != NULL && node->context->session != NULL) {
#if XRCE_GRAPH_BYTES
    micro_graph_end(node->context->session, &node->entity);
#endif
    xrce_remove(node->context->session, &node->entity);
  }
  node->context = NULL;
  return RCL_RET_OK;
}
const char* rcl_node_get_name(const rcl_node_t* node) { return node->name; }
const char* rcl_node_get_namespace(const rcl_node_t* node) {
  return node->space[0] != 0 ? node->space : "/";
}

/* "a" is in the node's namespace, "~/a" in that of its name, "/a" is full. */
static bool expand(rcl_endpoint_t* to, const rcl_node_t* node, const char* name) {
  const bool own = name[0] == '~' && (name[1] == '/' || name[1] == 0);
  const bool full = name[0] == '/';
  const char* const parts[] = {full ? "" : node->space, full ? "" : "/", own ? node->name : "",
                               own ? name + 1 : name, NULL};
  return name[0] != 0 && join(to->name, sizeof(to->name), parts);
}

static uint8_t qos_flags(const rmw_qos_profile_t* qos) {
  uint8_t flags = 0;
  if (qos->reliability != RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT) flags |= XRCE_QOS_RELIABLE;
  if (qos->history != RMW_QOS_POLICY_HISTORY_KEEP_ALL) flags |= XRCE_QOS_KEEP_LAST;
  if (qos->durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL) {
    flags |= XRCE_QOS_TRANSIENT_LOCAL;
  }
  return flags;
}

rcl_ret_t micro_open_endpoint(rcl_endpoint_t* to, const rcl_node_t* node, uint8_t kind,
                              const void* type, const char* dds_name, const char* name,
                              const rmw_qos_profile_t* qos) {
  if (node->context == NULL) return micro_error(RCL_RET_NODE_INVALID, "the node is not there");
  if (!expand(to, node, name)) {
    return micro_error(RCL_RET_TOPIC_NAME_INVALID,
                       "no name, or too long: raise RMW_UXRCE_TOPIC_NAME_MAX_LENGTH");
  }
  to->context = node->context;
  to->type = type;
  to->entity.kind = kind;
  to->entity.node = &node->entity;
  to->entity.name = to->name;
  to->entity.type = dds_name;
  if (to->entity.user == NULL) to->entity.user = to;
  to->entity.qos = qos_flags(qos);
  to->entity.depth = (uint16_t)qos->depth;
  const rcl_ret_t ret = create(to->context, &to->entity);
  if (ret != RCL_RET_OK) to->context = NULL;
  return ret;
}

rcl_ret_t micro_close_endpoint(rcl_endpoint_t* of) {
  if (of->context != NULL && of->context->session != NULL) {
    xrce_remove(of->context->session, &of->entity);
  }
  if (micro_take_kept != NULL) micro_take_kept(of, NULL, NULL, NULL);
  of->context = NULL;
  return RCL_RET_OK;
}

micro_keep* micro_keep_sample;
micro_take_it* micro_take_kept;

/* Reads what comes in into the object that waits for it; without one it is kept as it is, where
 * the program uses wait sets. */
static bool fill(const rcl_endpoint_t* of, rcl_slot_t* slot, const micro_type* type,
                 xrce_cdr* sample, const uint8_t* head) {
  if (slot->message == NULL && micro_keep_sample != NULL) {
    return micro_keep_sample(of, slot->overwrites, sample, head);
  }
  if (slot->message == NULL || (slot->full && (slot->busy || !slot->overwrites))) return false;
  micro_get(type, slot->message, sample);
  if (sample->failed) {
    micro_error(RCL_RET_ERROR, "a message was dropped: a string or sequence of it has no room");
    return true;
  }
  slot->full = true;
  return true;
}

rcl_subscription_t rcl_get_zero_initialized_subscription(void) {
  rcl_subscription_t subscription;
  memset(&subscription, 0, sizeof(subscription));
  return subscription;
}
static bool take_message(xrce_entity* entity, xrce_cdr* sample, const uint8_t* head) {
  rcl_subscription_t* subscription = (rcl_subscription_t*)entity->user;
  return fill(&subscription->of, &subscription->slot, (const micro_type*)subscription->of.type,
              sample, head);
}
rcl_ret_t rclc_subscription_init(rcl_subscription_t* subscription, rcl_node_t* node,
                                 const rosidl_message_type_support_t* type, const char* topic,
                                 const rmw_qos_profile_t* qos) {
  const micro_type* of = (const micro_type*)type->data;
  *subscription = rcl_get_zero_initialized_subscription();
  subscription->of.entity.take = take_message;
  subscription->slot.overwrites = qos->reliability == RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  return micro_open_endpoint(&subscription->of, node, XRCE_DATA_READER, of, of->dds_name, topic,
                             qos);
}
rcl_ret_t rclc_subscription_init_default(rcl_subscription_t* subscription, rcl_node_t* node,
                                         const rosidl_message_type_support_t* type,
                                         const char* topic) {
  return rclc_subscription_init(subscription, node, type, topic, &rmw_qos_profile_default);
}
rcl_ret_t rclc_subscription_init_best_effort(rcl_subscription_t* subscription, rcl_node_t* node,
                                             const rosidl_message_type_support_t* type,
                                             const char* topic) {
  return rclc_subscription_init(subscription, node, type, topic, &rmw_qos_profile_sensor_data);
}
/* Spins until a message fills the object, as long as messages come. */
bool micro_take_into(const rcl_endpoint_t* of, rcl_slot_t* slot, void* message) {
  void* const before = slot->message;
  xrce_session* session = of->context == NULL ? NULL : of->context->session;
  if (session == NULL) return false;
  slot->message = message;
  slot->full = false;
  xrce_resume(session);
  while (!slot->full && xrce_spin(session, 0) == XRCE_OK) {}
  const bool taken = slot->full;
  slot->message = before;
  slot->full = false;
  return taken;
}
rcl_ret_t rcl_take(const rcl_subscription_t* of, void* message, rmw_message_info_t* info,
                   rmw_subscription_allocation_t* allocation) {
  rcl_subscription_t* subscription = (rcl_subscription_t*)(uintptr_t)of;
  (void)info;
  (void)allocation;
  if (subscription->of.context == NULL) return RCL_RET_SUBSCRIPTION_INVALID;
  if (micro_take_kept != NULL) {
    const micro_taken kept =
        micro_take_kept(&of->of, (const micro_type*)of->of.type, message, NULL);
    if (kept != MICRO_NOTHING_KEPT) {
      return kept == MICRO_TAKEN ? RCL_RET_OK : RCL_RET_SUBSCRIPTION_TAKE_FAILED;
    }
  }
  return micro_take_into(&subscription->of, &subscription->slot, message)
             ? RCL_RET_OK
             : RCL_RET_SUBSCRIPTION_TAKE_FAILED;
}
rcl_ret_t rcl_subscription_fini(rcl_subscription_t* subscription, rcl_node_t* node) {
  (void)node;
  return micro_close_endpoint(&subscription->of);
}
const char* rcl_subscription_get_topic_name(const rcl_subscription_t* subscription) {
  return subscription->of.name;
}

static rmw_qos_profile_t best_effort_service(void) {
  rmw_qos_profile_t qos = rmw_qos_profile_services_default;
  qos.reliability = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  return qos;
}

rcl_service_t rcl_get_zero_initialized_service(void) {
  rcl_service_t service;
  memset(&service, 0, sizeof(service));
  return service;
}
static bool take_request(xrce_entity* entity, xrce_cdr* sample, const uint8_t* head) {
  rcl_service_t* service = (rcl_service_t*)entity->user;
  const micro_service* type = (const micro_service*)service->of.type;
  const bool was_full = service->slot.full;
  const bool taken = fill(&service->of, &service->slot, type->request, sample, head);
  if (!was_full && service->slot.full) memcpy(service->head, head, sizeof(service->head));
  return taken;
}
rcl_ret_t rclc_service_init(rcl_service_t* service, const rcl_node_t* node,
                            const rosidl_service_type_support_t* type, const char* name,
                            const rmw_qos_profile_t* qos) {
  const micro_service* of = (const micro_service*)type->data;
  *service = rcl_get_zero_initialized_service();
  service->of.entity.take = take_request;
  service->rmw.timeout_ms = RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT;
  return micro_open_endpoint(&service->of, node, XRCE_REPLIER, of, of->dds_name, name, qos);
}
rcl_ret_t rclc_service_init_default(rcl_service_t* service, const rcl_node_t* node,
                                    const rosidl_service_type_support_t* type, const char* name) {
  return rclc_service_init(service, node, type, name, &rmw_qos_profile_services_default);
}
rcl_ret_t rclc_service_init_best_effort(rcl_service_t* service, const rcl_node_t* node,
                                        const rosidl_service_type_support_t* type,
                                        const char* name) {
  const rmw_qos_profile_t qos = best_effort_service();
  return rclc_service_init(service, node, type, name, &qos);
}
rcl_ret_t rcl_send_response(const rcl_service_t* service, rmw_request_id_t* request,
                            void* response) {
  uint8_t head[XRCE_REQUEST_HEAD];
  const int32_t high = (int32_t)(request->sequence_number >> 32);
  const uint32_t low = (uint32_t)request->sequence_number;
  memcpy(head, request->writer_guid, 16);
  memcpy(head + 16, &high, 4);
  memcpy(head + 20, &low, 4);
  const micro_service* type = (const micro_service*)service->of.type;
  return micro_write_message(&service->of, type->response, response, head, service->rmw.timeout_ms,
                             NULL);
}
rcl_ret_t rcl_service_fini(rcl_service_t* service, rcl_node_t* node) {
  (void)node;
  return micro_close_endpoint(&service->of);
}

rcl_client_t rcl_get_zero_initialized_client(void) {
  rcl_client_t client;
  memset(&client, 0, sizeof(client));
  return client;
}
static bool take_reply(xrce_entity* entity, xrce_cdr* sample, const uint8_t* head) {
  rcl_client_t* client = (rcl_client_t*)entity->user;
  const micro_service* type = (const micro_service*)client->of.type;
  const bool was_full = client->slot.full;
  const bool taken = fill(&client->of, &client->slot, type->response, sample, head);
  if (!was_full && client->slot.full)
    client->answered = (int64_t)((unsigned)head[0] << 8 | head[1]);
  return taken;
}
rcl_ret_t rclc_client_init(rcl_client_t* client, const rcl_node_t* node,
                           const rosidl_service_type_support_t* type, const char* name,
                           const rmw_qos_profile_t* qos) {
  const micro_service* of = (const micro_service*)type->data;
  *client = rcl_get_zero_initialized_client();
  client->of.entity.take = take_reply;
  client->rmw.timeout_ms = RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT;
  return micro_open_endpoint(&client->of, node, XRCE_REQUESTER, of, of->dds_name, name, qos);
}
rcl_ret_t rclc_client_init_default(rcl_client_t* client, const rcl_node_t* node,
                                   const rosidl_service_type_support_t* type, const char* name) {
  return rclc_client_init(client, node, type, name, &rmw_qos_profile_services_default);
}
rcl_ret_t rclc_client_init_best_effort(rcl_client_t* client, const rcl_node_t* node,
                                       const rosidl_service_type_support_t* type,
                                       const char* name) {
  const rmw_qos_profile_t qos = best_effort_service();
  return rclc_client_init(client, node, type, name, &qos);
}
rcl_ret_t rcl_send_request(const rcl_client_t* client, const void* request, int64_t* sequence) {
  const micro_service* type = (const micro_service*)client->of.type;
  uint16_t number = 0;
  const rcl_ret_t ret = micro_write_message(&client->of, type->request, request, NULL,
                                            client->rmw.timeout_ms, &number);
  if (sequence != NULL) *sequence = number;
  return ret;
}
rcl_ret_t rcl_client_fini(rcl_client_t* client, rcl_node_t* node) {
  (void)node;
  return micro_close_endpoint(&client->of);
}
