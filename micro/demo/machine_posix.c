#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <rcl/error_handling.h>
#include <rmw_microros/rmw_microros.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "machine.h"

void machine_connect(rclc_support_t* support, uint32_t key, int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  if (argc != 2) {
    fprintf(stderr, "usage: %s <port of the agent>\n", argv[0]);
    exit(2);
  }
  CHECK(rcl_init_options_init(&options, allocator));
  rmw_init_options_t* rmw = rcl_init_options_get_rmw_init_options(&options);
  CHECK(rmw_uros_options_set_client_key(key, rmw));
  CHECK(rmw_uros_options_set_udp_address("127.0.0.1", argv[1], rmw));
  while (rclc_support_init_with_options(support, 0, NULL, &options, &allocator) != RCL_RET_OK) {}
}

uint32_t machine_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)now.tv_sec * 1000000u + (uint32_t)(now.tv_nsec / 1000);
}
void machine_tell(const char* name, uint32_t number) {
  printf("%s %" PRIu32 "\n", name, number);
  fflush(stdout);
}
void machine_end(void) { exit(0); }
void machine_fail(const char* call) {
  fprintf(stderr, "%s: %s\n", call, rcl_get_error_string().str);
  exit(1);
}
