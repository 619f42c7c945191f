/* The types of rmw that micro-ROS programs name. */
#ifndef RANVIER_MICRO_RMW_TYPES_H
#define RANVIER_MICRO_RMW_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct xrce_session;
struct xrce_entity;
struct xrce_cdr;

typedef int32_t rmw_ret_t;
enum {
  RMW_RET_OK = 0,
  RMW_RET_ERROR = 1,
  RMW_RET_TIMEOUT = 2,
  RMW_RET_UNSUPPORTED = 3,
  RMW_RET_INVALID_ARGUMENT = 11
};

typedef struct rmw_init_options_t {
  size_t domain_id;
  uint32_t client_key; /* 0: one is made of the time */
} rmw_init_options_t;
rmw_init_options_t rmw_get_zero_initialized_init_options(void);

/* The session with the agent, and how long its calls wait, in ms. */
typedef struct rmw_context_t {
  struct xrce_session* session; /* null: not initialized */
  int create_timeout_ms;
  int destroy_timeout_ms;
} rmw_context_t;

/* See rmw_microros/continous_serialization.h. */
typedef void (*rmw_uros_continous_serialization_size)(uint32_t* length);
typedef void (*rmw_uros_continous_serialization)(struct xrce_cdr* to);

typedef struct rmw_publisher_t {
  int timeout_ms;
  rmw_uros_continous_serialization_size more_size; /* null: a message ends with its last member */
  rmw_uros_continous_serialization more;
} rmw_publisher_t;
typedef struct rmw_service_t {
  int timeout_ms;
} rmw_service_t;
typedef struct rmw_client_t {
  int timeout_ms;
} rmw_client_t;
typedef struct rmw_publisher_allocation_t {
  int unused;
} rmw_publisher_allocation_t;
typedef struct rmw_subscription_allocation_t {
  int unused;
} rmw_subscription_allocation_t;

typedef struct rmw_request_id_t {
  int8_t writer_guid[16];
  int64_t sequence_number;
} rmw_request_id_t;

typedef struct rmw_service_info_t {
  int64_t source_timestamp; /* 0: not known */
  int64_t received_timestamp;
  rmw_request_id_t request_id;
} rmw_service_info_t;

typedef struct rmw_message_info_t {
  int64_t received_timestamp;
} rmw_message_info_t;

typedef struct rmw_time_t {
  uint64_t sec;
  uint64_t nsec;
} rmw_time_t;

enum rmw_qos_reliability_policy_t {
  RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT
};
enum rmw_qos_history_policy_t {
  RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_HISTORY_KEEP_LAST,
  RMW_QOS_POLICY_HISTORY_KEEP_ALL
};
enum rmw_qos_durability_policy_t {
  RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL,
  RMW_QOS_POLICY_DURABILITY_VOLATILE
};
enum rmw_qos_liveliness_policy_t {
  RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
  RMW_QOS_POLICY_LIVELINESS_AUTOMATIC
};

typedef struct rmw_qos_profile_t {
  enum rmw_qos_history_policy_t history;
  size_t depth;
  enum rmw_qos_reliability_policy_t reliability;
  enum rmw_qos_durability_policy_t durability;
  rmw_time_t deadline;
  rmw_time_t lifespan;
  enum rmw_qos_liveliness_policy_t liveliness;
  rmw_time_t liveliness_lease_duration;
  bool avoid_ros_namespace_conventions;
} rmw_qos_profile_t;

extern const rmw_qos_profile_t rmw_qos_profile_default;
extern const rmw_qos_profile_t rmw_qos_profile_sensor_data;
extern const rmw_qos_profile_t rmw_qos_profile_services_default;
extern const rmw_qos_profile_t rmw_qos_profile_parameters;
extern const rmw_qos_profile_t rmw_qos_profile_parameter_events;
extern const rmw_qos_profile_t rmw_qos_profile_system_default;

#ifdef __cplusplus
}
#endif
#endif
