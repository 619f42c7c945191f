/* The part of rcl that micro-ROS programs call, on the micro client. Nothing is allocated: a
 * node, an endpoint, a timer is the program's own object. */
#ifndef RANVIER_MICRO_RCL_RCL_H
#define RANVIER_MICRO_RCL_RCL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rcutils/types/rcutils_ret.h"
#include "rmw/types.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

#include "ranvier_micro/session/publish.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t rcl_ret_t;
enum {
  RCL_RET_OK = 0,
  RCL_RET_ERROR = 1,
  RCL_RET_TIMEOUT = 2,
  RCL_RET_UNSUPPORTED = 3,
  RCL_RET_BAD_ALLOC = 10,
  RCL_RET_INVALID_ARGUMENT = 11,
  RCL_RET_ALREADY_INIT = 100,
  RCL_RET_NOT_INIT = 101,
  RCL_RET_MISMATCHED_RMW_ID = 102,
  RCL_RET_TOPIC_NAME_INVALID = 103,
  RCL_RET_SERVICE_NAME_INVALID = 104,
  RCL_RET_UNKNOWN_SUBSTITUTION = 105,
  RCL_RET_ALREADY_SHUTDOWN = 106,
  RCL_RET_NOT_FOUND = 107,
  RCL_RET_NODE_INVALID = 200,
  RCL_RET_NODE_INVALID_NAME = 201,
  RCL_RET_NODE_INVALID_NAMESPACE = 202,
  RCL_RET_NODE_NAME_NON_EXISTENT = 203,
  RCL_RET_PUBLISHER_INVALID = 300,
  RCL_RET_SUBSCRIPTION_INVALID = 400,
  RCL_RET_SUBSCRIPTION_TAKE_FAILED = 401,
  RCL_RET_CLIENT_INVALID = 500,
  RCL_RET_CLIENT_TAKE_FAILED = 501,
  RCL_RET_SERVICE_INVALID = 600,
  RCL_RET_SERVICE_TAKE_FAILED = 601,
  RCL_RET_TIMER_INVALID = 800,
  RCL_RET_TIMER_CANCELED = 801,
  RCL_RET_WAIT_SET_INVALID = 900,
  RCL_RET_WAIT_SET_EMPTY = 901,
  RCL_RET_WAIT_SET_FULL = 902
};

#define RCL_S_TO_NS(seconds) ((int64_t)(seconds) * (1000LL * 1000LL * 1000LL))
#define RCL_MS_TO_NS(milliseconds) ((int64_t)(milliseconds) * (1000LL * 1000LL))
#define RCL_US_TO_NS(microseconds) ((int64_t)(microseconds) * 1000LL)
#define RCL_NS_TO_S(ns) ((int64_t)(ns) / (1000LL * 1000LL * 1000LL))
#define RCL_NS_TO_MS(ns) ((int64_t)(ns) / (1000LL * 1000LL))
#define RCL_NS_TO_US(ns) ((int64_t)(ns) / 1000LL)

/* Kept for programs that hand one around. What allocates here is micro_ros_utilities, and
 * rcl/graph.h for what it returns. On POSIX the usual one is the C heap; elsewhere it has no
 * functions, unless the program sets it. */
typedef struct rcl_allocator_t {
  void* (*allocate)(size_t size, void* state);
  void (*deallocate)(void* pointer, void* state);
  void* (*reallocate)(void* pointer, size_t size, void* state);
  void* (*zero_allocate)(size_t count, size_t size, void* state);
  void* state;
} rcl_allocator_t;
typedef rcl_allocator_t rcutils_allocator_t;
rcl_allocator_t rcl_get_default_allocator(void);
rcutils_allocator_t rcutils_get_default_allocator(void);
rcutils_allocator_t rcutils_get_zero_initialized_allocator(void);
bool rcutils_allocator_is_valid(const rcutils_allocator_t* allocator);
/* @return false, and nothing changes, for one without all of its functions. */
bool rcutils_set_default_allocator(rcutils_allocator_t* allocator);

typedef struct rcl_error_string_t {
  char str[96];
} rcl_error_string_t;
/* Why the last call failed, with the number to change where there is one. */
rcl_error_string_t rcl_get_error_string(void);
void rcl_reset_error(void);
bool rcl_error_is_set(void);

typedef struct rcl_init_options_t {
  rmw_init_options_t rmw;
} rcl_init_options_t;
rcl_init_options_t rcl_get_zero_initialized_init_options(void);
rcl_ret_t rcl_init_options_init(rcl_init_options_t* options, rcl_allocator_t allocator);
rcl_ret_t rcl_init_options_fini(rcl_init_options_t* options);
rcl_ret_t rcl_init_options_set_domain_id(rcl_init_options_t* options, size_t domain);
rmw_init_options_t* rcl_init_options_get_rmw_init_options(rcl_init_options_t* options);

