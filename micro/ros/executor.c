/* The executor: what is ready, and running it. */
#include "executor.h"

#include <string.h>

#include "rmw.h"

enum { NS_OF_MS = 1000000, MOST_AT_ONCE = 16 };

static rclc_executor_handle_t pool[RCLC_MAX_HANDLES];
static size_t pool_used;

rclc_executor_t rclc_executor_get_zero_initialized_executor(void) {
  rclc_executor_t executor;
  memset(&executor, 0, sizeof(executor));
  return executor;
}

rcl_ret_t rclc_executor_init(rclc_executor_t* executor, rcl_context_t* context, size_t handles,
                             const rcl_allocator_t* allocator) {
  (void)allocator;
  *executor = rclc_executor_get_zero_initialized_executor();
  if (handles == 0) return micro_error(RCL_RET_INVALID_ARGUMENT, "an executor has handles");
  if (handles > RCLC_MAX_HANDLES - pool_used) {
    return micro_error(RCL_RET_BAD_ALLOC, "too many handles: raise RCLC_MAX_HANDLES");
  }
  executor->context = context;
  executor->handles = pool + pool_used;
  executor->max_handles = handles;
  executor->timeout_ns = (uint64_t)1000 * NS_OF_MS;
  executor->trigger_function = rclc_executor_trigger_any;
  pool_used += handles;
  return RCL_RET_OK;
}

/* The handles of the executor that was made last are free again. */
rcl_ret_t rclc_executor_fini(rclc_executor_t* executor) {
  if (executor->handles != NULL && executor->handles + executor->max_handles == pool + pool_used) {
    pool_used -= executor->max_handles;
  }
  *executor = rclc_executor_get_zero_initialized_executor();
  return RCL_RET_OK;
}

rcl_ret_t rclc_executor_set_timeout(rclc_executor_t* executor, uint64_t timeout_ns) {
  executor->timeout_ns = timeout_ns;
  return RCL_RET_OK;
}
rcl_ret_t rclc_executor_set_semantics(rclc_executor_t* executor,
                                      rclc_executor_semantics_t semantics) {
  executor->data_comm_semantics = semantics;
  return RCL_RET_OK;
}

/* Whether a full subscription keeps its newest message: with any trigger but those that run
 * what is ready at once. */
void micro_set_overwriting(const rclc_executor_t* executor) {
  const rclc_executor_trigger_t trigger = executor->trigger_function;
  if (trigger == rclc_executor_trigger_any || trigger == rclc_executor_trigger_always) return;
  for (size_t i = 0; i < executor->index; ++i) {
    const rclc_executor_handle_t* handle = &executor->handles[i];
    if (handle->type <= RCLC_SUBSCRIPTION_WITH_CONTEXT &&
        (handle->subscription->of.entity.qos & XRCE_QOS_KEEP_LAST)) {
      handle->subscription->slot.overwrites = true;
    }
  }
}
rcl_ret_t rclc_executor_set_trigger(rclc_executor_t* executor, rclc_executor_trigger_t trigger,
                                    void* object) {
  executor->trigger_function = trigger;
  executor->trigger_object = object;
  micro_set_overwriting(executor);
  return RCL_RET_OK;
}

bool rclc_executor_trigger_any(rclc_executor_handle_t* handles, unsigned int size, void* object) {
  (void)object;
  for (unsigned int i = 0; i < size; ++i) {
    if (handles[i].initialized && handles[i].data_available) return true;
  }
  return false;
}
bool rclc_executor_trigger_all(rclc_executor_handle_t* handles, unsigned int size, void* object) {
  (void)object;
  for (unsigned int i = 0; i < size; ++i) {
    if (handles[i].initialized && !handles[i].data_available) return false;
  }
  return true;
}
bool rclc_executor_trigger_one(rclc_executor_handle_t* handles, unsigned int size, void* object) {
  for (unsigned int i = 0; i < size; ++i) {
    if (handles[i].initialized && handles[i].data_available &&
        rclc_executor_handle_get_ptr(&handles[i]) == object) {
      return true;
    }
  }
  return false;
}
bool rclc_executor_trigger_always(rclc_executor_handle_t* handles, unsigned int size,
                                  void* object) {
  (void)handles;
  (void)size;
  (void)object;
  return true;
}
void* rclc_executor_handle_get_ptr(rclc_executor_handle_t* handle) { return handle->subscription; }

