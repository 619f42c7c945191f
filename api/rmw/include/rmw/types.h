// The value types of the middleware interface: time, QoS, ids, infos.
//
// They are what ROS 2's headers and public packages pass around. The runtime
// behind them has no rmw layer: nothing here is a handle to a middleware.
#ifndef RMW__TYPES_H_
#define RMW__TYPES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rcutils/error_handling.h"
#include "rcutils/logging.h"
#include "rcutils/types/string_array.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RMW_EXPORT __attribute__((visibility("default")))
#define RMW_IMPORT
#define RMW_PUBLIC RMW_EXPORT
#define RMW_PUBLIC_TYPE
#define RMW_LOCAL __attribute__((visibility("hidden")))
#define RMW_WARN_UNUSED __attribute__((warn_unused_result))

/* A message as bytes is a growable array of bytes, under the names of this package. Each has
 * the contract of the function of rcutils that it names. */
#define rmw_get_zero_initialized_serialized_message rcutils_get_zero_initialized_uint8_array
#define rmw_serialized_message_init(serialized_message, message_capacity, allocator) \
  rcutils_uint8_array_init(serialized_message, message_capacity, allocator)
#define rmw_serialized_message_fini(serialized_message) \
  rcutils_uint8_array_fini(serialized_message)
#define rmw_serialized_message_resize(serialized_message, new_size) \
  rcutils_uint8_array_resize(serialized_message, new_size)

/* The error of rcutils, of which each thread has one, under the names of this package. */
typedef rcutils_error_string_t rmw_error_string_t;  ///< its words
typedef rcutils_error_state_t rmw_error_state_t;  ///< its words, file and line
#define rmw_initialize_error_handling_thread_local_storage \
  rcutils_initialize_error_handling_thread_local_storage
#define rmw_set_error_state rcutils_set_error_state
#define rmw_error_is_set rcutils_error_is_set
#define rmw_get_error_state rcutils_get_error_state
#define rmw_get_error_string rcutils_get_error_string
#define rmw_reset_error rcutils_reset_error
#define RMW_SAFE_FWRITE_TO_STDERR RCUTILS_SAFE_FWRITE_TO_STDERR
#define RMW_SET_ERROR_MSG RCUTILS_SET_ERROR_MSG
#define RMW_SET_ERROR_MSG_WITH_FORMAT_STRING RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING
#define RMW_SET_ERROR_MSG_AND_APPEND_PREV_ERROR RCUTILS_SET_ERROR_MSG_AND_APPEND_PREV_ERROR
#define RMW_SET_ERROR_MSG_WITH_FORMAT_STRING_AND_APPEND_PREV_ERROR \
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING_AND_APPEND_PREV_ERROR
#define RMW_CHECK_ARGUMENT_FOR_NULL RCUTILS_CHECK_ARGUMENT_FOR_NULL
#define RMW_CHECK_FOR_NULL_WITH_MSG RCUTILS_CHECK_FOR_NULL_WITH_MSG

#define RMW_DEFAULT_DOMAIN_ID SIZE_MAX  ///< that of ROS_DOMAIN_ID, or 0
typedef int32_t rmw_ret_t;  ///< One of RMW_RET_…
#define RMW_RET_OK 0  ///< done
#define RMW_RET_ERROR 1  ///< failed, for a reason that has no code
#define RMW_RET_TIMEOUT 2  ///< the time was over first
#define RMW_RET_UNSUPPORTED 3  ///< not here
#define RMW_RET_BAD_ALLOC 10  ///< no memory
#define RMW_RET_INVALID_ARGUMENT 11  ///< null, or a value that nothing can be
#define RMW_RET_INCORRECT_RMW_IMPLEMENTATION 12  ///< an object of another one
#define RMW_RET_NODE_NAME_NON_EXISTENT 203  ///< no node has it

// ---- time ----

typedef int64_t rmw_time_point_value_t;  /* nanoseconds */
typedef int64_t rmw_duration_t;          /* nanoseconds */

