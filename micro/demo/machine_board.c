#include <rcl/error_handling.h>
#include <rmw_microros/rmw_microros.h>
#include <time.h>

#include "machine.h"
#ifdef BOARD_FREERTOS
#include "../boards/mps2_an385/freertos.h"
#define PLATFORM freertos_platform
#define LINE freertos_uart
#define STACK_USED freertos_stack_used
#else
#include "../boards/mps2_an385/board.h"
#define PLATFORM board_platform
#define LINE board_uart
#define STACK_USED board_stack_used
#endif

/* What rmw_microros asks of a board without a clock in its C library. */
int clock_gettime(clockid_t clock, struct timespec* now) {
  const uint32_t ms = PLATFORM.now_ms();
  (void)clock;
  now->tv_sec = ms / 1000;
  now->tv_nsec = (long)(ms % 1000) * 1000000;
  return 0;
}

static size_t write_line(struct uxrCustomTransport* transport, const uint8_t* from, size_t size,
                         uint8_t* error) {
  (void)transport;
  (void)error;
  return LINE.write(&LINE, from, size) ? size : 0;
}
static size_t read_line(struct uxrCustomTransport* transport, uint8_t* to, size_t size,
                        int timeout_ms, uint8_t* error) {
  (void)transport;
  (void)error;
  return LINE.read(&LINE, to, size, timeout_ms);
}
static bool open_line(struct uxrCustomTransport* transport) {
  (void)transport;
  return LINE.open(&LINE);
}

void machine_connect(rclc_support_t* support, uint32_t key, int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  (void)argc;
  (void)argv;
  CHECK(rcl_init_options_init(&options, allocator));
  rmw_init_options_t* rmw = rcl_init_options_get_rmw_init_options(&options);
  CHECK(rmw_uros_options_set_client_key(key, rmw));
  rmw_uros_set_custom_transport(MICROROS_TRANSPORTS_FRAMING_MODE, NULL, open_line, NULL, write_line,
                                read_line);
  while (rclc_support_init_with_options(support, 0, NULL, &options, &allocator) != RCL_RET_OK) {}
}

uint32_t machine_us(void) { return board_us(); }
void machine_tell(const char* name, uint32_t number) { board_print_number(name, number); }
void machine_end(void) {
  board_print_number("stack", STACK_USED());
  board_exit(0);
}
void machine_fail(const char* call) {
  board_print(call);
  board_print(": ");
  board_print(rcl_get_error_string().str);
  board_print("\n");
  board_exit(1);
}
