// Return codes, and time as C structures of the API hold it.
#ifndef RCL__TYPES_H_
#define RCL__TYPES_H_

#include "rcl/visibility_control.h"
#include "rcutils/allocator.h"
#include "rcutils/types/string_array.h"
#include "rmw/types.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

typedef rmw_ret_t rcl_ret_t;  ///< One of RCL_RET_…
typedef rmw_serialized_message_t rcl_serialized_message_t;  ///< Bytes, and who frees them.

typedef rcutils_allocator_t rcl_allocator_t;
#define RCL_WARN_UNUSED RCUTILS_WARN_UNUSED  ///< the compiler warns who drops the result
#define RCL_UNUSED(x) RCUTILS_UNUSED(x)  ///< no warning for a name that nothing uses
#define rcl_get_default_allocator rcutils_get_default_allocator
#define rcl_get_error_string rcutils_get_error_string
#define rcl_reset_error rcutils_reset_error

#define RCL_RET_OK RMW_RET_OK  ///< done
#define RCL_RET_ERROR RMW_RET_ERROR  ///< failed, for a reason that has no code
#define RCL_RET_TIMEOUT RMW_RET_TIMEOUT  ///< the time was over first
#define RCL_RET_UNSUPPORTED RMW_RET_UNSUPPORTED  ///< not here
#define RCL_RET_BAD_ALLOC RMW_RET_BAD_ALLOC  ///< no memory
#define RCL_RET_INVALID_ARGUMENT RMW_RET_INVALID_ARGUMENT  ///< null, or a value that nothing can be
#define RCL_RET_ALREADY_INIT 100  ///< initialized twice
#define RCL_RET_NOT_INIT 101  ///< used before it was initialized
#define RCL_RET_MISMATCHED_RMW_ID 102  ///< RCL_ASSERT_RMW_ID_MATCHES names another
#define RCL_RET_TOPIC_NAME_INVALID 103  ///< not a topic's name
#define RCL_RET_SERVICE_NAME_INVALID 104  ///< not a service's name
#define RCL_RET_UNKNOWN_SUBSTITUTION 105  ///< {...} of a name that is none
#define RCL_RET_ALREADY_SHUTDOWN 106  ///< the context has ended
#define RCL_RET_NOT_FOUND 107  ///< there is none
#define RCL_RET_NODE_INVALID 200  ///< null, or ended
#define RCL_RET_NODE_INVALID_NAME 201  ///< not a node's name
#define RCL_RET_NODE_INVALID_NAMESPACE 202  ///< not a namespace
#define RCL_RET_NODE_NAME_NON_EXISTENT 203  ///< no node has it
#define RCL_RET_PUBLISHER_INVALID 300  ///< null, or ended
#define RCL_RET_SUBSCRIPTION_INVALID 400  ///< null, or ended
#define RCL_RET_SUBSCRIPTION_TAKE_FAILED 401  ///< there is no message
#define RCL_RET_CLIENT_INVALID 500  ///< null, or ended
#define RCL_RET_CLIENT_TAKE_FAILED 501  ///< there is no reply
#define RCL_RET_SERVICE_INVALID 600  ///< null, or ended
#define RCL_RET_SERVICE_TAKE_FAILED 601  ///< there is no request
#define RCL_RET_TIMER_INVALID 800  ///< null, or ended
#define RCL_RET_TIMER_CANCELED 801  ///< until it is reset
#define RCL_RET_WAIT_SET_INVALID 900  ///< null, or ended
#define RCL_RET_WAIT_SET_EMPTY 901  ///< nothing to wait for
#define RCL_RET_WAIT_SET_FULL 902  ///< more than it has places
#define RCL_RET_INVALID_REMAP_RULE 1001  ///< of --remap
#define RCL_RET_WRONG_LEXEME 1002  ///< of the reader of rules
#define RCL_RET_INVALID_ROS_ARGS 1003  ///< behind --ros-args
#define RCL_RET_INVALID_PARAM_RULE 1010  ///< of --param
#define RCL_RET_INVALID_LOG_LEVEL_RULE 1020  ///< of --log-level
#define RCL_RET_EVENT_INVALID 2000  ///< null, or ended
#define RCL_RET_EVENT_TAKE_FAILED 2001  ///< nothing happened
#define RCL_RET_LIFECYCLE_STATE_REGISTERED 3000  ///< twice
#define RCL_RET_LIFECYCLE_STATE_NOT_REGISTERED 3001  ///< no such state

