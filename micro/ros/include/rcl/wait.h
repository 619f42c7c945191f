/* Wait sets. What comes in for their entities is kept until it is taken: as many samples, of
 * subscriptions, services and clients together, as RMW_UXRCE_MAX_HISTORY says. */
#ifndef RANVIER_MICRO_RCL_WAIT_H
#define RANVIER_MICRO_RCL_WAIT_H

#include "rcl/rcl.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef RMW_UXRCE_MAX_HISTORY
#define RMW_UXRCE_MAX_HISTORY 8
#endif
/* Entities of all wait sets together. */
#ifndef RCL_MAX_WAIT_SET_ENTITIES
#define RCL_MAX_WAIT_SET_ENTITIES 24
#endif

typedef struct rcl_event_t {
  int unused; /* a client has no events */
} rcl_event_t;

typedef struct rcl_wait_set_t {
  const rcl_subscription_t** subscriptions;
  size_t size_of_subscriptions;
  const rcl_guard_condition_t** guard_conditions;
  size_t size_of_guard_conditions;
  const rcl_timer_t** timers;
  size_t size_of_timers;
  const rcl_client_t** clients;
  size_t size_of_clients;
  const rcl_service_t** services;
  size_t size_of_services;
  const rcl_event_t** events;
  size_t size_of_events;
  rcl_context_t* context; /* null: not initialized */
  const void** places;    /* of all of them */
  size_t used[6];         /* of each kind, in the order above */
} rcl_wait_set_t;

rcl_wait_set_t rcl_get_zero_initialized_wait_set(void);
rcl_ret_t rcl_wait_set_init(rcl_wait_set_t* set, size_t subscriptions, size_t guard_conditions,
                            size_t timers, size_t clients, size_t services, size_t events,
                            rcl_context_t* context, rcl_allocator_t allocator);
rcl_ret_t rcl_wait_set_fini(rcl_wait_set_t* set);
bool rcl_wait_set_is_valid(const rcl_wait_set_t* set);
rcl_ret_t rcl_wait_set_clear(rcl_wait_set_t* set);
/* It is empty then. */
rcl_ret_t rcl_wait_set_resize(rcl_wait_set_t* set, size_t subscriptions, size_t guard_conditions,
                              size_t timers, size_t clients, size_t services, size_t events);
/* @param index  where it is; may be null. @return RCL_RET_WAIT_SET_FULL: its kind has no place. */
rcl_ret_t rcl_wait_set_add_subscription(rcl_wait_set_t* set, const rcl_subscription_t* one,
                                        size_t* index);
rcl_ret_t rcl_wait_set_add_guard_condition(rcl_wait_set_t* set, const rcl_guard_condition_t* one,
                                           size_t* index);
rcl_ret_t rcl_wait_set_add_timer(rcl_wait_set_t* set, const rcl_timer_t* one, size_t* index);
rcl_ret_t rcl_wait_set_add_client(rcl_wait_set_t* set, const rcl_client_t* one, size_t* index);
rcl_ret_t rcl_wait_set_add_service(rcl_wait_set_t* set, const rcl_service_t* one, size_t* index);
/* RCL_RET_UNSUPPORTED. */
rcl_ret_t rcl_wait_set_add_event(rcl_wait_set_t* set, const rcl_event_t* one, size_t* index);
/* Waits until something is ready. What is not ready is null afterwards; a guard condition that is
 * ready is triggered no more.
 * @param timeout_ns  0: only looks; negative: waits for ever.
 * @return RCL_RET_TIMEOUT: nothing is ready. */
rcl_ret_t rcl_wait(rcl_wait_set_t* set, int64_t timeout_ns);

#ifdef __cplusplus
}
#endif
#endif
