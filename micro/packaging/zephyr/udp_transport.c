#include <microros_transports.h>

#include "ranvier_micro/udp.h"

static zephyr_transport_params_t* params_of(uxrCustomTransport* transport) {
  return (zephyr_transport_params_t*)transport->args;
}

bool zephyr_transport_open(uxrCustomTransport* transport) {
  zephyr_transport_params_t* agent = params_of(transport);
  agent->socket = ranvier_micro_udp_open(agent->ip, agent->port);
  return agent->socket >= 0;
}

bool zephyr_transport_close(uxrCustomTransport* transport) {
  ranvier_micro_udp_close(params_of(transport)->socket);
  params_of(transport)->socket = -1;
  return true;
}

size_t zephyr_transport_write(uxrCustomTransport* transport, const uint8_t* from, size_t size,
                              uint8_t* error) {
  const size_t wrote = ranvier_micro_udp_write(params_of(transport)->socket, from, size);
  *error = wrote == 0;
  return wrote;
}

size_t zephyr_transport_read(uxrCustomTransport* transport, uint8_t* to, size_t size,
                             int timeout_ms, uint8_t* error) {
  const size_t got = ranvier_micro_udp_read(params_of(transport)->socket, to, size, timeout_ms);
  *error = got == 0;
  return got;
}