/// A span of time that is never negative.
typedef struct rmw_time_s {
  uint64_t sec;  ///< seconds
  uint64_t nsec;  ///< nanoseconds above them
} rmw_time_t;

#define RMW_MS_TO_NS(milliseconds) ((milliseconds) * 1000000LL)
#define RMW_S_TO_NS(seconds) ((seconds) * 1000000000LL)

#define RMW_DURATION_INFINITE {9223372036LL, 854775807LL}
#define RMW_DURATION_UNSPECIFIED {0LL, 0LL}

/// Contract of the rmw_time functions: any thread, no allocation.
bool rmw_time_equal(rmw_time_t left, rmw_time_t right);
/// Saturates at the largest rmw_duration_t.
rmw_duration_t rmw_time_total_nsec(rmw_time_t time);
rmw_time_t rmw_time_from_nsec(rmw_duration_t nanoseconds);
/// The same span with nsec below one second.
rmw_time_t rmw_time_normalize(rmw_time_t time);

// ---- quality of service ----

/// A policy by its number, a bit each.
typedef enum rmw_qos_policy_kind_e {
  RMW_QOS_POLICY_INVALID = 1 << 0,
  RMW_QOS_POLICY_DURABILITY = 1 << 1,
  RMW_QOS_POLICY_DEADLINE = 1 << 2,
  RMW_QOS_POLICY_LIVELINESS = 1 << 3,
  RMW_QOS_POLICY_RELIABILITY = 1 << 4,
  RMW_QOS_POLICY_HISTORY = 1 << 5,
  RMW_QOS_POLICY_LIFESPAN = 1 << 6,
  RMW_QOS_POLICY_DEPTH = 1 << 7,
  RMW_QOS_POLICY_LIVELINESS_LEASE_DURATION = 1 << 8,
  RMW_QOS_POLICY_AVOID_ROS_NAMESPACE_CONVENTIONS = 1 << 9,
} rmw_qos_policy_kind_t;

/// Whether what is lost is sent again.
typedef enum rmw_qos_reliability_policy_e {
  RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT,
  RMW_QOS_POLICY_RELIABILITY_UNKNOWN,
  RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE,
} rmw_qos_reliability_policy_t;

/// How many messages are kept.
typedef enum rmw_qos_history_policy_e {
  RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  RMW_QOS_POLICY_HISTORY_KEEP_ALL,
  RMW_QOS_POLICY_HISTORY_UNKNOWN,
} rmw_qos_history_policy_t;

/// Whether late subscriptions get what is kept.
typedef enum rmw_qos_durability_policy_e {
  RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  RMW_QOS_POLICY_DURABILITY_VOLATILE,
  RMW_QOS_POLICY_DURABILITY_UNKNOWN,
  RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE,
} rmw_qos_durability_policy_t;

/// Who says that a publisher is alive.
typedef enum rmw_qos_liveliness_policy_e {
  RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT = 0,
  RMW_QOS_POLICY_LIVELINESS_AUTOMATIC = 1,
  /* 2 was "manual by node", which no longer exists */
  RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC = 3,
  RMW_QOS_POLICY_LIVELINESS_UNKNOWN = 4,
  RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE = 5,
} rmw_qos_liveliness_policy_t;

#define RMW_QOS_DEADLINE_DEFAULT RMW_DURATION_UNSPECIFIED
#define RMW_QOS_LIFESPAN_DEFAULT RMW_DURATION_UNSPECIFIED
#define RMW_QOS_LIVELINESS_LEASE_DURATION_DEFAULT RMW_DURATION_UNSPECIFIED
#define RMW_QOS_DEADLINE_BEST_AVAILABLE {9223372036LL, 854775806LL}
#define RMW_QOS_LIVELINESS_LEASE_DURATION_BEST_AVAILABLE {9223372036LL, 854775806LL}

