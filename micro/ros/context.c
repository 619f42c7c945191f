/* Contexts, their options, and the allocator of a program. */
#ifdef RANVIER_MICRO_POSIX
#include <stdlib.h>
#endif
#include <string.h>

#include "rmw.h"
#include "rmw_microros/rmw_microros.h"

rcl_allocator_t rcutils_get_zero_initialized_allocator(void) {
  const rcl_allocator_t none = {NULL, NULL, NULL, NULL, NULL};
  return none;
}

#ifdef RANVIER_MICRO_POSIX /* a board has a heap where its program brings one */
static void* allocate(size_t size, void* state) {
  (void)state;
  return malloc(size);
}
static void deallocate(void* pointer, void* state) {
  (void)state;
  free(pointer);
}
static void* reallocate(void* pointer, size_t size, void* state) {
  (void)state;
  return realloc(pointer, size);
}
static void* zero_allocate(size_t count, size_t size, void* state) {
  (void)state;
  return calloc(count, size);
}
static rcl_allocator_t usual = {allocate, deallocate, reallocate, zero_allocate, NULL};
#else
static rcl_allocator_t usual;
#endif
rcl_allocator_t rcl_get_default_allocator(void) { return usual; }
rcutils_allocator_t rcutils_get_default_allocator(void) { return usual; }
bool rcutils_allocator_is_valid(const rcutils_allocator_t* allocator) {
  return allocator != NULL && allocator->allocate != NULL && allocator->deallocate != NULL &&
         allocator->reallocate != NULL && allocator->zero_allocate != NULL;
}
bool rcutils_set_default_allocator(rcutils_allocator_t* allocator) {
  if (!rcutils_allocator_is_valid(allocator)) return false;
  usual = *allocator;
  return true;
}

rcl_init_options_t rcl_get_zero_initialized_init_options(void) {
  const rcl_init_options_t none = {{0, 0}};
  return none;
}
rcl_ret_t rcl_init_options_init(rcl_init_options_t* options, rcl_allocator_t allocator) {
  (void)allocator;
  *options = rcl_get_zero_initialized_init_options();
  return RCL_RET_OK;
}
rcl_ret_t rcl_init_options_fini(rcl_init_options_t* options) {
  (void)options;
  return RCL_RET_OK;
}
rcl_ret_t rcl_init_options_set_domain_id(rcl_init_options_t* options, size_t domain) {
  if (domain > 232) return micro_error(RCL_RET_INVALID_ARGUMENT, "a domain is from 0 to 232");
  options->rmw.domain_id = domain;
  return RCL_RET_OK;
}
rmw_init_options_t* rcl_init_options_get_rmw_init_options(rcl_init_options_t* options) {
  return &options->rmw;
}
rmw_context_t* rcl_context_get_rmw_context(rcl_context_t* context) { return &context->rmw; }
bool rcl_context_is_valid(const rcl_context_t* context) { return context->rmw.session != NULL; }

rcl_context_t rcl_get_zero_initialized_context(void) {
  rcl_context_t context;
  memset(&context, 0, sizeof(context));
  return context;
}
rcl_ret_t rcl_init(int argc, char const* const* argv, const rcl_init_options_t* options,
                   rcl_context_t* context) {
  (void)argc;
  (void)argv;
  *context = rcl_get_zero_initialized_context();
  return micro_log_in(&options->rmw, &context->rmw);
}
rcl_ret_t rcl_shutdown(rcl_context_t* context) {
  if (!rcl_context_is_valid(context)) {
    return micro_error(RCL_RET_ALREADY_SHUTDOWN, "the context is shut down already");
  }
  micro_log_out(&context->rmw);
  return RCL_RET_OK;
}
rcl_ret_t rcl_context_fini(rcl_context_t* context) {
  micro_log_out(&context->rmw);
  return RCL_RET_OK;
}

rcl_ret_t rclc_support_init_with_options(rclc_support_t* support, int argc, char const* const* argv,
                                         rcl_init_options_t* options, rcl_allocator_t* allocator) {
  (void)argc;
  (void)argv;
  memset(support, 0, sizeof(*support));
  support->allocator = allocator;
  support->clock.type = RCL_STEADY_TIME;
  return micro_log_in(&options->rmw, &support->context.rmw);
}
rcl_ret_t rclc_support_init(rclc_support_t* support, int argc, char const* const* argv,
                            rcl_allocator_t* allocator) {
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  return rclc_support_init_with_options(support, argc, argv, &options, allocator);
}
rcl_ret_t rclc_support_fini(rclc_support_t* support) {
  micro_log_out(&support->context.rmw);
  return RCL_RET_OK;
}

rcl_ret_t rcl_clock_init(rcl_clock_type_t type, rcl_clock_t* clock, rcl_allocator_t* allocator) {
  (void)allocator;
  if (type == RCL_CLOCK_UNINITIALIZED) {
    return micro_error(RCL_RET_INVALID_ARGUMENT, "a clock has a type");
  }
  clock->type = type;
  return RCL_RET_OK;
}
rcl_ret_t rcl_clock_fini(rcl_clock_t* clock) {
  clock->type = RCL_CLOCK_UNINITIALIZED;
  return RCL_RET_OK;
}
bool rcl_clock_valid(rcl_clock_t* clock) {
  return clock != NULL && clock->type != RCL_CLOCK_UNINITIALIZED;
}
rcl_ret_t rcl_clock_get_now(rcl_clock_t* clock, rcl_time_point_value_t* now) {
  if (!rcl_clock_valid(clock))
    return micro_error(RCL_RET_INVALID_ARGUMENT, "the clock is not initialized");
  *now = clock->type == RCL_STEADY_TIME ? micro_now_ns() : rmw_uros_epoch_nanos();
  if (clock->type == RCL_STEADY_TIME || rmw_uros_epoch_synchronized()) return RCL_RET_OK;
  return micro_error(RCL_RET_ERROR, "the agent's time is not known: call rmw_uros_sync_session()");
}
int32_t rcutils_steady_time_now(rcutils_time_point_value_t* now) {
  *now = micro_now_ns();
  return RCL_RET_OK;
}
int32_t rcutils_system_time_now(rcutils_time_point_value_t* now) {
  rcl_clock_t clock = {RCL_SYSTEM_TIME};
  return rcl_clock_get_now(&clock, now);
}
