#include "board.h"

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t*)(address))
#define UART_DATA REGISTER(0x40004000u)
#define UART_STATE REGISTER(0x40004004u)
#define UART_CONTROL REGISTER(0x40004008u)
#define UART_INTERRUPT REGISTER(0x4000400cu)
#define UART_DIVIDER REGISTER(0x40004010u)
#define TIMER_CONTROL REGISTER(0x40000000u)
#define TIMER_VALUE REGISTER(0x40000004u)
#define TIMER_RELOAD REGISTER(0x40000008u)
#define SYS_TICK_CONTROL REGISTER(0xe000e010u)
#define SYS_TICK_RELOAD REGISTER(0xe000e014u)
#define ENABLED_INTERRUPTS REGISTER(0xe000e100u)
#define COUNTER REGISTER(0x40028018u)
#define COUNTER_PRESCALER REGISTER(0x4002801cu)

/* Bytes that may come in while the program does something else: a power of two. QEMU holds
 * back what has no room; a real line loses it. */
#ifndef BOARD_RING
#define BOARD_RING 16
#endif

enum { TRANSMIT_FULL = 1, RECEIVE_READY = 2, RECEIVE_INTERRUPT = 2 };
enum { TRANSMIT = 1, RECEIVE = 2, INTERRUPT_ON_RECEIVE = 8 };
enum { SEMIHOSTING_WRITE0 = 0x04, SEMIHOSTING_EXIT = 0x18 };

extern uint32_t link_stack_top[], link_data_begin[], link_data_end[], link_data_from[];
extern uint32_t link_zero_begin[], link_zero_end[];
int main(void);

static const uint32_t kPaint = 0xa5c35a3cu;

static volatile uint8_t ring[BOARD_RING];
static volatile uint16_t ring_in, ring_out; /* of all bytes so far; they wrap */

/* Until the next interrupt: a millisecond at most. */
static void sleep(void) { __asm__ volatile("wfi" : : : "memory"); }
static uint32_t now_ms(void) { return COUNTER; }
static void sleep_ms(uint32_t milliseconds) {
  const uint32_t begin = COUNTER;
  while (COUNTER - begin < milliseconds) sleep();
}
const xrce_platform board_platform = {now_ms, sleep_ms};

uint32_t board_us(void) { return (UINT32_MAX - TIMER_VALUE) / 25u; } /* it counts down */

/* Stores what has come in. Interrupts are off. */
static void pull(void) {
  while ((uint16_t)(ring_in - ring_out) < BOARD_RING && (UART_STATE & RECEIVE_READY)) {
    ring[ring_in % BOARD_RING] = (uint8_t)UART_DATA;
    ++ring_in;
  }
}
static bool open_uart(xrce_bytes* bytes) {
  (void)bytes;
  UART_DIVIDER = 16;
  UART_CONTROL = TRANSMIT | RECEIVE | INTERRUPT_ON_RECEIVE;
  ENABLED_INTERRUPTS = 1;
  return true;
}
static void close_uart(xrce_bytes* bytes) { (void)bytes; }
static bool write_uart(xrce_bytes* bytes, const uint8_t* from, size_t size) {
  (void)bytes;
  for (size_t i = 0; i < size; ++i) {
    while (UART_STATE & TRANSMIT_FULL) {}
    UART_DATA = from[i];
  }
  return true;
}
static size_t read_uart(xrce_bytes* bytes, uint8_t* to, size_t size, int timeout_ms) {
  (void)bytes;
  const uint32_t begin = COUNTER;
  size_t got = 0;
  for (;;) {
    __asm__ volatile("cpsid i" : : : "memory");
    pull();
    __asm__ volatile("cpsie i" : : : "memory");
    for (; got < size && ring_out != ring_in; ++ring_out) to[got++] = ring[ring_out % BOARD_RING];
    if (got != 0 || COUNTER - begin >= (uint32_t)timeout_ms) return got;
    sleep();
  }
}
xrce_bytes board_uart = {open_uart, close_uart, write_uart, read_uart};

static void ask_host(uint32_t what, uint32_t with) {
  register uint32_t r0 __asm__("r0") = what;
  register uint32_t r1 __asm__("r1") = with;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}
void board_print(const char* text) { ask_host(SEMIHOSTING_WRITE0, (uint32_t)(uintptr_t)text); }
void board_exit(int failed) {
  ask_host(SEMIHOSTING_EXIT, failed ? 0x20023u : 0x20026u); /* run time error, application exit */
  for (;;) {}
}
void board_print_number(const char* name, uint32_t number) {
  char text[12];
  char* at = text + sizeof(text) - 1;
  *at = 0;
  *--at = '\n';
  do {
    *--at = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0);
  board_print(name);
  board_print(" ");
  board_print(at);
}

/* The free memory between the zeros and the stack was painted at the start. */
uint32_t board_stack_used(void) {
  const uint32_t* at = link_zero_end;
  while (at < link_stack_top && *at == kPaint) ++at;
  return (uint32_t)((uintptr_t)link_stack_top - (uintptr_t)at);
}

__attribute__((noreturn)) void board_start(void) {
  const uint32_t* from = link_data_from;
  for (uint32_t* to = link_data_begin; to < link_data_end;) *to++ = *from++;
  for (uint32_t* to = link_zero_begin; to < link_zero_end;) *to++ = 0;
  for (uint32_t* to = link_zero_end; to < (uint32_t*)__builtin_frame_address(0) - 8;) {
    *to++ = kPaint;
  }
  COUNTER_PRESCALER = 24999; /* of 25 MHz: milliseconds */
  TIMER_RELOAD = UINT32_MAX;
  TIMER_VALUE = UINT32_MAX;
  TIMER_CONTROL = 1;
#ifndef BOARD_HAS_VECTORS
  SYS_TICK_RELOAD = 24999;
  SYS_TICK_CONTROL = 7; /* counts, interrupts, with the clock of the processor */
#endif
  main();
  board_exit(1);
  for (;;) {}
}
void board_fault(void) { board_exit(1); }

#ifndef BOARD_HAS_VECTORS
static void on_uart(void) {
  UART_INTERRUPT = RECEIVE_INTERRUPT;
  pull();
}
static void on_tick(void) {}
enum { SYS_TICK = 15, UART_RECEIVE = 16 };
__attribute__((section(".vectors"), used)) static const void* const kVectors[] = {
    [0] = link_stack_top,
    [1] = (const void*)board_start,
    [2] = (const void*)board_fault,
    [3] = (const void*)board_fault,
    [4] = (const void*)board_fault,
    [5] = (const void*)board_fault,
    [6] = (const void*)board_fault,
    [SYS_TICK] = (const void*)on_tick,
    [UART_RECEIVE] = (const void*)on_uart,
};
#endif