rcl_ret_t rclc_executor_prepare(rclc_executor_t* executor) {
  return executor->handles != NULL ? RCL_RET_OK : RCL_RET_ERROR;
}

/* Where what comes in for a handle waits; null for a timer. */
static rcl_slot_t* slot_of(const rclc_executor_handle_t* handle) {
  switch (handle->type) {
    case RCLC_SUBSCRIPTION:
    case RCLC_SUBSCRIPTION_WITH_CONTEXT: return &handle->subscription->slot;
    case RCLC_CLIENT:
    case RCLC_CLIENT_WITH_REQUEST_ID: return &handle->client->slot;
    case RCLC_SERVICE:
    case RCLC_SERVICE_WITH_REQUEST_ID:
    case RCLC_SERVICE_WITH_CONTEXT: return &handle->service->slot;
    default: return NULL;
  }
}

static bool is_action(const rclc_executor_handle_t* handle) {
  return handle->type == RCLC_ACTION_CLIENT || handle->type == RCLC_ACTION_SERVER;
}

static bool is_ready(const rclc_executor_handle_t* handle) {
  bool ready = false;
  const rcl_slot_t* slot = slot_of(handle);
  if (slot != NULL) return slot->full;
  if (is_action(handle)) return handle->calls->is_ready(handle->subscription);
  if (handle->type == RCLC_GUARD_CONDITION) return handle->gc->triggered;
  rcl_timer_is_ready(handle->timer, &ready);
  return ready;
}

/* Notes what is ready. @return whether anything is. */
static bool look(rclc_executor_t* executor) {
  bool any = false;
  for (size_t i = 0; i < executor->index; ++i) {
    executor->handles[i].data_available = is_ready(&executor->handles[i]);
    any = any || executor->handles[i].data_available;
  }
  return any;
}

static rcl_ret_t serve(rclc_executor_handle_t* handle) {
  rcl_service_t* service = handle->service;
  rmw_request_id_t id;
  micro_request_id(service->head, &id);
  if (handle->type == RCLC_SERVICE) {
    handle->service_callback(handle->data, handle->response);
  } else if (handle->type == RCLC_SERVICE_WITH_REQUEST_ID) {
    handle->service_callback_with_request_id(handle->data, &id, handle->response);
  } else {
    handle->service_callback_with_context(handle->data, handle->response, handle->callback_context);
  }
  return rcl_send_response(service, &id, handle->response);
}

static void tell_reply(const rclc_executor_handle_t* handle) {
  if (handle->type == RCLC_CLIENT) {
    handle->client_callback(handle->data);
    return;
  }
  rmw_request_id_t id;
  memset(&id, 0, sizeof(id));
  id.sequence_number = handle->client->answered;
  handle->client_callback_with_request_id(handle->data, &id);
}

static rcl_ret_t run(rclc_executor_handle_t* handle) {
  const bool ready = handle->data_available;
  if (!ready && handle->invocation != ALWAYS) return RCL_RET_OK;
  rcl_ret_t ret = RCL_RET_OK;
  const void* message = ready ? handle->data : NULL;
  rcl_slot_t* slot = slot_of(handle);
  if (slot != NULL) slot->busy = true; /* what the callback publishes may wait, and take samples */
  switch (handle->type) {
    case RCLC_SUBSCRIPTION: handle->subscription_callback(message); break;
    case RCLC_SUBSCRIPTION_WITH_CONTEXT:
      handle->subscription_callback_with_context(message, handle->callback_context);
      break;
    case RCLC_TIMER: rcl_timer_call(handle->timer); break;
    case RCLC_GUARD_CONDITION:
      handle->gc->triggered = false; /* before: the callback may be asked for again */
      handle->gc_callback();
      break;
    case RCLC_ACTION_CLIENT:
    case RCLC_ACTION_SERVER: handle->calls->run(handle->subscription); break;
    case RCLC_CLIENT:
    case RCLC_CLIENT_WITH_REQUEST_ID: tell_reply(handle); break;
    default: ret = serve(handle); break;
  }
  if (slot != NULL) slot->busy = false;
  if (slot != NULL && ready) slot->full = false;
  handle->data_available = false;
  return ret;
}