/// What an endpoint offers or requests.
typedef struct rmw_qos_profile_s {
  enum rmw_qos_history_policy_e history;  ///< keep last or keep all
  size_t depth;  ///< with keep last; 0 leaves it to the system
  enum rmw_qos_reliability_policy_e reliability;  ///< send again or not
  enum rmw_qos_durability_policy_e durability;  ///< for late subscriptions
  struct rmw_time_s deadline;  ///< between two messages, at most
  struct rmw_time_s lifespan;  ///< how long a message is worth delivering
  enum rmw_qos_liveliness_policy_e liveliness;  ///< who says that it is alive
  struct rmw_time_s liveliness_lease_duration;  ///< the longest silence
  bool avoid_ros_namespace_conventions;  ///< the topic goes by its bare name
} rmw_qos_profile_t;

/// What a pair of profiles comes to.
typedef enum rmw_qos_compatibility_type_e {
  RMW_QOS_COMPATIBILITY_OK = 0,
  RMW_QOS_COMPATIBILITY_WARNING,  ///< a policy is left to the system
  RMW_QOS_COMPATIBILITY_ERROR,
} rmw_qos_compatibility_type_t;

// ---- ids and what comes with a message ----

#define RMW_GID_STORAGE_SIZE 16u

/// The identity of an endpoint on the wire.
typedef struct rmw_gid_s {
  const char * implementation_identifier;  ///< of the middleware
  uint8_t data[RMW_GID_STORAGE_SIZE];  ///< of the endpoint in DDS
} rmw_gid_t;

#define RMW_MESSAGE_INFO_SEQUENCE_NUMBER_UNSUPPORTED UINT64_MAX

/// What is known of a message beside its content.
typedef struct rmw_message_info_s {
  rmw_time_point_value_t source_timestamp;    ///< when publish() was called
  rmw_time_point_value_t received_timestamp;  ///< 0 where unknown
  uint64_t publication_sequence_number;  ///< from 1 on, of its publisher
  uint64_t reception_sequence_number;  ///< from 1 on, of the subscription
  rmw_gid_t publisher_gid;  ///< whose it is
  bool from_intra_process;  ///< of a publisher of this process
} rmw_message_info_t;

/// Which request, and whose.
typedef struct rmw_request_id_s {
  uint8_t writer_guid[RMW_GID_STORAGE_SIZE];  ///< who asked
  int64_t sequence_number;                    ///< its how-manieth request
} rmw_request_id_t;

/// What is known of a request or reply.
typedef struct rmw_service_info_s {
  rmw_time_point_value_t source_timestamp;  ///< when it was sent
  rmw_time_point_value_t received_timestamp;  ///< when it came
  rmw_request_id_t request_id;  ///< which
} rmw_service_info_t;

/// Which end of a topic.
typedef enum rmw_endpoint_type_e {
  RMW_ENDPOINT_INVALID = 0,
  RMW_ENDPOINT_PUBLISHER,
  RMW_ENDPOINT_SUBSCRIPTION,
} rmw_endpoint_type_t;

typedef enum rmw_unique_network_flow_endpoints_requirement_e {
  RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_NOT_REQUIRED = 0,
  RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_STRICTLY_REQUIRED,
  RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_OPTIONALLY_REQUIRED,
  RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_SYSTEM_DEFAULT,
} rmw_unique_network_flow_endpoints_requirement_t;

// ---- counters that QoS events carry ----

/// Pairs that the QoS keeps apart.
typedef struct rmw_qos_incompatible_event_status_s {
  int32_t total_count;  ///< since it was made
  int32_t total_count_change;  ///< since it was last taken
  rmw_qos_policy_kind_t last_policy_kind;  ///< what the latest refusal was about
} rmw_qos_incompatible_event_status_t;
typedef rmw_qos_incompatible_event_status_t rmw_requested_qos_incompatible_event_status_t;
typedef rmw_qos_incompatible_event_status_t rmw_offered_qos_incompatible_event_status_t;

