/* Sockets of a system, where the compiler has none: those of ESP-IDF and Zephyr have the same names. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct sockaddr {
  unsigned short sa_family;
  char sa_data[14];
};
enum { AF_INET = 2, SOCK_DGRAM = 2, IPPROTO_UDP = 17 };
static inline int socket(int domain, int type, int protocol) { return -(domain + type + protocol); }
static inline int connect(int file, const struct sockaddr* to, unsigned size) {
  return to != 0 && size != 0 ? file : -1;
}
static inline ssize_t send(int file, const void* from, size_t size, int flags) {
  return from != 0 && size != 0 ? file + flags : -1;
}
static inline ssize_t recv(int file, void* to, size_t size, int flags) {
  return to != 0 && size != 0 ? file + flags : -1;
}