// ---- time: points, durations, kinds of clock, and the jumps that a clock makes ----

#define RCL_S_TO_NS(seconds) ((seconds) * (1000LL * 1000LL * 1000LL))
#define RCL_MS_TO_NS(milliseconds) ((milliseconds) * (1000LL * 1000LL))
#define RCL_US_TO_NS(microseconds) ((microseconds) * 1000LL)
#define RCL_NS_TO_S(nanoseconds) ((nanoseconds) / (1000LL * 1000LL * 1000LL))
#define RCL_NS_TO_MS(nanoseconds) ((nanoseconds) / (1000LL * 1000LL))
#define RCL_NS_TO_US(nanoseconds) ((nanoseconds) / 1000LL)

typedef int64_t rcl_time_point_value_t;  /* nanoseconds */
typedef int64_t rcl_duration_value_t;    /* nanoseconds */

/// Whose time a clock tells.
typedef enum rcl_clock_type_e {
  RCL_CLOCK_UNINITIALIZED = 0,
  RCL_ROS_TIME,     ///< what /clock says while use_sim_time is set, else system time
  RCL_SYSTEM_TIME,  ///< since the Unix epoch; follows corrections
  RCL_STEADY_TIME,  ///< never goes back
  RCL_RAW_STEADY_TIME,  ///< steady and not slewed
} rcl_clock_type_t;

/// A moment of a clock.
typedef struct rcl_time_point_s {
  rcl_time_point_value_t nanoseconds;  ///< since the epoch of its clock
  rcl_clock_type_t clock_type;  ///< of which clock
} rcl_time_point_t;

/// A span of time.
typedef struct rcl_duration_s {
  rcl_duration_value_t nanoseconds;  ///< negative for the past
} rcl_duration_t;

/// What happened to ROS time.
typedef enum rcl_clock_change_e {
  RCL_ROS_TIME_NO_CHANGE = 1,    ///< ROS time stays simulated and jumped
  RCL_ROS_TIME_ACTIVATED = 2,    ///< from system time to simulated time
  RCL_ROS_TIME_DEACTIVATED = 3,  ///< from simulated time to system time
  RCL_SYSTEM_TIME_NO_CHANGE = 4,
} rcl_clock_change_t;

/// A jump of a clock.
typedef struct rcl_time_jump_s {
  rcl_clock_change_t clock_change;  ///< whether its source changed
  rcl_duration_t delta;  ///< new time minus old time
} rcl_time_jump_t;

/// Which jumps a callback wants to hear of.
typedef struct rcl_jump_threshold_s {
  bool on_clock_change;  ///< call on a change of source too
  rcl_duration_t min_forward;   ///< above 0: jumps of at least this; 0: none
  rcl_duration_t min_backward;  ///< below 0: jumps of at most this; 0: none
} rcl_jump_threshold_t;

/// When a call of a timer was due, and when it began.
typedef struct rcl_timer_call_info_s {
  rcl_time_point_value_t expected_call_time;  ///< when it was due
  rcl_time_point_value_t actual_call_time;  ///< when it was called
} rcl_timer_call_info_t;

/// Told before (`before_jump`) and after a jump.
typedef void (*rcl_jump_callback_t)(
  const rcl_time_jump_t * time_jump, bool before_jump, void * user_data);

/// A clock of the runtime, as C structures of the API refer to it.
typedef struct rcl_clock_s {
  rcl_clock_type_t type;  ///< whose time it tells
  void * data;  ///< the runtime's own
  bool of_rcl;  ///< made by rcl_clock_init()
} rcl_clock_t;

/// Of /rosout.
static const rmw_qos_profile_t rcl_qos_profile_rosout_default = {
  RMW_QOS_POLICY_HISTORY_KEEP_LAST, 1000, RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL, RMW_QOS_DEADLINE_DEFAULT, {10, 0},
  RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT, RMW_QOS_LIVELINESS_LEASE_DURATION_DEFAULT, false};

// ---- what a client or service publishes of its requests and replies ----

