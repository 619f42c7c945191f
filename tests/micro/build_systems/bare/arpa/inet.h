#pragma once

#include <netinet/in.h>

static inline int inet_pton(int family, const char* text, void* to) {
  return family == AF_INET && text != 0 && to != 0 ? 0 : -1;
}