/// Deadlines that were missed.
typedef struct rmw_deadline_missed_status_s {
  int32_t total_count;  ///< since it was made
  int32_t total_count_change;  ///< since it was last taken
} rmw_deadline_missed_status_t;
typedef rmw_deadline_missed_status_t rmw_offered_deadline_missed_status_t;
typedef rmw_deadline_missed_status_t rmw_requested_deadline_missed_status_t;

/// Publishers that are alive, and that are silent.
typedef struct rmw_liveliness_changed_status_s {
  int32_t alive_count;  ///< now
  int32_t not_alive_count;  ///< now
  int32_t alive_count_change;  ///< since it was last taken
  int32_t not_alive_count_change;  ///< since it was last taken
} rmw_liveliness_changed_status_t;

/// Leases that a publisher let pass.
typedef struct rmw_liveliness_lost_status_s {
  int32_t total_count;  ///< since it was made
  int32_t total_count_change;  ///< since it was last taken
} rmw_liveliness_lost_status_t;

/// Messages that a subscription lost.
typedef struct rmw_message_lost_status_s {
  size_t total_count;  ///< since it was made
  size_t total_count_change;  ///< since it was last taken
} rmw_message_lost_status_t;

/// Other ends that came and went.
typedef struct rmw_matched_status_s {
  size_t total_count;  ///< since it was made
  size_t total_count_change;  ///< since it was last taken
  size_t current_count;  ///< now
  int32_t current_count_change;  ///< since it was last taken
} rmw_matched_status_t;

/// Kinds of events that happen to a subscription or a publisher.
typedef enum rmw_event_type_e {
  RMW_EVENT_LIVELINESS_CHANGED,
  RMW_EVENT_REQUESTED_DEADLINE_MISSED,
  RMW_EVENT_REQUESTED_QOS_INCOMPATIBLE,
  RMW_EVENT_MESSAGE_LOST,
  RMW_EVENT_SUBSCRIPTION_INCOMPATIBLE_TYPE,
  RMW_EVENT_SUBSCRIPTION_MATCHED,
  RMW_EVENT_LIVELINESS_LOST,
  RMW_EVENT_OFFERED_DEADLINE_MISSED,
  RMW_EVENT_OFFERED_QOS_INCOMPATIBLE,
  RMW_EVENT_PUBLISHER_INCOMPATIBLE_TYPE,
  RMW_EVENT_PUBLICATION_MATCHED,
  RMW_EVENT_INVALID,
} rmw_event_type_t;

/// Other ends of another type.
typedef struct rmw_incompatible_type_status_s {
  int32_t total_count;  ///< since it was made
  int32_t total_count_change;  ///< since it was last taken
} rmw_incompatible_type_status_t;

/// Called when an entity got `number_of_events` more of what it waits for.
typedef void (*rmw_event_callback_t)(const void * user_data, size_t number_of_events);

// ---- the profiles that ROS 2 names, and questions about profiles ----

#define RMW_QOS_POLICY_DEPTH_SYSTEM_DEFAULT 0

// history, depth, reliability, durability, deadline, lifespan, liveliness,
// lease duration, avoid_ros_namespace_conventions
#define RMW_QOS_PROFILE_(name, history, depth, reliability, durability) \
  static const rmw_qos_profile_t name = { \
    RMW_QOS_POLICY_HISTORY_##history, depth, \
    RMW_QOS_POLICY_RELIABILITY_##reliability, RMW_QOS_POLICY_DURABILITY_##durability, \
    RMW_QOS_DEADLINE_DEFAULT, RMW_QOS_LIFESPAN_DEFAULT, \
    RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT, \
    RMW_QOS_LIVELINESS_LEASE_DURATION_DEFAULT, false}

