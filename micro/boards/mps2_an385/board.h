/* QEMU's mps2-an385 (Cortex-M3): its serial line, its clock, and the end of a program. */
#ifndef RANVIER_MICRO_BOARD_H
#define RANVIER_MICRO_BOARD_H

#include "ranvier_micro/transport/framed.h"

extern const xrce_platform board_platform;
/* Microseconds of a clock that wraps after 171 s. */
uint32_t board_us(void);
/* UART0. Who waits for it sleeps. */
extern xrce_bytes board_uart;

/* Ends the run; QEMU ends with 0 or 1. */
__attribute__((noreturn)) void board_exit(int failed);
/* Prints a text on QEMU's own output. */
void board_print(const char* text);
void board_print_number(const char* name, uint32_t number);
/* Bytes of the stack that were used so far, and of the data and zeros before it. */
uint32_t board_stack_used(void);

/* For vectors of one's own (BOARD_HAS_VECTORS): where a program starts, and where a fault ends
 * it. */
void board_start(void);
void board_fault(void);

#endif
