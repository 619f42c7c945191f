/* The way to the agent that Kconfig chooses, by the names of micro-ROS's module. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rmw_microros/rmw_microros.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device;

#ifdef CONFIG_MICROROS_TRANSPORT_UDP
#define MICRO_ROS_FRAMING_REQUIRED false
/* An agent: its address is IPv4. */
typedef struct zephyr_transport_params_t {
  int socket;
  char ip[16];
  char port[6];
} zephyr_transport_params_t;
__attribute__((unused)) static zephyr_transport_params_t default_params = {
    -1, CONFIG_MICROROS_AGENT_IP, CONFIG_MICROROS_AGENT_PORT};
#elif defined(CONFIG_MICROROS_TRANSPORT_SERIAL) || defined(CONFIG_MICROROS_TRANSPORT_SERIAL_USB)
#define MICRO_ROS_FRAMING_REQUIRED true
/* A line: without a device that of the devicetree. `fd` is not looked at. */
typedef struct zephyr_transport_params_t {
  size_t fd;
  const struct device* uart_dev;
} zephyr_transport_params_t;
__attribute__((unused)) static zephyr_transport_params_t default_params;
#else
#error                                                                                             \
    "microros_transports.h has no way to the agent: set CONFIG_MICROROS_TRANSPORT_SERIAL, \
CONFIG_MICROROS_TRANSPORT_SERIAL_USB or CONFIG_MICROROS_TRANSPORT_UDP"
#endif

/* For rmw_uros_set_custom_transport(), with a zephyr_transport_params_t. One serial line at a time. */
bool zephyr_transport_open(struct uxrCustomTransport* transport);
bool zephyr_transport_close(struct uxrCustomTransport* transport);
size_t zephyr_transport_write(struct uxrCustomTransport* transport, const uint8_t* from,
                              size_t size, uint8_t* error);
size_t zephyr_transport_read(struct uxrCustomTransport* transport, uint8_t* to, size_t size,
                             int timeout_ms, uint8_t* error);

#ifdef __cplusplus
}
#endif
