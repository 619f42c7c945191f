/* Links of a POSIX system: UDP, TCP and serial lines. */
#ifndef RANVIER_MICRO_TRANSPORT_POSIX_H
#define RANVIER_MICRO_TRANSPORT_POSIX_H

#include "framed.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The steady clock and sleep of the system. */
extern const xrce_platform xrce_posix_platform;
/* Nanoseconds of the steady clock, for xrce_time. */
int64_t xrce_posix_now_ns(void);

typedef struct xrce_posix_net {
  xrce_transport link;
  const char* host; /* an address or a name, IPv4 or IPv6 */
  const char* port;
  int socket;
  bool is_stream; /* TCP */
  uint16_t size;  /* of the message that is coming, TCP */
  uint16_t got;   /* bytes of its length and itself that are here */
  bool forgotten; /* what is here of it was written over: it is dropped */
} xrce_posix_net;

void xrce_posix_udp_init(xrce_posix_net* net, const char* host, const char* port);
void xrce_posix_tcp_init(xrce_posix_net* net, const char* host, const char* port);

typedef struct xrce_posix_serial {
  xrce_bytes bytes;
  const char* device;
  uint32_t baud; /* 9600, 19200, 38400, 57600, 115200, 230400, 460800 or 921600 */
  int file;
} xrce_posix_serial;

void xrce_posix_serial_init(xrce_posix_serial* serial, const char* device, uint32_t baud);

#ifdef __cplusplus
}
#endif
#endif
