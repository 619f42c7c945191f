/* What the sources of the executor share with those of what it runs. */
#ifndef RANVIER_MICRO_ROS_EXECUTOR_H
#define RANVIER_MICRO_ROS_EXECUTOR_H

#include "rclc/executor.h"

/* What the executor asks of an action client or server, whose sources it does not need. */
typedef struct micro_calls {
  bool (*is_ready)(const void* object);
  void (*run)(void* object);
} micro_calls;

/* A handle for an object; null, with the error noted, if none is free. */
rclc_executor_handle_t* micro_new_handle(rclc_executor_t* executor,
                                         rclc_executor_handle_type_t type, void* object);
/* A subscription that is full keeps its newest message, where the trigger may let it wait. */
void micro_set_overwriting(const rclc_executor_t* executor);

#endif
