/* The executor of rclc: it runs what is ready in the order in which it was added. */
#ifndef RANVIER_MICRO_RCLC_EXECUTOR_H
#define RANVIER_MICRO_RCLC_EXECUTOR_H

#include "rclc/rclc.h"
/* Actions, in a program that has their messages. */
#if defined(__has_include)
#if __has_include(<unique_identifier_msgs/msg/uuid.h>)
#include "rclc/action_client.h"
#include "rclc/action_server.h"
#define RANVIER_MICRO_ACTIONS 1
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Handles of all executors together. */
#ifndef RCLC_MAX_HANDLES
#define RCLC_MAX_HANDLES 12
#endif
#ifndef RCLC_GUARD_CONDITION_MS
#define RCLC_GUARD_CONDITION_MS 5
#endif

typedef enum { ON_NEW_DATA, ALWAYS } rclc_executor_handle_invocation_t;
typedef enum {
  RCLC_SEMANTICS_RCLCPP_EXECUTOR,
  RCLC_SEMANTICS_LOGICAL_EXECUTION_TIME
} rclc_executor_semantics_t;
#define RCLCPP_EXECUTOR RCLC_SEMANTICS_RCLCPP_EXECUTOR
#define LET RCLC_SEMANTICS_LOGICAL_EXECUTION_TIME

typedef enum {
  RCLC_SUBSCRIPTION,
  RCLC_SUBSCRIPTION_WITH_CONTEXT,
  RCLC_TIMER,
  RCLC_CLIENT,
  RCLC_CLIENT_WITH_REQUEST_ID,
  RCLC_SERVICE,
  RCLC_SERVICE_WITH_REQUEST_ID,
  RCLC_SERVICE_WITH_CONTEXT,
  RCLC_ACTION_CLIENT,
  RCLC_ACTION_SERVER,
  RCLC_GUARD_CONDITION,
  RCLC_NONE
} rclc_executor_handle_type_t;

typedef void (*rclc_subscription_callback_t)(const void* message);
typedef rclc_subscription_callback_t rclc_callback_t;
typedef void (*rclc_subscription_callback_with_context_t)(const void* message, void* context);
typedef void (*rclc_service_callback_t)(const void* request, void* response);
typedef void (*rclc_service_callback_with_request_id_t)(const void* request, rmw_request_id_t* id,
                                                        void* response);
typedef void (*rclc_service_callback_with_context_t)(const void* request, void* response,
                                                     void* context);
typedef void (*rclc_client_callback_t)(const void* response);
typedef void (*rclc_client_callback_with_request_id_t)(const void* response, rmw_request_id_t* id);
typedef void (*rclc_gc_callback_t)(void);

struct rclc_action_client_t;
struct rclc_action_server_t;
struct micro_calls;

typedef struct rclc_executor_handle_t {
  rclc_executor_handle_type_t type;
  rclc_executor_handle_invocation_t invocation;
  union {
    rcl_subscription_t* subscription;
    rcl_timer_t* timer;
    rcl_client_t* client;
    rcl_service_t* service;
    rcl_guard_condition_t* gc;
    struct rclc_action_client_t* action_client;
    struct rclc_action_server_t* action_server;
  };
  void* data; /* of a service: the request */
  void* response;
  void* callback_context;
  union {
    rclc_subscription_callback_t subscription_callback;
    rclc_subscription_callback_with_context_t subscription_callback_with_context;
    rclc_service_callback_t service_callback;
    rclc_service_callback_with_request_id_t service_callback_with_request_id;
    rclc_service_callback_with_context_t service_callback_with_context;
    rclc_client_callback_t client_callback;
    rclc_client_callback_with_request_id_t client_callback_with_request_id;
    rclc_gc_callback_t gc_callback;
    const struct micro_calls* calls; /* of actions */
  };
  size_t index;
  bool initialized;
  bool data_available;
} rclc_executor_handle_t;

typedef bool (*rclc_executor_trigger_t)(rclc_executor_handle_t* handles, unsigned int size,
                                        void* object);

typedef struct rclc_executor_t {
  rcl_context_t* context;
  rclc_executor_handle_t* handles;
  size_t max_handles;
  size_t index; /* handles in use */
  uint64_t timeout_ns;
  int64_t invocation_time;
  rclc_executor_trigger_t trigger_function;
  void* trigger_object;
  rclc_executor_semantics_t data_comm_semantics;
  bool* waits; /* of a parameter server: a request is to come again */
} rclc_executor_t;

rclc_executor_t rclc_executor_get_zero_initialized_executor(void);
rcl_ret_t rclc_executor_init(rclc_executor_t* executor, rcl_context_t* context, size_t handles,
                             const rcl_allocator_t* allocator);
rcl_ret_t rclc_executor_fini(rclc_executor_t* executor);
rcl_ret_t rclc_executor_set_timeout(rclc_executor_t* executor, uint64_t timeout_ns);
rcl_ret_t rclc_executor_set_semantics(rclc_executor_t* executor,
                                      rclc_executor_semantics_t semantics);
