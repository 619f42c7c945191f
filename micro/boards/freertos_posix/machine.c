/* A program of the demo as a task of FreeRTOS that is a process of Linux. It reaches the agent over
 * UDP; while it waits for a message the task sleeps, a tick at a time, so that others run. */
#define _POSIX_C_SOURCE 200809L
#include <FreeRTOS.h>
#include <inttypes.h>
#include <rcl/error_handling.h>
#include <rmw_microros/rmw_microros.h>
#include <stdio.h>
#include <stdlib.h>
#include <task.h>
#include <time.h>
#include <unistd.h>

#include "../../demo/machine.h"
#include "../../transport/posix.h"

enum { STACK_WORDS = 16384 };

int freertos_program(int argc, char** argv);

static StackType_t stack[STACK_WORDS];
static StaticTask_t task_memory;
static xrce_posix_net net;
static const char* port;

void freertos_sleep_ms(uint32_t milliseconds) { vTaskDelay(pdMS_TO_TICKS(milliseconds)); }

static bool open_net(struct uxrCustomTransport* transport) {
  (void)transport;
  return net.link.open(&net.link);
}
static bool close_net(struct uxrCustomTransport* transport) {
  (void)transport;
  net.link.close(&net.link);
  return true;
}
static size_t write_net(struct uxrCustomTransport* transport, const uint8_t* from, size_t size,
                        uint8_t* error) {
  (void)transport;
  *error = !net.link.send(&net.link, from, size);
  return *error ? 0 : size;
}
static size_t read_net(struct uxrCustomTransport* transport, uint8_t* to, size_t size,
                       int timeout_ms, uint8_t* error) {
  (void)transport;
  (void)error;
  const TickType_t begin = xTaskGetTickCount();
  for (;;) {
    const size_t got = net.link.receive(&net.link, to, size, 0);
    if (got != 0 || xTaskGetTickCount() - begin >= (TickType_t)timeout_ms) return got;
    vTaskDelay(1);
  }
}

void machine_connect(rclc_support_t* support, uint32_t key, int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  (void)argc;
  (void)argv;
  xrce_posix_udp_init(&net, "127.0.0.1", port);
  CHECK(rcl_init_options_init(&options, allocator));
  CHECK(rmw_uros_options_set_client_key(key, rcl_init_options_get_rmw_init_options(&options)));
  CHECK(rmw_uros_set_custom_transport(MICROROS_TRANSPORTS_PACKET_MODE, NULL, open_net, close_net,
                                      write_net, read_net));
  while (rclc_support_init_with_options(support, 0, NULL, &options, &allocator) != RCL_RET_OK) {}
}

uint32_t machine_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)now.tv_sec * 1000000u + (uint32_t)(now.tv_nsec / 1000);
}
/* A tick may interrupt what waits inside of the C library: one call of the system instead. */
static void say(const char* text, int size) {
  if (size > 0 && write(1, text, (size_t)size) < 0) _exit(1);
}
void machine_tell(const char* name, uint32_t number) {
  char text[96];
  say(text, snprintf(text, sizeof(text), "%s %" PRIu32 "\n", name, number));
}
void machine_end(void) { _exit(0); }
void machine_fail(const char* call) {
  char text[256];
  say(text, snprintf(text, sizeof(text), "%s: %s\n", call, rcl_get_error_string().str));
  _exit(1);
}

void vApplicationIdleHook(void) { /* the processor is another process's until the next tick */
  const struct timespec tick = {0, 1000000};
  nanosleep(&tick, NULL);
}

static void run(void* nothing) {
  (void)nothing;
  freertos_program(0, NULL);
  _exit(1);
}

#undef main
int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s <port of the agent>\n", argv[0]);
    return 2;
  }
  port = argv[1];
  xTaskCreateStatic(run, "program", STACK_WORDS, NULL, 1, stack, &task_memory);
  vTaskStartScheduler();
  return 1;
}
