/* Wait sets of rcl, and the samples that wait with them. */
#include "rcl/wait.h"

#include <string.h>

#include "codec.h"
#include "rmw.h"

enum { SUBSCRIPTIONS, GUARD_CONDITIONS, TIMERS, CLIENTS, SERVICES, EVENTS, KINDS };
enum { NS_OF_MS = 1000000, GUARD_CONDITION_MS = 5, LONGEST_MS = 1000 };

/* A sample as it came, with what precedes it. */
typedef struct kept {
  const rcl_endpoint_t* of; /* null: free */
  uint32_t order;
  uint16_t size;
  bool little_endian;
  uint8_t head[XRCE_REQUEST_HEAD];
  uint8_t bytes[XRCE_MTU];
} kept;
static kept samples[RMW_UXRCE_MAX_HISTORY];
static uint32_t orders;

static kept* oldest(const rcl_endpoint_t* of) {
  kept* found = NULL;
  for (size_t i = 0; i < RMW_UXRCE_MAX_HISTORY; ++i) {
    kept* one = &samples[i];
    if (one->of == of && (found == NULL || (int32_t)(one->order - found->order) < 0)) found = one;
  }
  return found;
}

/* With no room a best-effort sample takes the place of the oldest one of its endpoint; a reliable
 * one waits at the agent. */
static bool keep(const rcl_endpoint_t* of, bool overwrites, const xrce_cdr* sample,
                 const uint8_t* head) {
  const size_t size = xrce_cdr_left(sample);
  if (size > XRCE_MTU) {
    micro_error(RCL_RET_ERROR, "a sample was dropped: a wait set keeps no fragments");
    return true;
  }
  kept* at = oldest(NULL);
  if (at == NULL && overwrites) at = oldest(of);
  if (at == NULL) return overwrites;
  at->of = of;
  at->order = orders++;
  at->size = (uint16_t)size;
  at->little_endian = sample->swaps != xrce_machine_is_little_endian();
  memset(at->head, 0, sizeof(at->head));
  if (head != NULL) {
    memcpy(at->head, head,
           of->entity.kind == XRCE_REPLIER ? (size_t)XRCE_REQUEST_HEAD : (size_t)XRCE_REPLY_HEAD);
  }
  memcpy(at->bytes, sample->at, size);
  return true;
}

static micro_taken take_kept(const rcl_endpoint_t* of, const micro_type* type, void* message,
                             uint8_t* head) {
  kept* at = oldest(of);
  for (; type == NULL && at != NULL; at = oldest(of)) at->of = NULL;
  if (at == NULL) return MICRO_NOTHING_KEPT;
  xrce_cdr cdr;
  xrce_cdr_init(&cdr, at->bytes, at->size, at->little_endian);
  micro_get(type, message, &cdr);
  if (head != NULL) memcpy(head, at->head, sizeof(at->head));
  at->of = NULL;
  xrce_resume(of->context->session);
  if (!cdr.failed) return MICRO_TAKEN;
  micro_error(RCL_RET_ERROR, "a message was dropped: a string or sequence of it has no room");
  return MICRO_BROKEN;
}

static const void* places[RCL_MAX_WAIT_SET_ENTITIES];
static size_t places_used;

rcl_wait_set_t rcl_get_zero_initialized_wait_set(void) {
  rcl_wait_set_t set;
  memset(&set, 0, sizeof(set));
  return set;
}
bool rcl_wait_set_is_valid(const rcl_wait_set_t* set) {
  return set != NULL && set->context != NULL;
}

static size_t size_of(const rcl_wait_set_t* set) {
  return set->size_of_subscriptions + set->size_of_guard_conditions + set->size_of_timers +
         set->size_of_clients + set->size_of_services + set->size_of_events;
}

static void give_back(rcl_wait_set_t* set) {
  if (set->places != NULL && set->places + size_of(set) == places + places_used) {
    places_used -= size_of(set);
  }
}