/* Asks the trigger, and runs what it lets through, in the order of adding. */
static rcl_ret_t run_round(rclc_executor_t* executor) {
  look(executor);
  if (!executor->trigger_function(executor->handles, (unsigned int)executor->index,
                                  executor->trigger_object)) {
    return RCL_RET_OK;
  }
  const bool let = executor->data_comm_semantics == RCLC_SEMANTICS_LOGICAL_EXECUTION_TIME;
  for (size_t i = 0; i < executor->index; ++i) {
    rclc_executor_handle_t* handle = &executor->handles[i];
    if (!let) handle->data_available = is_ready(handle);
    const rcl_ret_t ret = run(handle);
    if (ret != RCL_RET_OK) return ret;
  }
  xrce_resume(executor->context->rmw.session);
  return RCL_RET_OK;
}

/* How long there is nothing to do for timers and guard conditions, in ms, up to `most`. */
static uint32_t until_due(const rclc_executor_t* executor, uint32_t most) {
  const int64_t now = micro_now_ns();
  for (size_t i = 0; i < executor->index; ++i) {
    const rclc_executor_handle_t* handle = &executor->handles[i];
    if (handle->type == RCLC_GUARD_CONDITION && most > RCLC_GUARD_CONDITION_MS) {
      most = RCLC_GUARD_CONDITION_MS;
    }
    if (handle->type != RCLC_TIMER || handle->timer->canceled) continue;
    const int64_t left = handle->timer->next_ns - now;
    if (left >= (int64_t)most * NS_OF_MS) continue;
    most = left <= 0 ? 0 : ((uint32_t)left + NS_OF_MS - 1u) / NS_OF_MS;
  }
  return most;
}

static rcl_ret_t spin_ms(rclc_executor_t* executor, uint32_t timeout_ms) {
  xrce_session* session = executor->context == NULL ? NULL : executor->context->rmw.session;
  if (session == NULL) return micro_error(RCL_RET_NOT_INIT, "the context is not initialized");
  const uint32_t begin = micro_platform.now_ms();
  while (!look(executor)) {
    if (executor->waits != NULL && *executor->waits) xrce_resume(session);
    const uint32_t spent = micro_platform.now_ms() - begin;
    if (spent >= timeout_ms && xrce_spin(session, 0) != XRCE_OK) break;
    if (spent >= timeout_ms) continue;
    xrce_spin(session, until_due(executor, timeout_ms - spent));
  }
  /* What came together is one round; a link that is never silent does not hold it up. */
  for (int i = 0; i < MOST_AT_ONCE && xrce_spin(session, 0) == XRCE_OK; ++i) {}
  return run_round(executor);
}

/* Nanoseconds to whole ms without a division of 64 bits; long times are cut. */
static uint32_t ms_of(uint64_t ns) {
  const uint64_t most = (uint64_t)4000 * NS_OF_MS;
  return ns >= most ? 4000u : (uint32_t)ns / NS_OF_MS;
}

rcl_ret_t rclc_executor_spin_some(rclc_executor_t* executor, uint64_t timeout_ns) {
  return spin_ms(executor, ms_of(timeout_ns));
}
rcl_ret_t rclc_executor_spin(rclc_executor_t* executor) {
  rcl_ret_t ret;
  do {
    ret = rclc_executor_spin_some(executor, executor->timeout_ns);
  } while (ret == RCL_RET_OK || ret == RCL_RET_TIMEOUT);
  return ret;
}

/* Until the period is over it goes on with the session, so that nothing waits there. */
rcl_ret_t rclc_executor_spin_one_period(rclc_executor_t* executor, uint64_t period_ns) {
  if (executor->invocation_time == 0) executor->invocation_time = micro_now_ns();
  const rcl_ret_t ret = rclc_executor_spin_some(executor, executor->timeout_ns);
  executor->invocation_time += (int64_t)period_ns;
  const int64_t left = executor->invocation_time - micro_now_ns();
  if (left > 0) micro_platform.sleep_ms(ms_of((uint64_t)left));
  if (left < -(int64_t)period_ns) executor->invocation_time = micro_now_ns();
  return ret;
}
rcl_ret_t rclc_executor_spin_period(rclc_executor_t* executor, uint64_t period_ns) {
  rcl_ret_t ret;
  do {
    ret = rclc_executor_spin_one_period(executor, period_ns);
  } while (ret == RCL_RET_OK || ret == RCL_RET_TIMEOUT);
  return ret;
}