typedef struct rcl_context_t {
  rmw_context_t rmw;
} rcl_context_t;
rmw_context_t* rcl_context_get_rmw_context(rcl_context_t* context);
bool rcl_context_is_valid(const rcl_context_t* context);
rcl_context_t rcl_get_zero_initialized_context(void);
/* Logs in, as rclc_support_init() does. */
rcl_ret_t rcl_init(int argc, char const* const* argv, const rcl_init_options_t* options,
                   rcl_context_t* context);
rcl_ret_t rcl_shutdown(rcl_context_t* context);
rcl_ret_t rcl_context_fini(rcl_context_t* context);

typedef enum rcl_clock_type_t {
  RCL_CLOCK_UNINITIALIZED,
  RCL_ROS_TIME,
  RCL_SYSTEM_TIME,
  RCL_STEADY_TIME
} rcl_clock_type_t;
typedef struct rcl_clock_t {
  rcl_clock_type_t type;
} rcl_clock_t;
typedef int64_t rcl_time_point_value_t;
typedef int64_t rcl_duration_value_t;
typedef struct rcl_time_point_t {
  rcl_time_point_value_t nanoseconds;
  rcl_clock_type_t clock_type;
} rcl_time_point_t;
typedef struct rcl_duration_t {
  rcl_duration_value_t nanoseconds;
} rcl_duration_t;
rcl_ret_t rcl_clock_init(rcl_clock_type_t type, rcl_clock_t* clock, rcl_allocator_t* allocator);
rcl_ret_t rcl_clock_fini(rcl_clock_t* clock);
bool rcl_clock_valid(rcl_clock_t* clock);
/* The time of the agent for RCL_ROS_TIME and RCL_SYSTEM_TIME. @return RCL_RET_ERROR: it is not
 * known yet; call rmw_uros_sync_session(). */
rcl_ret_t rcl_clock_get_now(rcl_clock_t* clock, rcl_time_point_value_t* now);
typedef int64_t rcutils_time_point_value_t;
int32_t rcutils_steady_time_now(rcutils_time_point_value_t* now);
int32_t rcutils_system_time_now(rcutils_time_point_value_t* now);

#ifndef RMW_UXRCE_NODE_NAME_MAX_LENGTH
#define RMW_UXRCE_NODE_NAME_MAX_LENGTH 60
#endif
#ifndef RMW_UXRCE_TOPIC_NAME_MAX_LENGTH
#define RMW_UXRCE_TOPIC_NAME_MAX_LENGTH 60
#endif

typedef struct rcl_node_t {
  xrce_entity entity;
  rmw_context_t* context;
  char name[RMW_UXRCE_NODE_NAME_MAX_LENGTH];
  char space[RMW_UXRCE_NODE_NAME_MAX_LENGTH]; /* "" or "/a/b" */
} rcl_node_t;
typedef struct rcl_node_options_t {
  rcl_allocator_t allocator;
} rcl_node_options_t;
rcl_node_options_t rcl_node_get_default_options(void);
rcl_node_t rcl_get_zero_initialized_node(void);
/* Names are copied; one that is longer than its room is refused, with the number to raise. */
rcl_ret_t rcl_node_init(rcl_node_t* node, const char* name, const char* space,
                        rcl_context_t* context, const rcl_node_options_t* options);
bool rcl_node_is_valid(const rcl_node_t* node);
rcl_ret_t rcl_node_fini(rcl_node_t* node);
const char* rcl_node_get_name(const rcl_node_t* node);
const char* rcl_node_get_namespace(const rcl_node_t* node);

/* What publishers, subscriptions, services and clients have in common. */
typedef struct rcl_endpoint_t {
  xrce_entity entity;
  rmw_context_t* context; /* null: not initialized */
  const void* type;       /* micro_type, or micro_service */
  char name[RMW_UXRCE_TOPIC_NAME_MAX_LENGTH];
} rcl_endpoint_t;

typedef struct rcl_publisher_t {
  rcl_endpoint_t of;
  rmw_publisher_t rmw;
} rcl_publisher_t;
rcl_publisher_t rcl_get_zero_initialized_publisher(void);
typedef struct rcl_publisher_options_t {
  rmw_qos_profile_t qos;
  rcl_allocator_t allocator;
} rcl_publisher_options_t;
rcl_publisher_options_t rcl_publisher_get_default_options(void);
rcl_ret_t rcl_publisher_init(rcl_publisher_t* publisher, const rcl_node_t* node,
                             const rosidl_message_type_support_t* type, const char* name,
                             const rcl_publisher_options_t* options);
