/* The executor: adding and removing. */
#include <string.h>

#include "executor.h"
#include "rmw.h"

rclc_executor_handle_t* micro_new_handle(rclc_executor_t* executor,
                                         rclc_executor_handle_type_t type, void* object) {
  if (executor->index == executor->max_handles) {
    micro_error(RCL_RET_ERROR,
                "the executor has no free handle: give more to rclc_executor_init()");
    return NULL;
  }
  rclc_executor_handle_t* handle = &executor->handles[executor->index];
  memset(handle, 0, sizeof(*handle));
  handle->type = type;
  handle->invocation = ON_NEW_DATA;
  handle->subscription = (rcl_subscription_t*)object;
  handle->index = executor->index++;
  handle->initialized = true;
  return handle;
}

static void wait_for(rclc_executor_t* executor, rcl_slot_t* slot, void* message) {
  slot->message = message;
  slot->full = false;
  micro_set_overwriting(executor);
  if (executor->context->rmw.session != NULL) xrce_resume(executor->context->rmw.session);
}

rcl_ret_t rclc_executor_add_subscription(rclc_executor_t* executor,
                                         rcl_subscription_t* subscription, void* message,
                                         rclc_subscription_callback_t callback,
                                         rclc_executor_handle_invocation_t invocation) {
  rclc_executor_handle_t* handle = micro_new_handle(executor, RCLC_SUBSCRIPTION, subscription);
  if (handle == NULL) return RCL_RET_ERROR;
  handle->data = message;
  handle->subscription_callback = callback;
  handle->invocation = invocation;
  wait_for(executor, &subscription->slot, message);
  return RCL_RET_OK;
}
rcl_ret_t rclc_executor_add_subscription_with_context(
    rclc_executor_t* executor, rcl_subscription_t* subscription, void* message,
    rclc_subscription_callback_with_context_t callback, void* context,
    rclc_executor_handle_invocation_t invocation) {
  const rcl_ret_t ret =
      rclc_executor_add_subscription(executor, subscription, message, NULL, invocation);
  if (ret != RCL_RET_OK) return ret;
  rclc_executor_handle_t* handle = &executor->handles[executor->index - 1];
  handle->type = RCLC_SUBSCRIPTION_WITH_CONTEXT;
  handle->subscription_callback_with_context = callback;
  handle->callback_context = context;
  return RCL_RET_OK;
}
rcl_ret_t rclc_executor_add_timer(rclc_executor_t* executor, rcl_timer_t* timer) {
  return micro_new_handle(executor, RCLC_TIMER, timer) != NULL ? RCL_RET_OK : RCL_RET_ERROR;
}

static rclc_executor_handle_t* add_service(rclc_executor_t* executor, rcl_service_t* service,
                                           void* request, void* response,
                                           rclc_executor_handle_type_t type) {
  rclc_executor_handle_t* handle = micro_new_handle(executor, type, service);
  if (handle == NULL) return NULL;
  handle->data = request;
  handle->response = response;
  wait_for(executor, &service->slot, request);
  return handle;
}
rcl_ret_t rclc_executor_add_service(rclc_executor_t* executor, rcl_service_t* service,
                                    void* request, void* response,
                                    rclc_service_callback_t callback) {
  rclc_executor_handle_t* handle = add_service(executor, service, request, response, RCLC_SERVICE);
  if (handle != NULL) handle->service_callback = callback;
  return handle != NULL ? RCL_RET_OK : RCL_RET_ERROR;
}
rcl_ret_t rclc_executor_add_service_with_request_id(
    rclc_executor_t* executor, rcl_service_t* service, void* request, void* response,
    rclc_service_callback_with_request_id_t callback) {
  rclc_executor_handle_t* handle =
      add_service(executor, service, request, response, RCLC_SERVICE_WITH_REQUEST_ID);
  if (handle != NULL) handle->service_callback_with_request_id = callback;
  return handle != NULL ? RCL_RET_OK : RCL_RET_ERROR;
}
rcl_ret_t rclc_executor_add_service_with_context(rclc_executor_t* executor, rcl_service_t* service,
                                                 void* request, void* response,
                                                 rclc_service_callback_with_context_t callback,
                                                 void* context) {
  rclc_executor_handle_t* handle =
      add_service(executor, service, request, response, RCLC_SERVICE_WITH_CONTEXT);
  if (handle == NULL) return RCL_RET_ERROR;
  handle->service_callback_with_context = callback;
  handle->callback_context = context;
  return RCL_RET_OK;
}

static rclc_executor_handle_t* add_client(rclc_executor_t* executor, rcl_client_t* client,
                                          void* response, rclc_executor_handle_type_t type) {
  rclc_executor_handle_t* handle = micro_new_handle(executor, type, client);
  if (handle == NULL) return NULL;
  handle->data = response;
  wait_for(executor, &client->slot, response);
  return handle;
}
rcl_ret_t rclc_executor_add_client(rclc_executor_t* executor, rcl_client_t* client, void* response,
                                   rclc_client_callback_t callback) {
  rclc_executor_handle_t* handle = add_client(executor, client, response, RCLC_CLIENT);
  if (handle != NULL) handle->client_callback = callback;
  return handle != NULL ? RCL_RET_OK : RCL_RET_ERROR;
}
rcl_ret_t rclc_executor_add_client_with_request_id(
    rclc_executor_t* executor, rcl_client_t* client, void* response,
    rclc_client_callback_with_request_id_t callback) {
  rclc_executor_handle_t* handle =
      add_client(executor, client, response, RCLC_CLIENT_WITH_REQUEST_ID);
  if (handle != NULL) handle->client_callback_with_request_id = callback;
  return handle != NULL ? RCL_RET_OK : RCL_RET_ERROR;
}

rcl_ret_t rclc_executor_add_guard_condition(rclc_executor_t* executor,
                                            rcl_guard_condition_t* condition,
                                            rclc_gc_callback_t callback) {
  rclc_executor_handle_t* handle = micro_new_handle(executor, RCLC_GUARD_CONDITION, condition);
  if (handle == NULL) return RCL_RET_ERROR;
  handle->gc_callback = callback;
  return RCL_RET_OK;
}

static rcl_ret_t remove_handle(rclc_executor_t* executor, const void* entity) {
  for (size_t i = 0; i < executor->index; ++i) {
    if (rclc_executor_handle_get_ptr(&executor->handles[i]) != entity) continue;
    --executor->index;
    memmove(&executor->handles[i], &executor->handles[i + 1],
            (executor->index - i) * sizeof(executor->handles[0]));
    memset(&executor->handles[executor->index], 0, sizeof(executor->handles[0]));
    return RCL_RET_OK;
  }
  return micro_error(RCL_RET_ERROR, "the executor does not have it");
}
rcl_ret_t rclc_executor_remove_subscription(rclc_executor_t* executor,
                                            const rcl_subscription_t* subscription) {
  return remove_handle(executor, subscription);
}
rcl_ret_t rclc_executor_remove_timer(rclc_executor_t* executor, const rcl_timer_t* timer) {
  return remove_handle(executor, timer);
}
rcl_ret_t rclc_executor_remove_service(rclc_executor_t* executor, const rcl_service_t* service) {
  return remove_handle(executor, service);
}
rcl_ret_t rclc_executor_remove_client(rclc_executor_t* executor, const rcl_client_t* client) {
  return remove_handle(executor, client);
}

rcl_ret_t rclc_executor_remove_guard_condition(rclc_executor_t* executor,
                                               const rcl_guard_condition_t* condition) {
  return remove_handle(executor, condition);
}