static rcl_ret_t place(rcl_wait_set_t* set, const size_t sizes[KINDS]) {
  size_t all = 0;
  for (int i = 0; i < KINDS; ++i) all += sizes[i];
  if (all > RCL_MAX_WAIT_SET_ENTITIES - places_used) {
    return micro_error(RCL_RET_BAD_ALLOC, "too many entities: raise RCL_MAX_WAIT_SET_ENTITIES");
  }
  const void** at = places + places_used;
  places_used += all;
  set->places = at;
  set->subscriptions = (const rcl_subscription_t**)at;
  set->size_of_subscriptions = sizes[SUBSCRIPTIONS];
  set->guard_conditions = (const rcl_guard_condition_t**)(at += sizes[SUBSCRIPTIONS]);
  set->size_of_guard_conditions = sizes[GUARD_CONDITIONS];
  set->timers = (const rcl_timer_t**)(at += sizes[GUARD_CONDITIONS]);
  set->size_of_timers = sizes[TIMERS];
  set->clients = (const rcl_client_t**)(at += sizes[TIMERS]);
  set->size_of_clients = sizes[CLIENTS];
  set->services = (const rcl_service_t**)(at += sizes[CLIENTS]);
  set->size_of_services = sizes[SERVICES];
  set->events = (const rcl_event_t**)(at + sizes[SERVICES]);
  set->size_of_events = sizes[EVENTS];
  return rcl_wait_set_clear(set);
}

rcl_ret_t rcl_wait_set_init(rcl_wait_set_t* set, size_t subscriptions, size_t guard_conditions,
                            size_t timers, size_t clients, size_t services, size_t events,
                            rcl_context_t* context, rcl_allocator_t allocator) {
  (void)allocator;
  if (!rcl_context_is_valid(context)) {
    return micro_error(RCL_RET_NOT_INIT, "the context is not initialized");
  }
  if (rcl_wait_set_is_valid(set)) {
    return micro_error(RCL_RET_ALREADY_INIT, "the wait set is initialized already");
  }
  const size_t sizes[KINDS] = {subscriptions, guard_conditions, timers, clients, services, events};
  set->context = context;
  const rcl_ret_t ret = place(set, sizes);
  if (ret != RCL_RET_OK) {
    set->context = NULL;
    return ret;
  }
  micro_keep_sample = keep;
  micro_take_kept = take_kept;
  xrce_resume(context->rmw.session);
  return RCL_RET_OK;
}
rcl_ret_t rcl_wait_set_fini(rcl_wait_set_t* set) {
  give_back(set);
  *set = rcl_get_zero_initialized_wait_set();
  return RCL_RET_OK;
}
rcl_ret_t rcl_wait_set_resize(rcl_wait_set_t* set, size_t subscriptions, size_t guard_conditions,
                              size_t timers, size_t clients, size_t services, size_t events) {
  if (!rcl_wait_set_is_valid(set)) return RCL_RET_WAIT_SET_INVALID;
  const size_t sizes[KINDS] = {subscriptions, guard_conditions, timers, clients, services, events};
  give_back(set);
  return place(set, sizes);
}
rcl_ret_t rcl_wait_set_clear(rcl_wait_set_t* set) {
  if (!rcl_wait_set_is_valid(set)) return RCL_RET_WAIT_SET_INVALID;
  const size_t size = size_of(set);
  for (size_t i = 0; i < size; ++i) set->places[i] = NULL;
  memset(set->used, 0, sizeof(set->used));
  return RCL_RET_OK;
}

static rcl_ret_t add(rcl_wait_set_t* set, int kind, const void** at, size_t size, const void* one,
                     size_t* index) {
  if (!rcl_wait_set_is_valid(set)) return RCL_RET_WAIT_SET_INVALID;
  if (set->used[kind] == size) {
    return micro_error(RCL_RET_WAIT_SET_FULL, "the wait set was made for fewer: resize it");
  }
  if (index != NULL) *index = set->used[kind];
  at[set->used[kind]++] = one;
  return RCL_RET_OK;
}
rcl_ret_t rcl_wait_set_add_subscription(rcl_wait_set_t* set, const rcl_subscription_t* one,
                                        size_t* index) {
  return add(set, SUBSCRIPTIONS, (const void**)set->subscriptions, set->size_of_subscriptions, one,
             index);
}
rcl_ret_t rcl_wait_set_add_guard_condition(rcl_wait_set_t* set, const rcl_guard_condition_t* one,
                                           size_t* index) {
  return add(set, GUARD_CONDITIONS, (const void**)set->guard_conditions,
             set->size_of_guard_conditions, one, index);
}
rcl_ret_t rcl_wait_set_add_timer(rcl_wait_set_t* set, const rcl_timer_t* one, size_t* index) {
  return add(set, TIMERS, (const void**)set->timers, set->size_of_timers, one, index);
}
rcl_ret_t rcl_wait_set_add_client(rcl_wait_set_t* set, const rcl_client_t* one, size_t* index) {
  return add(set, CLIENTS, (const void**)set->clients, set->size_of_clients, one, index);
}
rcl_ret_t rcl_wait_set_add_service(rcl_wait_set_t* set, const rcl_service_t* one, size_t* index) {
  return add(set, SERVICES, (const void**)set->services, set->size_of_services, one, index);
}
rcl_ret_t rcl_wait_set_add_event(rcl_wait_set_t* set, const rcl_event_t* one, size_t* index) {
  (void)set;
  (void)one;
  (void)index;
  return micro_error(RCL_RET_UNSUPPORTED, "a client of an agent has no events");
}

