/* Messages in frames over a link of bytes: a UART, a terminal. */
#ifndef RANVIER_MICRO_TRANSPORT_FRAMED_H
#define RANVIER_MICRO_TRANSPORT_FRAMED_H

#include "../session/transport.h"
#include "../wire/serial.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A link of bytes; a struct that starts with this one. */
typedef struct xrce_bytes {
  bool (*open)(struct xrce_bytes* bytes);
  void (*close)(struct xrce_bytes* bytes);
  /* Sends all of it, or returns false: the link is broken. */
  bool (*write)(struct xrce_bytes* bytes, const uint8_t* from, size_t size);
  /* Waits `timeout_ms` at most for `size` bytes; it may return fewer earlier.
   * @return how many came. */
  size_t (*read)(struct xrce_bytes* bytes, uint8_t* to, size_t size, int timeout_ms);
} xrce_bytes;

typedef struct xrce_framed {
  xrce_transport link;
  xrce_bytes* bytes;
  const xrce_platform* platform;
  xrce_unframer unframer;
  uint8_t address; /* of this client on the line */
} xrce_framed;

/* The address is the client's on a line that it shares; by custom 1, and 0 where there is
 * one client. */
void xrce_framed_init(xrce_framed* framed, xrce_bytes* bytes, const xrce_platform* platform,
                      uint8_t address);

#ifdef __cplusplus
}
#endif
#endif
