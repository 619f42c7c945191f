#pragma once

#include <sys/socket.h>

struct in_addr {
  uint32_t s_addr;
};
struct sockaddr_in {
  unsigned short sin_family;
  uint16_t sin_port;
  struct in_addr sin_addr;
};
static inline uint16_t htons(uint16_t port) { return (uint16_t)(port << 8 | port >> 8); }
