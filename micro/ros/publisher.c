/* rcl and rclc: publishers, and writing what endpoints send. */
#include <string.h>

#include "codec.h"
#include "rmw.h"
#include "rmw_microros/continous_serialization.h"

/* Bytes of a message and of what the program adds; 0: it adds less than nothing. */
static size_t whole_size(size_t size, const rmw_publisher_t* publisher) {
  uint32_t length = (uint32_t)size;
  if (publisher == NULL || publisher->more_size == NULL) return size;
  publisher->more_size(&length);
  return length < size ? 0 : length;
}

/* @param publisher  that writes it; null: an end of a service. */
static rcl_ret_t write_message(const rcl_endpoint_t* from, const micro_type* type,
                               const void* message, const uint8_t* head, int timeout_ms,
                               uint16_t* request, const rmw_publisher_t* publisher) {
  if (from->context == NULL || from->context->session == NULL) {
    return micro_error(RCL_RET_NOT_INIT, "the endpoint is not initialized");
  }
  const size_t size = micro_size(type, message);
  if (size == 0) {
    return micro_error(RCL_RET_INVALID_ARGUMENT, "a string or sequence is beyond its bound");
  }
  const size_t whole = whole_size(size, publisher);
  if (whole == 0) {
    return micro_error(RCL_RET_INVALID_ARGUMENT, "the callback of the size made it smaller");
  }
  xrce_sample sample;
  xrce_entity* entity = (xrce_entity*)(uintptr_t)&from->entity; /* the object is no constant */
  const xrce_ret ret =
      xrce_start_sample(from->context->session, entity, whole, head, (uint32_t)timeout_ms, &sample);
  if (ret != XRCE_OK) return micro_result(ret);
  if (request != NULL) *request = from->context->session->last_request;
  micro_put(type, message, &sample.cdr);
  if (publisher != NULL && publisher->more != NULL) publisher->more(&sample.cdr);
  return micro_result(xrce_end_sample(&sample));
}

rcl_ret_t micro_write_message(const rcl_endpoint_t* from, const micro_type* type,
                              const void* message, const uint8_t* head, int timeout_ms,
                              uint16_t* request) {
  return write_message(from, type, message, head, timeout_ms, request, NULL);
}

rcl_publisher_t rcl_get_zero_initialized_publisher(void) {
  rcl_publisher_t publisher;
  memset(&publisher, 0, sizeof(publisher));
  return publisher;
}
rcl_ret_t rclc_publisher_init(rcl_publisher_t* publisher, const rcl_node_t* node,
                              const rosidl_message_type_support_t* type, const char* topic,
                              const rmw_qos_profile_t* qos) {
  const micro_type* of = (const micro_type*)type->data;
  *publisher = rcl_get_zero_initialized_publisher();
  publisher->rmw.timeout_ms = RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT;
  return micro_open_endpoint(&publisher->of, node, XRCE_DATA_WRITER, of, of->dds_name, topic, qos);
}
rcl_ret_t rclc_publisher_init_default(rcl_publisher_t* publisher, const rcl_node_t* node,
                                      const rosidl_message_type_support_t* type,
                                      const char* topic) {
  return rclc_publisher_init(publisher, node, type, topic, &rmw_qos_profile_default);
}
rcl_ret_t rclc_publisher_init_best_effort(rcl_publisher_t* publisher, const rcl_node_t* node,
                                          const rosidl_message_type_support_t* type,
                                          const char* topic) {
  return rclc_publisher_init(publisher, node, type, topic, &rmw_qos_profile_sensor_data);
}
rcl_ret_t rcl_publish(const rcl_publisher_t* publisher, const void* message,
                      rmw_publisher_allocation_t* allocation) {
  (void)allocation;
  return write_message(&publisher->of, (const micro_type*)publisher->of.type, message, NULL,
                       publisher->rmw.timeout_ms, NULL, &publisher->rmw);
}
rcl_ret_t rcl_publisher_fini(rcl_publisher_t* publisher, rcl_node_t* node) {
  (void)node;
  return micro_close_endpoint(&publisher->of);
}
rmw_publisher_t* rcl_publisher_get_rmw_handle(const rcl_publisher_t* publisher) {
  return (rmw_publisher_t*)(uintptr_t)&publisher->rmw;
}
const char* rcl_publisher_get_topic_name(const rcl_publisher_t* publisher) {
  return publisher->of.name;
}

void rmw_uros_set_continous_serialization_callbacks(rmw_publisher_t* publisher,
                                                    rmw_uros_continous_serialization_size size,
                                                    rmw_uros_continous_serialization serialize) {
  publisher->more_size = size;
  publisher->more = serialize;
}