RMW_QOS_PROFILE_(rmw_qos_profile_default, KEEP_LAST, 10, RELIABLE, VOLATILE);  ///< topics
/// what is fresh, or nothing
RMW_QOS_PROFILE_(rmw_qos_profile_sensor_data, KEEP_LAST, 5, BEST_EFFORT, VOLATILE);
RMW_QOS_PROFILE_(rmw_qos_profile_parameters, KEEP_LAST, 1000, RELIABLE, VOLATILE);
RMW_QOS_PROFILE_(rmw_qos_profile_services_default, KEEP_LAST, 10, RELIABLE, VOLATILE);
RMW_QOS_PROFILE_(rmw_qos_profile_parameter_events, KEEP_LAST, 1000, RELIABLE, VOLATILE);
RMW_QOS_PROFILE_(rmw_qos_profile_system_default, SYSTEM_DEFAULT,
  RMW_QOS_POLICY_DEPTH_SYSTEM_DEFAULT, SYSTEM_DEFAULT, SYSTEM_DEFAULT);

/// Takes from its peers what lets it match all of them.
static const rmw_qos_profile_t rmw_qos_profile_best_available = {
  RMW_QOS_POLICY_HISTORY_KEEP_LAST, 10,
  RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE, RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE,
  RMW_QOS_DEADLINE_BEST_AVAILABLE, RMW_QOS_LIFESPAN_DEFAULT,
  RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE,
  RMW_QOS_LIVELINESS_LEASE_DURATION_BEST_AVAILABLE, false};

/// What the graph reports of an endpoint whose policies it cannot see.
static const rmw_qos_profile_t rmw_qos_profile_unknown = {
  RMW_QOS_POLICY_HISTORY_UNKNOWN, RMW_QOS_POLICY_DEPTH_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_RELIABILITY_UNKNOWN, RMW_QOS_POLICY_DURABILITY_UNKNOWN,
  RMW_QOS_DEADLINE_DEFAULT, RMW_QOS_LIFESPAN_DEFAULT,
  RMW_QOS_POLICY_LIVELINESS_UNKNOWN,
  RMW_QOS_LIVELINESS_LEASE_DURATION_DEFAULT, false};

#undef RMW_QOS_PROFILE_

/// Whether a publisher with the one and a subscription with the other match.
/// `reason` (may be null) gets one sentence per policy that speaks against it,
/// cut to `reason_size`.
/// Contract: any thread, no allocation.
rmw_ret_t rmw_qos_profile_check_compatible(
  const rmw_qos_profile_t publisher_profile, const rmw_qos_profile_t subscription_profile,
  rmw_qos_compatibility_type_t * compatibility, char * reason, size_t reason_size);

/// The spelling of a policy's value in parameters and tools; null if unknown.
const char * rmw_qos_durability_policy_to_str(enum rmw_qos_durability_policy_e value);
/// "keep_last"; null for none
const char * rmw_qos_history_policy_to_str(enum rmw_qos_history_policy_e value);
/// null for none
const char * rmw_qos_liveliness_policy_to_str(enum rmw_qos_liveliness_policy_e value);
/// null for none
const char * rmw_qos_reliability_policy_to_str(enum rmw_qos_reliability_policy_e value);
const char * rmw_qos_policy_kind_to_str(rmw_qos_policy_kind_t kind);  ///< null for none
/// The value of a spelling; ..._UNKNOWN (for a kind: INVALID) if there is none.
enum rmw_qos_durability_policy_e rmw_qos_durability_policy_from_str(const char * str);
enum rmw_qos_history_policy_e rmw_qos_history_policy_from_str(const char * str);
enum rmw_qos_liveliness_policy_e rmw_qos_liveliness_policy_from_str(const char * str);
enum rmw_qos_reliability_policy_e rmw_qos_reliability_policy_from_str(const char * str);
rmw_qos_policy_kind_t rmw_qos_policy_kind_from_str(const char * str);

// ---- messages as bytes: CDR with the 4-byte encapsulation header in front ----

typedef struct rcutils_uint8_array_s rmw_serialized_message_t;  /* rcutils/allocator.h */

#ifdef __cplusplus
}
#endif
#endif  // RMW__TYPES_H_
