/* FreeRTOS on mps2-an385, with static memory alone. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

void board_exit(int failed);

#define configCPU_CLOCK_HZ 25000000u
#define configTICK_RATE_HZ 1000u
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configMAX_PRIORITIES 3
#define configMINIMAL_STACK_SIZE 96 /* words: the idle task */
#define configUSE_PREEMPTION 1
#define configUSE_IDLE_HOOK 1
#define configUSE_TICK_HOOK 0
#define configUSE_TIMERS 0
#define configUSE_TASK_NOTIFICATIONS 1
#define configUSE_STREAM_BUFFERS 1
#define configCHECK_FOR_STACK_OVERFLOW 2
#define configSUPPORT_STATIC_ALLOCATION 1
#define configSUPPORT_DYNAMIC_ALLOCATION 0
#define configKERNEL_PROVIDED_STATIC_MEMORY 1
#define configKERNEL_INTERRUPT_PRIORITY 255
#define configMAX_SYSCALL_INTERRUPT_PRIORITY 0x20
#define configASSERT(holds)                                                                        \
  if (!(holds)) board_exit(1)
#define INCLUDE_vTaskDelay 1
#define INCLUDE_uxTaskGetStackHighWaterMark 1

#endif