/* What a trigger other than any waits for may let a subscription be full for long: it keeps
 * its newest message then. */
rcl_ret_t rclc_executor_set_trigger(rclc_executor_t* executor, rclc_executor_trigger_t trigger,
                                    void* object);
bool rclc_executor_trigger_any(rclc_executor_handle_t* handles, unsigned int size, void* object);
bool rclc_executor_trigger_all(rclc_executor_handle_t* handles, unsigned int size, void* object);
bool rclc_executor_trigger_one(rclc_executor_handle_t* handles, unsigned int size, void* object);
bool rclc_executor_trigger_always(rclc_executor_handle_t* handles, unsigned int size, void* object);
void* rclc_executor_handle_get_ptr(rclc_executor_handle_t* handle);

rcl_ret_t rclc_executor_add_subscription(rclc_executor_t* executor,
                                         rcl_subscription_t* subscription, void* message,
                                         rclc_subscription_callback_t callback,
                                         rclc_executor_handle_invocation_t invocation);
rcl_ret_t rclc_executor_add_subscription_with_context(
    rclc_executor_t* executor, rcl_subscription_t* subscription, void* message,
    rclc_subscription_callback_with_context_t callback, void* context,
    rclc_executor_handle_invocation_t invocation);
rcl_ret_t rclc_executor_add_timer(rclc_executor_t* executor, rcl_timer_t* timer);
rcl_ret_t rclc_executor_add_service(rclc_executor_t* executor, rcl_service_t* service,
                                    void* request, void* response,
                                    rclc_service_callback_t callback);
rcl_ret_t rclc_executor_add_service_with_request_id(
    rclc_executor_t* executor, rcl_service_t* service, void* request, void* response,
    rclc_service_callback_with_request_id_t callback);
rcl_ret_t rclc_executor_add_service_with_context(rclc_executor_t* executor, rcl_service_t* service,
                                                 void* request, void* response,
                                                 rclc_service_callback_with_context_t callback,
                                                 void* context);
rcl_ret_t rclc_executor_add_client(rclc_executor_t* executor, rcl_client_t* client, void* response,
                                   rclc_client_callback_t callback);
rcl_ret_t rclc_executor_add_client_with_request_id(rclc_executor_t* executor, rcl_client_t* client,
                                                   void* response,
                                                   rclc_client_callback_with_request_id_t callback);
#ifdef RANVIER_MICRO_ACTIONS
/* `goals` of them may be under way. What was sent of them lies in memory of the program: one
 * result and one feedback at a time. */
rcl_ret_t rclc_executor_add_action_client(rclc_executor_t* executor, rclc_action_client_t* client,
                                          size_t goals, void* result_response, void* feedback,
                                          rclc_action_client_goal_callback_t on_goal,
                                          rclc_action_client_feedback_callback_t on_feedback,
                                          rclc_action_client_result_callback_t on_result,
                                          rclc_action_client_cancel_callback_t on_cancel,
                                          void* context);
/* `goal_requests` is an array of `goals` ..._SendGoal_Request, of `goal_request_size` each. */
rcl_ret_t rclc_executor_add_action_server(rclc_executor_t* executor, rclc_action_server_t* server,
                                          size_t goals, void* goal_requests,
                                          size_t goal_request_size,
                                          rclc_action_server_handle_goal_callback_t on_goal,
                                          rclc_action_server_handle_cancel_callback_t on_cancel,
                                          void* context);
#endif
/* Seen within RCLC_GUARD_CONDITION_MS: no longer at a time does the executor wait in the
 * transport when it has one. */
rcl_ret_t rclc_executor_add_guard_condition(rclc_executor_t* executor,
                                            rcl_guard_condition_t* condition,
                                            rclc_gc_callback_t callback);
rcl_ret_t rclc_executor_remove_guard_condition(rclc_executor_t* executor,
                                               const rcl_guard_condition_t* condition);
rcl_ret_t rclc_executor_remove_subscription(rclc_executor_t* executor,
                                            const rcl_subscription_t* subscription);
rcl_ret_t rclc_executor_remove_timer(rclc_executor_t* executor, const rcl_timer_t* timer);
rcl_ret_t rclc_executor_remove_service(rclc_executor_t* executor, const rcl_service_t* service);
rcl_ret_t rclc_executor_remove_client(rclc_executor_t* executor, const rcl_client_t* client);

rcl_ret_t rclc_executor_prepare(rclc_executor_t* executor);
rcl_ret_t rclc_executor_spin_some(rclc_executor_t* executor, uint64_t timeout_ns);
rcl_ret_t rclc_executor_spin(rclc_executor_t* executor);
/* Periods follow each other without drift. */
rcl_ret_t rclc_executor_spin_one_period(rclc_executor_t* executor, uint64_t period_ns);
rcl_ret_t rclc_executor_spin_period(rclc_executor_t* executor, uint64_t period_ns);

#ifdef __cplusplus
}
#endif
#endif
