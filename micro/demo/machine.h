/* Where a program of the demo runs: on a board under QEMU, or as a process of Linux. */
#ifndef RANVIER_MICRO_DEMO_MACHINE_H
#define RANVIER_MICRO_DEMO_MACHINE_H

#include <rclc/rclc.h>
#include <stdint.h>

/* Says how the agent is reached, and logs in, however long that takes. A process is given
 * the agent's port as its only argument. */
void machine_connect(rclc_support_t* support, uint32_t key, int argc, char** argv);
/* Microseconds of a clock that wraps. */
uint32_t machine_us(void);
/* Tells who runs the demo a number. */
void machine_tell(const char* name, uint32_t number);
/* Ends the program, and tells the stack that it used where that is known. */
__attribute__((noreturn)) void machine_end(void);
/* Ends it as failed, with what rcl says. */
__attribute__((noreturn)) void machine_fail(const char* call);

#ifdef BOARD_FREERTOS
#define main freertos_program /* a task runs it */
#endif

#define CHECK(call)                                                                                \
  if ((call) != RCL_RET_OK) machine_fail(#call)

#endif