static bool has_sample(const rcl_endpoint_t* of, const rcl_slot_t* slot) {
  return slot->full || oldest(of) != NULL;
}
static bool is_timer_ready(const rcl_timer_t* timer) {
  bool ready = false;
  rcl_timer_is_ready(timer, &ready);
  return ready;
}

/* Whether the entity at a place is ready. Places are in the order of the kinds. */
static bool is_ready(const rcl_wait_set_t* set, size_t at) {
  if (set->places[at] == NULL) return false;
  if (at < set->size_of_subscriptions) {
    return has_sample(&set->subscriptions[at]->of, &set->subscriptions[at]->slot);
  }
  at -= set->size_of_subscriptions;
  if (at < set->size_of_guard_conditions) return set->guard_conditions[at]->triggered;
  at -= set->size_of_guard_conditions;
  if (at < set->size_of_timers) return is_timer_ready(set->timers[at]);
  at -= set->size_of_timers;
  if (at < set->size_of_clients) return has_sample(&set->clients[at]->of, &set->clients[at]->slot);
  at -= set->size_of_clients;
  return at < set->size_of_services && has_sample(&set->services[at]->of, &set->services[at]->slot);
}

static bool is_any_ready(const rcl_wait_set_t* set) {
  const size_t size = size_of(set);
  for (size_t i = 0; i < size; ++i) {
    if (is_ready(set, i)) return true;
  }
  return false;
}
static bool is_empty(const rcl_wait_set_t* set) {
  for (int i = 0; i < KINDS; ++i) {
    if (set->used[i] != 0) return false;
  }
  return true;
}

/* How long there is nothing to do, in ms. */
static uint32_t until_due(const rcl_wait_set_t* set, int64_t left_ns) {
  for (size_t i = 0; i < set->size_of_timers; ++i) {
    const rcl_timer_t* timer = set->timers[i];
    if (timer == NULL || timer->canceled) continue;
    const int64_t due = timer->next_ns - micro_now_ns();
    if (due < left_ns) left_ns = due;
  }
  if (left_ns <= 0) return 0;
  uint32_t most = LONGEST_MS;
  if (left_ns < (int64_t)LONGEST_MS * NS_OF_MS) {
    most = ((uint32_t)left_ns + NS_OF_MS - 1u) / NS_OF_MS;
  }
  return set->used[GUARD_CONDITIONS] != 0 && most > GUARD_CONDITION_MS ? GUARD_CONDITION_MS : most;
}

rcl_ret_t rcl_wait(rcl_wait_set_t* set, int64_t timeout_ns) {
  if (!rcl_wait_set_is_valid(set)) return RCL_RET_WAIT_SET_INVALID;
  if (is_empty(set)) return micro_error(RCL_RET_WAIT_SET_EMPTY, "nothing is waited for");
  xrce_session* session = set->context->rmw.session;
  if (session == NULL) return micro_error(RCL_RET_NOT_INIT, "the context is not initialized");
  const int64_t begin = micro_now_ns();
  while (!is_any_ready(set)) {
    const int64_t spent = micro_now_ns() - begin;
    const int64_t left = timeout_ns < 0 ? (int64_t)LONGEST_MS * NS_OF_MS : timeout_ns - spent;
    const xrce_ret ret = xrce_spin(session, until_due(set, left));
    if (ret == XRCE_IN_CALLBACK) return micro_result(ret);
    if (left <= 0 && ret != XRCE_OK) break;
  }
  bool any = false;
  const size_t size = size_of(set);
  for (size_t i = 0; i < size; ++i) {
    if (is_ready(set, i)) {
      any = true;
    } else {
      set->places[i] = NULL;
    }
  }
  for (size_t i = 0; i < set->size_of_guard_conditions; ++i) {
    if (set->guard_conditions[i] == NULL) continue;
    ((rcl_guard_condition_t*)(uintptr_t)set->guard_conditions[i])->triggered = false;
  }
  return any ? RCL_RET_OK : RCL_RET_TIMEOUT;
}