/// What service events have.
typedef enum rcl_service_introspection_state_e {
  RCL_SERVICE_INTROSPECTION_OFF,       ///< nothing
  RCL_SERVICE_INTROSPECTION_METADATA,  ///< when what happened to which request
  RCL_SERVICE_INTROSPECTION_CONTENTS,  ///< that, and the request or reply itself
} rcl_service_introspection_state_t;

/// Behind the name of a service: where it is published.
#define RCL_SERVICE_INTROSPECTION_TOPIC_POSTFIX "/_service_event"

// ---- nodes ----

/// Arguments of the command line, parsed or not yet. The runtime's own.
typedef struct rcl_arguments_s {
  const void * impl;  ///< null: none
} rcl_arguments_t;

/// What a node of C is made with.
typedef struct rcl_node_options_s {
  bool use_global_arguments;  ///< those of the process, too
  rcl_arguments_t arguments;  ///< of this node alone
  bool enable_rosout;  ///< publish its log on /rosout
  rmw_qos_profile_t rosout_qos;  ///< of that publisher
} rcl_node_options_t;

// ---- publishers and subscriptions ----

/// A publisher of the runtime, as C structures of the API refer to it.
typedef struct rcl_publisher_s {
  void * impl;  ///< the runtime's own
} rcl_publisher_t;

/// What a publisher of C is made with.
typedef struct rcl_publisher_options_s {
  rmw_qos_profile_t qos;  ///< its policies
  rcutils_allocator_t allocator;
  rmw_unique_network_flow_endpoints_requirement_t require_unique_network_flow_endpoints;
} rcl_publisher_options_t;

/// What a subscription of C is made with.
typedef struct rcl_subscription_options_s {
  rmw_qos_profile_t qos;
  rcutils_allocator_t allocator;
  bool ignore_local_publications;  ///< nothing of this context comes in
  rmw_unique_network_flow_endpoints_requirement_t require_unique_network_flow_endpoints;
} rcl_subscription_options_t;

/// Kinds of events, as rcl names them.
typedef enum rcl_publisher_event_type_e {
  RCL_PUBLISHER_OFFERED_DEADLINE_MISSED = RMW_EVENT_OFFERED_DEADLINE_MISSED,
  RCL_PUBLISHER_LIVELINESS_LOST = RMW_EVENT_LIVELINESS_LOST,
  RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS = RMW_EVENT_OFFERED_QOS_INCOMPATIBLE,
  RCL_PUBLISHER_INCOMPATIBLE_TYPE = RMW_EVENT_PUBLISHER_INCOMPATIBLE_TYPE,
  RCL_PUBLISHER_MATCHED = RMW_EVENT_PUBLICATION_MATCHED,
} rcl_publisher_event_type_t;
/// What can happen to a subscription.
typedef enum rcl_subscription_event_type_e {
  RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED = RMW_EVENT_REQUESTED_DEADLINE_MISSED,
  RCL_SUBSCRIPTION_LIVELINESS_CHANGED = RMW_EVENT_LIVELINESS_CHANGED,
  RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS = RMW_EVENT_REQUESTED_QOS_INCOMPATIBLE,
  RCL_SUBSCRIPTION_MESSAGE_LOST = RMW_EVENT_MESSAGE_LOST,
  RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE = RMW_EVENT_SUBSCRIPTION_INCOMPATIBLE_TYPE,
  RCL_SUBSCRIPTION_MATCHED = RMW_EVENT_SUBSCRIPTION_MATCHED,
} rcl_subscription_event_type_t;

// ---- guard conditions, and the wait set that waitables are asked with ----

/// A guard condition of the runtime, as C structures of the API refer to it.
typedef struct rcl_guard_condition_s {
  void * impl;  ///< the runtime's own
} rcl_guard_condition_t;

/// Nothing to choose.
typedef struct rcl_guard_condition_options_s {
  char unused;
} rcl_guard_condition_options_t;

/// Entities of the runtime, as wait sets refer to them.
typedef struct rcl_subscription_s {
  void * impl;  ///< the runtime's own, here and below
} rcl_subscription_t;
typedef struct rcl_timer_s {
  void * impl;
} rcl_timer_t;
typedef struct rcl_client_s {
  void * impl;
} rcl_client_t;
typedef struct rcl_service_s {
  void * impl;
} rcl_service_t;
typedef struct rcl_event_s {
  void * impl;
} rcl_event_t;

