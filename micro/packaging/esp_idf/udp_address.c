/* rmw_microros/rmw_microros.h on ESP-IDF: UDP to the agent. */
#if defined(ESP_PLATFORM) && !defined(RANVIER_MICRO_POSIX)
#include <rmw_microros/rmw_microros.h>
#include <string.h>

#include "ranvier_micro/udp.h"

static char agent_ip[16], agent_port[6];
static int net = -1;

static bool open_net(uxrCustomTransport* transport) {
  (void)transport;
  net = ranvier_micro_udp_open(agent_ip, agent_port);
  return net >= 0;
}
static bool close_net(uxrCustomTransport* transport) {
  (void)transport;
  ranvier_micro_udp_close(net);
  net = -1;
  return true;
}
static size_t write_net(uxrCustomTransport* transport, const uint8_t* from, size_t size,
                        uint8_t* error) {
  const size_t wrote = ranvier_micro_udp_write(net, from, size);
  (void)transport;
  *error = wrote == 0;
  return wrote;
}
static size_t read_net(uxrCustomTransport* transport, uint8_t* to, size_t size, int timeout_ms,
                       uint8_t* error) {
  const size_t got = ranvier_micro_udp_read(net, to, size, timeout_ms);
  (void)transport;
  *error = got == 0;
  return got;
}

rmw_ret_t rmw_uros_options_set_udp_address(const char* ip, const char* port,
                                           rmw_init_options_t* options) {
  (void)options;
  if (strlen(ip) >= sizeof(agent_ip) || strlen(port) >= sizeof(agent_port)) {
    return RMW_RET_INVALID_ARGUMENT;
  }
  strcpy(agent_ip, ip);
  strcpy(agent_port, port);
  return rmw_uros_set_custom_transport(MICROROS_TRANSPORTS_PACKET_MODE, NULL, open_net, close_net,
                                       write_net, read_net);
}
#else
typedef int only_of_esp_idf;
#endif
