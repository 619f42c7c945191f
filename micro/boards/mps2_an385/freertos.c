#include "freertos.h"

#include <FreeRTOS.h>
#include <stream_buffer.h>
#include <task.h>

#define REGISTER(address) (*(volatile uint32_t*)(address))
#define UART_DATA REGISTER(0x40004000u)
#define UART_STATE REGISTER(0x40004004u)
#define UART_CONTROL REGISTER(0x40004008u)
#define UART_INTERRUPT REGISTER(0x4000400cu)
#define UART_DIVIDER REGISTER(0x40004010u)
#define ENABLED_INTERRUPTS REGISTER(0xe000e100u)
#define INTERRUPT_PRIORITIES REGISTER(0xe000e400u) /* of the first four */

enum { RECEIVE_READY = 2, RECEIVE_INTERRUPT = 2 };
enum { TRANSMIT = 1, RECEIVE = 2, INTERRUPT_ON_RECEIVE = 8 };
enum { UART_PRIORITY = 0x40 }; /* below configMAX_SYSCALL_INTERRUPT_PRIORITY: it may call */
enum { STACK_WORDS = 512, RING_BYTES = 512 };

static StackType_t stack[STACK_WORDS];
static StaticTask_t task_memory;
static TaskHandle_t task;
static uint8_t ring_bytes[RING_BYTES + 1];
static StaticStreamBuffer_t ring_memory;
static StreamBufferHandle_t ring;

static uint32_t now_ms(void) { return xTaskGetTickCount(); }
static void sleep_ms(uint32_t milliseconds) { vTaskDelay(pdMS_TO_TICKS(milliseconds)); }
const xrce_platform freertos_platform = {now_ms, sleep_ms};
void freertos_sleep_ms(uint32_t milliseconds) { sleep_ms(milliseconds); }

static void on_uart(void) {
  BaseType_t woken = pdFALSE;
  UART_INTERRUPT = RECEIVE_INTERRUPT;
  while (UART_STATE & RECEIVE_READY) {
    const uint8_t byte = (uint8_t)UART_DATA;
    xStreamBufferSendFromISR(ring, &byte, 1, &woken);
  }
  portYIELD_FROM_ISR(woken);
}

static bool open_uart(xrce_bytes* bytes) {
  (void)bytes;
  UART_DIVIDER = 16;
  UART_CONTROL = TRANSMIT | RECEIVE | INTERRUPT_ON_RECEIVE;
  INTERRUPT_PRIORITIES = UART_PRIORITY;
  ENABLED_INTERRUPTS = 1;
  return true;
}
static void close_uart(xrce_bytes* bytes) { (void)bytes; }
static bool write_uart(xrce_bytes* bytes, const uint8_t* from, size_t size) {
  return board_uart.write(bytes, from, size);
}
static size_t read_uart(xrce_bytes* bytes, uint8_t* to, size_t size, int timeout_ms) {
  (void)bytes;
  return xStreamBufferReceive(ring, to, size, pdMS_TO_TICKS((uint32_t)timeout_ms));
}
xrce_bytes freertos_uart = {open_uart, close_uart, write_uart, read_uart};

uint32_t freertos_stack_used(void) {
  return (STACK_WORDS - (uint32_t)uxTaskGetStackHighWaterMark(task)) * sizeof(StackType_t);
}

void vApplicationStackOverflowHook(TaskHandle_t of, char* name) {
  (void)of;
  board_print(name);
  board_print(": its stack is too small\n");
  board_exit(1);
}

void vApplicationIdleHook(void) { __asm__ volatile("wfi" : : : "memory"); }

static void run(void* nothing) {
  (void)nothing;
  freertos_program(0, NULL);
  board_exit(1);
}

int main(void) {
  ring = xStreamBufferCreateStatic(sizeof(ring_bytes), 1, ring_bytes, &ring_memory);
  task = xTaskCreateStatic(run, "program", STACK_WORDS, NULL, 1, stack, &task_memory);
  vTaskStartScheduler();
  return 1;
}

void vPortSVCHandler(void);
void xPortPendSVHandler(void);
void xPortSysTickHandler(void);
extern uint32_t link_stack_top[];
enum { SVC = 11, PEND_SV = 14, SYS_TICK = 15, UART_RECEIVE = 16 };
__attribute__((section(".vectors"), used)) static const void* const kVectors[] = {
    [0] = link_stack_top,
    [1] = (const void*)board_start,
    [2] = (const void*)board_fault,
    [3] = (const void*)board_fault,
    [4] = (const void*)board_fault,
    [5] = (const void*)board_fault,
    [6] = (const void*)board_fault,
    [SVC] = (const void*)vPortSVCHandler,
    [PEND_SV] = (const void*)xPortPendSVHandler,
    [SYS_TICK] = (const void*)xPortSysTickHandler,
    [UART_RECEIVE] = (const void*)on_uart,
};