/// What a client of C is made with: here rclcpp makes them.
typedef struct rcl_client_options_s {
  rmw_qos_profile_t qos;
  rcl_allocator_t allocator;
} rcl_client_options_t;

/// What a service of C is made with: here rclcpp makes them.
typedef struct rcl_service_options_s {
  rmw_qos_profile_t qos;
  rcl_allocator_t allocator;
} rcl_service_options_t;

/// What a waitable adds itself to, and looks at to see whether it is ready:
/// what is not ready is null then.
typedef struct rcl_wait_set_s {
  const struct rcl_subscription_s ** subscriptions;
  size_t size_of_subscriptions;
  const rcl_guard_condition_t ** guard_conditions;
  size_t size_of_guard_conditions;
  const struct rcl_timer_s ** timers;
  size_t size_of_timers;
  const struct rcl_client_s ** clients;
  size_t size_of_clients;
  const struct rcl_service_s ** services;
  size_t size_of_services;
  const struct rcl_event_s ** events;
  size_t size_of_events;
  void * impl;  ///< the runtime's own
} rcl_wait_set_t;

#ifdef __cplusplus
extern "C" {
#endif
/* In the library of rclcpp. */
/** Contract: any thread. RCL_RET_INVALID_ARGUMENT for null or no condition. */
RCL_PUBLIC rcl_ret_t rcl_trigger_guard_condition(
  rcl_guard_condition_t * guard_condition);
/** `index`, if not null, gets the place in wait_set->guard_conditions. */
RCL_PUBLIC rcl_ret_t rcl_wait_set_add_guard_condition(
  rcl_wait_set_t * wait_set, const rcl_guard_condition_t * guard_condition, size_t * index);
RCL_PUBLIC rcl_ret_t rcl_wait_set_add_subscription(
  rcl_wait_set_t * wait_set, const rcl_subscription_t * subscription, size_t * index);
RCL_PUBLIC rcl_ret_t rcl_wait_set_add_timer(
  rcl_wait_set_t * wait_set, const rcl_timer_t * timer, size_t * index);
RCL_PUBLIC rcl_ret_t rcl_wait_set_add_client(
  rcl_wait_set_t * wait_set, const rcl_client_t * client, size_t * index);
RCL_PUBLIC rcl_ret_t rcl_wait_set_add_service(
  rcl_wait_set_t * wait_set, const rcl_service_t * service, size_t * index);
RCL_PUBLIC rcl_ret_t rcl_wait_set_add_event(
  rcl_wait_set_t * wait_set, const rcl_event_t * event, size_t * index);
/* What C code asks a clock, and simulated time for a ROS clock, by the handle that
 * rclcpp::Clock::get_clock_handle() gives or by a clock of one's own. In the library of rclcpp.
 *
 * Contract: any thread, while the clock lives; those that change the override may call jump
 * callbacks. RCL_RET_INVALID_ARGUMENT for null and for a clock that is none. */
/** Fills in a clock; rcl_clock_fini() gives it back. The allocator is not used, but must be one. */
RCL_PUBLIC rcl_ret_t rcl_clock_init(
  rcl_clock_type_t clock_type, rcl_clock_t * clock, rcl_allocator_t * allocator);
/** Of a clock that rcl_clock_init() made. One that rclcpp made is refused. */
RCL_PUBLIC rcl_ret_t rcl_clock_fini(rcl_clock_t * clock);
RCL_PUBLIC bool rcl_clock_valid(rcl_clock_t * clock);  ///< Whether it can be asked.
/** Whether a time is above zero. */
RCL_PUBLIC bool rcl_clock_time_started(rcl_clock_t * clock);
RCL_PUBLIC rcl_ret_t rcl_clock_get_now(
  rcl_clock_t * clock, rcl_time_point_value_t * time_point_value);
/** These four are of ROS time alone: another clock is an invalid argument. */
RCL_PUBLIC rcl_ret_t rcl_enable_ros_time_override(rcl_clock_t * clock);
RCL_PUBLIC rcl_ret_t rcl_disable_ros_time_override(rcl_clock_t * clock);
RCL_PUBLIC rcl_ret_t rcl_is_enabled_ros_time_override(rcl_clock_t * clock, bool * is_enabled);
/** The time to report while the override is enabled, in ns. */
RCL_PUBLIC rcl_ret_t rcl_set_ros_time_override(
  rcl_clock_t * clock, rcl_time_point_value_t time_value);
/* Wait sets by hand. What waits through rclcpp needs rclcpp::WaitSet. A wait set grows as
 * needed: sizes are accepted for compatibility. It must stay where it is between init and
 * fini. One thread. */
struct rcl_context_s;  // below
RCL_PUBLIC rcl_wait_set_t rcl_get_zero_initialized_wait_set(void);
RCL_PUBLIC rcl_ret_t rcl_wait_set_init(
  rcl_wait_set_t * wait_set, size_t number_of_subscriptions, size_t number_of_guard_conditions,
  size_t number_of_timers, size_t number_of_clients, size_t number_of_services,
  size_t number_of_events, struct rcl_context_s * context, rcl_allocator_t allocator);
/// Frees it; one that is zero too.
RCL_PUBLIC rcl_ret_t rcl_wait_set_fini(rcl_wait_set_t * wait_set);
RCL_PUBLIC rcl_ret_t rcl_wait_set_clear(rcl_wait_set_t * wait_set);  ///< Each place is null then.
RCL_PUBLIC rcl_ret_t rcl_wait_set_resize(
  rcl_wait_set_t * wait_set, size_t subscriptions_size, size_t guard_conditions_size,
  size_t timers_size, size_t clients_size, size_t services_size, size_t events_size);
/// Whether it was initialized.
RCL_PUBLIC bool rcl_wait_set_is_valid(const rcl_wait_set_t * wait_set);
/** Blocks until something is ready or `timeout` (ns; negative: never) has passed;
 * what is not ready is null then. RCL_RET_TIMEOUT, RCL_RET_WAIT_SET_EMPTY. */
RCL_PUBLIC rcl_ret_t rcl_wait(rcl_wait_set_t * wait_set, int64_t timeout);
/** The QoS of services, and malloc() and free(). */
static inline rcl_client_options_t rcl_client_get_default_options(void)
{
  const rcl_client_options_t options =
  {rmw_qos_profile_services_default, rcl_get_default_allocator()};
  return options;
}
/** The same. */
static inline rcl_service_options_t rcl_service_get_default_options(void)
{
  const rcl_service_options_t options =
  {rmw_qos_profile_services_default, rcl_get_default_allocator()};
  return options;
}
static inline rcl_guard_condition_options_t rcl_guard_condition_get_default_options(void)
{
  const rcl_guard_condition_options_t options = {0};
  return options;
}
#ifdef __cplusplus
}
#endif

