#include "framed.h"

#include <string.h>

enum { CHUNK = 32 };

static xrce_framed* framed_of(xrce_transport* link) { return (xrce_framed*)link; }

static bool open_framed(xrce_transport* link) {
  xrce_framed* framed = framed_of(link);
  framed->unframer.inside = false;
  return framed->bytes->open(framed->bytes);
}

static void close_framed(xrce_transport* link) {
  xrce_framed* framed = framed_of(link);
  framed->bytes->close(framed->bytes);
}

static bool write_bytes(void* to, const uint8_t* from, size_t size) {
  xrce_bytes* bytes = (xrce_bytes*)to;
  return bytes->write(bytes, from, size);
}

static bool send_framed(xrce_transport* link, const uint8_t* message, size_t size) {
  xrce_framed* framed = framed_of(link);
  xrce_framer framer;
  framer.write = write_bytes;
  framer.to = framed->bytes;
  return xrce_write_frame(&framer, framed->address, XRCE_AGENT_ADDRESS, message, size);
}

/* How many bytes the frame lacks at least: a driver that waits for all that it is asked for
 * must not be asked for more. */
static size_t lacking(const xrce_unframer* unframer) {
  if (!unframer->inside) return 1 + XRCE_FRAME_HEADER;
  if (unframer->taken < XRCE_FRAME_HEADER) return (size_t)XRCE_FRAME_HEADER - unframer->taken;
  return (size_t)XRCE_FRAME_HEADER + unframer->size + XRCE_FRAME_CRC - unframer->taken;
}

/* A frame that is only half here stays in `message`, which is the same in every call. */
static size_t receive_framed(xrce_transport* link, uint8_t* message, size_t capacity,
                             int timeout_ms) {
  xrce_framed* framed = framed_of(link);
  xrce_unframer* unframer = &framed->unframer;
  if (unframer->payload != message) xrce_unframer_init(unframer, message, capacity);
  const uint32_t begin = framed->platform->now_ms();
  for (;;) {
    const uint32_t spent = framed->platform->now_ms() - begin;
    const uint32_t left = spent < (uint32_t)timeout_ms ? (uint32_t)timeout_ms - spent : 0;
    uint8_t chunk[CHUNK];
    size_t size = lacking(unframer);
    if (size > sizeof(chunk)) size = sizeof(chunk);
    size = framed->bytes->read(framed->bytes, chunk, size, (int)left);
    for (size_t i = 0; i < size; ++i) {
      if (!xrce_unframe(unframer, chunk[i])) continue;
      const uint8_t to = unframer->destination;
      if (to == framed->address) return unframer->size;
    }
    if (size == 0 && left == 0) return 0;
  }
}

static void forget_framed(xrce_transport* link) { framed_of(link)->unframer.inside = false; }

void xrce_framed_init(xrce_framed* framed, xrce_bytes* bytes, const xrce_platform* platform,
                      uint8_t address) {
  memset(framed, 0, sizeof(*framed));
  framed->link.open = open_framed;
  framed->link.close = close_framed;
  framed->link.send = send_framed;
  framed->link.receive = receive_framed;
  framed->link.forget = forget_framed;
  framed->bytes = bytes;
  framed->platform = platform;
  framed->address = address;
}