bool rcl_publisher_is_valid(const rcl_publisher_t* publisher);
/* Sends a copy. A reliable message is kept until the agent has it; with a full history this
 * waits for RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT ms at most.
 * @return RCL_RET_TIMEOUT if there was no room: the message is not sent. */
rcl_ret_t rcl_publish(const rcl_publisher_t* publisher, const void* message,
                      rmw_publisher_allocation_t* allocation);
rcl_ret_t rcl_publisher_fini(rcl_publisher_t* publisher, rcl_node_t* node);
rmw_publisher_t* rcl_publisher_get_rmw_handle(const rcl_publisher_t* publisher);
const char* rcl_publisher_get_topic_name(const rcl_publisher_t* publisher);

/* One message of a subscription, request of a service or reply of a client has room: in the
 * object that rclc_executor_add_...() was given. */
typedef struct rcl_slot_t {
  void* message;
  bool full;
  bool overwrites; /* the newest message counts; else the next one waits at the agent */
  bool busy;       /* a callback of the executor reads it: nothing overwrites it */
} rcl_slot_t;

typedef struct rcl_subscription_t {
  rcl_endpoint_t of;
  rcl_slot_t slot;
} rcl_subscription_t;
rcl_subscription_t rcl_get_zero_initialized_subscription(void);
typedef struct rcl_subscription_options_t {
  rmw_qos_profile_t qos;
  rcl_allocator_t allocator;
} rcl_subscription_options_t;
rcl_subscription_options_t rcl_subscription_get_default_options(void);
rcl_ret_t rcl_subscription_init(rcl_subscription_t* subscription, const rcl_node_t* node,
                                const rosidl_message_type_support_t* type, const char* name,
                                const rcl_subscription_options_t* options);
bool rcl_subscription_is_valid(const rcl_subscription_t* subscription);
rcl_ret_t rcl_subscription_fini(rcl_subscription_t* subscription, rcl_node_t* node);
/* The next message, if there is one now. @return RCL_RET_SUBSCRIPTION_TAKE_FAILED: none. */
rcl_ret_t rcl_take(const rcl_subscription_t* subscription, void* message, rmw_message_info_t* info,
                   rmw_subscription_allocation_t* allocation);
const char* rcl_subscription_get_topic_name(const rcl_subscription_t* subscription);

typedef struct rcl_service_t {
  rcl_endpoint_t of;
  rcl_slot_t slot;
  rmw_service_t rmw;
  uint8_t head[XRCE_REQUEST_HEAD]; /* of the request that is in the slot */
} rcl_service_t;
rcl_service_t rcl_get_zero_initialized_service(void);
typedef struct rcl_service_options_t {
  rmw_qos_profile_t qos;
  rcl_allocator_t allocator;
} rcl_service_options_t;
rcl_service_options_t rcl_service_get_default_options(void);
rcl_ret_t rcl_service_init(rcl_service_t* service, const rcl_node_t* node,
                           const rosidl_service_type_support_t* type, const char* name,
                           const rcl_service_options_t* options);
bool rcl_service_is_valid(const rcl_service_t* service);
rcl_ret_t rcl_service_fini(rcl_service_t* service, rcl_node_t* node);
/* The next request, if there is one now; its id is for rcl_send_response(). @return
 * RCL_RET_SERVICE_TAKE_FAILED: none. */
rcl_ret_t rcl_take_request(const rcl_service_t* service, rmw_request_id_t* id, void* request);
rcl_ret_t rcl_take_request_with_info(const rcl_service_t* service, rmw_service_info_t* info,
                                     void* request);
rcl_ret_t rcl_send_response(const rcl_service_t* service, rmw_request_id_t* request,
                            void* response);

typedef struct rcl_client_t {
  rcl_endpoint_t of;
  rcl_slot_t slot;
  rmw_client_t rmw;
  int64_t answered; /* the request whose reply is in the slot */
} rcl_client_t;
rcl_client_t rcl_get_zero_initialized_client(void);
typedef struct rcl_client_options_t {
  rmw_qos_profile_t qos;
  rcl_allocator_t allocator;
} rcl_client_options_t;
rcl_client_options_t rcl_client_get_default_options(void);
rcl_ret_t rcl_client_init(rcl_client_t* client, const rcl_node_t* node,
                          const rosidl_service_type_support_t* type, const char* name,
                          const rcl_client_options_t* options);