/// A node of the runtime, as C structures of the API refer to it.
typedef struct rcl_node_s {
  struct rcl_context_s * context;  ///< of the node
  void * impl;  ///< the runtime's own
} rcl_node_t;

/// A context of the runtime, as C structures of the API refer to it.
typedef struct rcl_context_s {
  void * impl;  ///< the runtime's own
} rcl_context_t;

/// Options that a context was or will be made with. The runtime's own.
typedef struct rcl_init_options_s {
  const void * impl;  ///< the runtime's own
} rcl_init_options_t;

#ifdef __cplusplus
extern "C" {
#endif
/** Whether it is initialized and not shut down; false for null. In the library of rclcpp.
 *  Contract: any thread. */
RCL_PUBLIC bool rcl_context_is_valid(const rcl_context_t * context);
/** RCL_RET_INVALID_ARGUMENT for null or options of no runtime. In the library of rclcpp. */
RCL_PUBLIC rcl_ret_t rcl_init_options_get_domain_id(
  const rcl_init_options_t * init_options, size_t * domain_id);
/** Stands for the default domain. */
#define RCL_DEFAULT_DOMAIN_ID SIZE_MAX
/** The number in ROS_DOMAIN_ID; `*domain_id` stays as it is where that is not set or empty.
 *  Contract: any thread. RCL_RET_INVALID_ARGUMENT for null, RCL_RET_ERROR for what is no number. */
RCL_PUBLIC rcl_ret_t rcl_get_default_domain_id(size_t * domain_id);
#ifdef __cplusplus
}
#endif

#endif  // RCL__TYPES_H_
