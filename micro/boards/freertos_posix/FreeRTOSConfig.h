/* FreeRTOS as a process of Linux, with static memory alone. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#include <limits.h>
#include <stdlib.h>

#define configTICK_RATE_HZ 1000u
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configMAX_PRIORITIES 3
#define configMINIMAL_STACK_SIZE 8192 /* words: a task is a thread */
#define configUSE_PREEMPTION 1
#define configUSE_IDLE_HOOK 1
#define configUSE_TICK_HOOK 0
#define configUSE_TIMERS 0
#define configUSE_TASK_NOTIFICATIONS 1
#define configSUPPORT_STATIC_ALLOCATION 1
#define configSUPPORT_DYNAMIC_ALLOCATION 0
#define configKERNEL_PROVIDED_STATIC_MEMORY 1
#define configASSERT(holds)                                                                        \
  if (!(holds)) abort()
#define INCLUDE_vTaskDelay 1

#endif
