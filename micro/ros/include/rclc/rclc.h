/* rclc: the short way to a node, its endpoints and timers. */
#ifndef RANVIER_MICRO_RCLC_RCLC_H
#define RANVIER_MICRO_RCLC_RCLC_H

#include <stdio.h>

#include "rcl/error_handling.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RCLC_UNUSED(x) (void)(x)
/* Prints why a call of rcl failed, where a program has stdio. */
#define PRINT_RCLC_ERROR(rclc, rcl)                                                                \
  ((void)printf("[" #rclc "] " #rcl ": %s\n", rcl_get_error_string().str), rcl_reset_error())
#define PRINT_RCLC_WARN(rclc, rcl) PRINT_RCLC_ERROR(rclc, rcl)

typedef struct rclc_support_t {
  rcl_context_t context;
  rcl_allocator_t* allocator;
  rcl_clock_t clock;
} rclc_support_t;

/* Logs in. Fails if no agent answers within RMW_UXRCE_LOGIN_TIMEOUT ms. */
rcl_ret_t rclc_support_init(rclc_support_t* support, int argc, char const* const* argv,
                            rcl_allocator_t* allocator);
rcl_ret_t rclc_support_init_with_options(rclc_support_t* support, int argc, char const* const* argv,
                                         rcl_init_options_t* options, rcl_allocator_t* allocator);
rcl_ret_t rclc_support_fini(rclc_support_t* support);

/* Names are copied; one that is longer than its room is refused, with the number to raise. */
rcl_ret_t rclc_node_init_default(rcl_node_t* node, const char* name, const char* space,
                                 rclc_support_t* support);
rcl_ret_t rclc_node_init_with_options(rcl_node_t* node, const char* name, const char* space,
                                      rclc_support_t* support, rcl_node_options_t* options);

rcl_ret_t rclc_publisher_init(rcl_publisher_t* publisher, const rcl_node_t* node,
                              const rosidl_message_type_support_t* type, const char* topic,
                              const rmw_qos_profile_t* qos);
rcl_ret_t rclc_publisher_init_default(rcl_publisher_t* publisher, const rcl_node_t* node,
                                      const rosidl_message_type_support_t* type, const char* topic);
rcl_ret_t rclc_publisher_init_best_effort(rcl_publisher_t* publisher, const rcl_node_t* node,
                                          const rosidl_message_type_support_t* type,
                                          const char* topic);

rcl_ret_t rclc_subscription_init(rcl_subscription_t* subscription, rcl_node_t* node,
                                 const rosidl_message_type_support_t* type, const char* topic,
                                 const rmw_qos_profile_t* qos);
rcl_ret_t rclc_subscription_init_default(rcl_subscription_t* subscription, rcl_node_t* node,
                                         const rosidl_message_type_support_t* type,
                                         const char* topic);
rcl_ret_t rclc_subscription_init_best_effort(rcl_subscription_t* subscription, rcl_node_t* node,
                                             const rosidl_message_type_support_t* type,
                                             const char* topic);

rcl_ret_t rclc_service_init(rcl_service_t* service, const rcl_node_t* node,
                            const rosidl_service_type_support_t* type, const char* name,
                            const rmw_qos_profile_t* qos);
rcl_ret_t rclc_service_init_default(rcl_service_t* service, const rcl_node_t* node,
                                    const rosidl_service_type_support_t* type, const char* name);
rcl_ret_t rclc_service_init_best_effort(rcl_service_t* service, const rcl_node_t* node,
                                        const rosidl_service_type_support_t* type,
                                        const char* name);

rcl_ret_t rclc_client_init(rcl_client_t* client, const rcl_node_t* node,
                           const rosidl_service_type_support_t* type, const char* name,
                           const rmw_qos_profile_t* qos);
rcl_ret_t rclc_client_init_default(rcl_client_t* client, const rcl_node_t* node,
                                   const rosidl_service_type_support_t* type, const char* name);
rcl_ret_t rclc_client_init_best_effort(rcl_client_t* client, const rcl_node_t* node,
                                       const rosidl_service_type_support_t* type, const char* name);

rcl_ret_t rclc_timer_init_default(rcl_timer_t* timer, rclc_support_t* support, uint64_t period_ns,
                                  rcl_timer_callback_t callback);
rcl_ret_t rclc_timer_init_default2(rcl_timer_t* timer, rclc_support_t* support, uint64_t period_ns,
                                   rcl_timer_callback_t callback, bool autostart);
void rclc_sleep_ms(unsigned int milliseconds);

#ifdef __cplusplus
}
#endif
#endif
