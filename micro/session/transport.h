/* What carries messages: a link that sends and receives them whole. */
#ifndef RANVIER_MICRO_SESSION_TRANSPORT_H
#define RANVIER_MICRO_SESSION_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Functions of a link. A link is a struct that starts with this one. */
typedef struct xrce_transport {
  /* Gets ready, also again after close(); false: not now, it is tried again later. */
  bool (*open)(struct xrce_transport* link);
  void (*close)(struct xrce_transport* link);
  /* Sends one message. False: the link is broken; it is closed and opened again. A message
   * that the link had to drop is no reason. */
  bool (*send)(struct xrce_transport* link, const uint8_t* message, size_t size);
  /* Waits for a message, `timeout_ms` at most. @return its size, 0: there was none. What is
   * longer than `capacity` is dropped. */
  size_t (*receive)(struct xrce_transport* link, uint8_t* message, size_t capacity, int timeout_ms);
  /* The memory that receive() was given is written over: what is there of a message that is only
   * half here is no part of it any more, and receive() drops that message. Null: such a link keeps
   * nothing there between two calls. */
  void (*forget)(struct xrce_transport* link);
  bool is_open; /* kept by the session */
} xrce_transport;

/* What the machine has to give. */
typedef struct xrce_platform {
  uint32_t (*now_ms)(void);                /* of a clock that never steps; it may wrap */
  void (*sleep_ms)(uint32_t milliseconds); /* while the link cannot be opened; null: spin on */
} xrce_platform;

#endif
