/* The program as a task of FreeRTOS: it sleeps while it waits, in the transport and nowhere
 * else. What is main() elsewhere is freertos_program() here. */
#ifndef RANVIER_MICRO_BOARD_FREERTOS_H
#define RANVIER_MICRO_BOARD_FREERTOS_H

#include "board.h"

extern const xrce_platform freertos_platform;
/* UART0; its interrupt stores what comes in. */
extern xrce_bytes freertos_uart;
/* Bytes of the task's stack that were used so far. */
uint32_t freertos_stack_used(void);
/* Of the program. */
int freertos_program(int argc, char** argv);

#endif
