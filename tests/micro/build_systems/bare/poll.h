#pragma once

struct pollfd {
  int fd;
  short events, revents;
};
enum { POLLIN = 1 };
static inline int poll(struct pollfd* wanted, unsigned count, int timeout_ms) {
  return wanted == 0 || count == 0 ? timeout_ms : 0;
}
