#if defined(__ZEPHYR__) && defined(CONFIG_MICROROS_TRANSPORT_UDP)
#include <zephyr/net/socket.h>
#define NET(name) zsock_##name
#elif defined(ESP_PLATFORM)
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
#define NET(name) name
#endif

#ifdef NET
#include <stdlib.h>
#include <string.h>

#include "udp.h"

int ranvier_micro_udp_open(const char* ip, const char* port) {
  struct sockaddr_in agent;
  memset(&agent, 0, sizeof(agent));
  agent.sin_family = AF_INET;
  agent.sin_port = htons((uint16_t)strtoul(port, NULL, 10));
  if (NET(inet_pton)(AF_INET, ip, &agent.sin_addr) != 1) return -1;
  const int made = NET(socket)(AF_INET, SOCK_DGRAM, IPPROTO_UDP);
  if (made < 0 || NET(connect)(made, (const struct sockaddr*)&agent, sizeof(agent)) == 0) {
    return made;
  }
  NET(close)(made);
  return -1;
}

void ranvier_micro_udp_close(int socket) {
  if (socket >= 0) NET(close)(socket);
}

size_t ranvier_micro_udp_write(int socket, const uint8_t* from, size_t size) {
  return NET(send)(socket, from, size, 0) < 0 ? 0 : size;
}

static bool wait_for(int socket, int timeout_ms) {
#ifdef __ZEPHYR__
  struct zsock_pollfd wanted = {.fd = socket, .events = ZSOCK_POLLIN};
  return zsock_poll(&wanted, 1, timeout_ms) > 0;
#else
  struct timeval until = {timeout_ms / 1000, timeout_ms % 1000 * 1000};
  fd_set wanted;
  FD_ZERO(&wanted);
  FD_SET(socket, &wanted);
  return select(socket + 1, &wanted, NULL, NULL, &until) > 0;
#endif
}

size_t ranvier_micro_udp_read(int socket, uint8_t* to, size_t size, int timeout_ms) {
  if (!wait_for(socket, timeout_ms < 0 ? 0 : timeout_ms)) return 0;
  const long got = (long)NET(recv)(socket, to, size, 0);
  return got < 0 ? 0 : (size_t)got;
}
#else
typedef int only_where_there_are_sockets;
#endif