bool rcl_client_is_valid(const rcl_client_t* client);
rcl_ret_t rcl_client_fini(rcl_client_t* client, rcl_node_t* node);
/* The next reply, if there is one now. @return RCL_RET_CLIENT_TAKE_FAILED: none. */
rcl_ret_t rcl_take_response(const rcl_client_t* client, rmw_request_id_t* id, void* response);
rcl_ret_t rcl_take_response_with_info(const rcl_client_t* client, rmw_service_info_t* info,
                                      void* response);
/* Whether the graph has a server of that name and type (rcl/graph.h; RCL_RET_UNSUPPORTED in a build
 * without it). The agent holds a request for the moment in which a server may still come. */
rcl_ret_t rcl_service_server_is_available(const rcl_node_t* node, const rcl_client_t* client,
                                          bool* is_available);
const char* rcl_service_get_service_name(const rcl_service_t* service);
const char* rcl_client_get_service_name(const rcl_client_t* client);
rcl_ret_t rcl_send_request(const rcl_client_t* client, const void* request, int64_t* sequence);

struct rcl_timer_t;
typedef void (*rcl_timer_callback_t)(struct rcl_timer_t* timer, int64_t since_last_ns);
typedef struct rcl_timer_t {
  rmw_context_t* context;
  rcl_timer_callback_t callback;
  int64_t period_ns;
  int64_t last_ns; /* when it last ran, or was started */
  int64_t next_ns;
  bool canceled;
} rcl_timer_t;
rcl_timer_t rcl_get_zero_initialized_timer(void);
rcl_ret_t rcl_timer_init2(rcl_timer_t* timer, rcl_clock_t* clock, rcl_context_t* context,
                          int64_t period_ns, rcl_timer_callback_t callback,
                          rcl_allocator_t allocator, bool autostart);
rcl_ret_t rcl_timer_init(rcl_timer_t* timer, rcl_clock_t* clock, rcl_context_t* context,
                         int64_t period_ns, rcl_timer_callback_t callback,
                         rcl_allocator_t allocator);
rcl_ret_t rcl_timer_fini(rcl_timer_t* timer);
rcl_ret_t rcl_timer_get_time_until_next_call(const rcl_timer_t* timer, int64_t* ns);
rcl_ret_t rcl_timer_get_time_since_last_call(const rcl_timer_t* timer, int64_t* ns);
rcl_timer_callback_t rcl_timer_get_callback(const rcl_timer_t* timer);
rcl_timer_callback_t rcl_timer_exchange_callback(rcl_timer_t* timer, rcl_timer_callback_t callback);
rcl_ret_t rcl_timer_call(rcl_timer_t* timer);
rcl_ret_t rcl_timer_cancel(rcl_timer_t* timer);
rcl_ret_t rcl_timer_reset(rcl_timer_t* timer);
rcl_ret_t rcl_timer_is_ready(const rcl_timer_t* timer, bool* ready);
rcl_ret_t rcl_timer_is_canceled(const rcl_timer_t* timer, bool* canceled);
rcl_ret_t rcl_timer_get_period(const rcl_timer_t* timer, int64_t* period);
rcl_ret_t rcl_timer_exchange_period(const rcl_timer_t* timer, int64_t period, int64_t* before);

/* Wakes an executor from another task, or from an interrupt. */
typedef struct rcl_guard_condition_t {
  volatile bool triggered;
} rcl_guard_condition_t;
typedef struct rcl_guard_condition_options_t {
  rcl_allocator_t allocator;
} rcl_guard_condition_options_t;
rcl_guard_condition_t rcl_get_zero_initialized_guard_condition(void);
rcl_guard_condition_options_t rcl_guard_condition_get_default_options(void);
rcl_ret_t rcl_guard_condition_init(rcl_guard_condition_t* condition, rcl_context_t* context,
                                   rcl_guard_condition_options_t options);
rcl_ret_t rcl_guard_condition_fini(rcl_guard_condition_t* condition);
rcl_ret_t rcl_trigger_guard_condition(rcl_guard_condition_t* condition);

/* By the name of the topic, whatever their QoS (rcl/graph.h; RCL_RET_UNSUPPORTED in a build
 * without the graph). */
rcl_ret_t rcl_publisher_get_subscription_count(const rcl_publisher_t* publisher, size_t* count);
rcl_ret_t rcl_subscription_get_publisher_count(const rcl_subscription_t* subscription,
                                               size_t* count);

#ifdef __cplusplus
}
#endif

#include "rcl/wait.h"

#endif
