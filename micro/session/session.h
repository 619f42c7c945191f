/* A session with an agent: it logs in, creates what the program has declared, carries
 * samples, and begins again by itself when the agent was lost or restarted.
 *
 * The program declares entities (xrce_add), then calls xrce_spin() again and again: all that
 * happens, happens there, on the caller's thread. Nothing is allocated; a session, an entity
 * and a link are static objects of the program.
 *
 * Threads: a session and its entities belong to one thread.
 */
#ifndef RANVIER_MICRO_SESSION_SESSION_H
#define RANVIER_MICRO_SESSION_SESSION_H

#include "../config.h"
#include "../wire/create.h"
#include "history.h"
#include "transport.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum xrce_ret {
  XRCE_OK = 0,
  XRCE_TIMEOUT,       /* it did not happen in the time that was given */
  XRCE_NO_AGENT,      /* there is no session now; it comes back by itself */
  XRCE_NO_ROOM,       /* the history is full: XRCE_HISTORY, XRCE_HISTORY_BYTES */
  XRCE_TOO_LONG,      /* it never fits: XRCE_MTU, XRCE_BEST_EFFORT_BYTES, XRCE_HISTORY_BYTES */
  XRCE_NOT_CREATED,   /* the agent does not have this entity; see its `status` */
  XRCE_IN_CALLBACK,   /* a callback may not wait */
  XRCE_BROKEN_SAMPLE, /* the sample was not of the size that it was started with */
  XRCE_TOO_MANY       /* XRCE_MOST_ENTITIES are declared */
} xrce_ret;

/* A sentence for it, with the number of config.h that is to be changed. */
const char* xrce_ret_text(xrce_ret ret);

struct xrce_session;
struct xrce_entity;

/* A sample came in. `head` is what precedes it: of a request the 24 bytes that its reply
 * begins with, of a reply the 4 bytes that name its request; else null.
 * @return false if there is no room for it: a reliable one is then not acknowledged, and
 * comes again after xrce_resume(). Contract: it may publish, but waits for nothing. */
typedef bool xrce_take(struct xrce_entity* entity, xrce_cdr* sample, const uint8_t* head);

enum xrce_entity_state {
  XRCE_MISSING, /* in no session */
  XRCE_CREATED,
  XRCE_REFUSED, /* by the agent: `status` says why; tried again in the next session */
  XRCE_DELETED
};

/* So many messages in a row that do not fit the session, and it is set up again. */
enum { XRCE_MOST_STRANGE = 8 };
enum { XRCE_REQUEST_HEAD = 24, XRCE_REPLY_HEAD = 4 };

/* A node, or an endpoint of one. What a pointer points to stays while the entity does. */
typedef struct xrce_entity {
  struct xrce_entity* next;
  const struct xrce_entity* node; /* of an endpoint: its node */
  const char* name;               /* of a node: its name; else "/topic" or "/service" */
  const char* type;               /* of a node: its namespace; else "pkg::msg::dds_::T_" */
  xrce_take* take;
  void* user;       /* for `take` */
  uint16_t number;  /* given by xrce_add() */
  uint16_t request; /* the first one of the creation that is under way */
  uint16_t lost;    /* samples that the agent will not get any more */
  uint16_t depth;   /* of the QoS; 0: not given */
  uint8_t kind;     /* XRCE_PARTICIPANT, _DATA_WRITER, _DATA_READER, _REQUESTER, _REPLIER */
  uint8_t qos;      /* XRCE_QOS_... */
  uint8_t state;    /* xrce_entity_state */
  uint8_t status;   /* the agent's last one, XRCE_STATUS_... */
  uint8_t step;     /* objects that the agent has of it */
  uint8_t pending;  /* bits: objects that it was asked for */
  uint8_t keeps;    /* of a reliable writer: what is written without a session waits for one, and
                     * what an agent may have had is sent to the next one */
} xrce_entity;

typedef struct xrce_session {
  xrce_transport* link;
  const xrce_platform* platform;
  xrce_entity* entities;
  xrce_entity* creating; /* the next one that the agent does not have; null: none */
  /* The session was set up with all entities (true), or was lost. May be null. */
  void (*changed)(struct xrce_session* session, bool up);
  /* A TIMESTAMP_REPLY; null: nobody waits for one (time.h). */
  void (*on_time)(struct xrce_session* session, xrce_cdr* reply);
  void* of_time;
#if XRCE_GRAPH_BYTES
  /* The agent cannot give what a data reader asked for. May be null. */
  void (*unread)(struct xrce_session* session, uint16_t object, uint8_t status);
#endif
  uint32_t due;   /* ms: when to log in or to create again */
  uint32_t nonce; /* names this login: a doubled one is none */
  uint32_t heard; /* ms: the last message of the agent, or the question after it */
  uint16_t domain;
  uint16_t last_number;
  uint16_t last_request;
  uint16_t best_effort_out; /* sequence number of the next message */
  uint16_t best_effort_in;  /* and of the last one */
  uint8_t key[4];
  uint8_t silences;
  uint8_t strange; /* in a row: messages as of an agent that began again */
  bool up;         /* logged in */
  bool told_up;    /* `changed` was called so */
  bool in_callback;
  bool pong;      /* an INFO came, for xrce_ping() */
  uint8_t logins; /* how often it logged in; it wraps */
#if XRCE_RELIABLE
  xrce_entity* parts_of;    /* the writer of the last sample of several messages */
  bool in_parts;            /* such a sample is being written */
  bool cut;                 /* of such a sample some were sent, and its end was not */
  bool blocked;             /* the next reliable message waits for room in the program */
  uint8_t in_done;          /* submessages of it that were taken already */
  uint16_t in_last;         /* of the reliable stream: the last message that was taken */
  uint16_t in_newest;       /* and the newest one that is known of */
  uint32_t heartbeat;       /* ms: the last one, or the last send */
  uint32_t repeated;        /* ms: when messages were last sent again */
  uint16_t heartbeat_after; /* ms: until the next one */
  uint8_t sent;             /* messages of the history that were sent in this session */
  xrce_history history;
#if XRCE_FRAGMENTED_BYTES
  uint32_t fragmented; /* bytes of the sample that comes in fragments; UINT32_MAX: too long */
  uint8_t fragments[XRCE_FRAGMENTED_BYTES];
#endif
#endif
  uint8_t in[XRCE_MTU]; /* what comes in; logins and creations are put together here too */
  uint8_t best_effort[XRCE_BEST_EFFORT_BYTES];
} xrce_session;

/* `key` names this client to the agent, in all its sessions and after a reboot: one that
 * no other client has, not 0. */
void xrce_session_init(xrce_session* session, xrce_transport* link, const xrce_platform* platform,
                       uint32_t key);
/* Declares an entity, whose node was declared before. It is created when there is a session,
 * and in every later session. @return XRCE_OK, or XRCE_TOO_MANY: it was not declared. */
xrce_ret xrce_add(xrce_session* session, xrce_entity* entity);
/* Takes it back: the agent is asked to delete it. Its memory is free afterwards. */
void xrce_remove(xrce_session* session, xrce_entity* entity);

/* Does what is due, and waits for one message of the agent, `timeout_ms` at most.
 * @return XRCE_OK if a message came. */
xrce_ret xrce_spin(xrce_session* session, uint32_t timeout_ms);
/* Whether there is a session, and all entities are created or refused. */
static inline bool xrce_ready(const xrce_session* session) {
  return session->up && session->creating == NULL;
}
/* Spins until it is. */
xrce_ret xrce_wait_ready(xrce_session* session, uint32_t timeout_ms);
/* There is room again: a `take` that refused would take now. */
void xrce_resume(xrce_session* session);
/* Logs out, and closes the link. */
void xrce_session_end(xrce_session* session);
/* Whether the agent answers, within a session or without one. */
xrce_ret xrce_ping(xrce_session* session, uint32_t timeout_ms);

/* For the other files of this folder. */
void xrce_start_out(xrce_session* session, xrce_message* message, uint8_t stream);
/* A message that may be longer than a best-effort sample. It is put together where messages come in:
 * one that is only half here is dropped. */
void xrce_start_long(xrce_session* session, xrce_message* message, const xrce_header* header);
bool xrce_send(xrce_session* session, const uint8_t* message, size_t size);
bool xrce_send_message(xrce_session* session, const xrce_message* message);
uint16_t xrce_new_request(xrce_session* session);
void xrce_lose_session(xrce_session* session);
void xrce_handle(xrce_session* session, const uint8_t* message, size_t size);
void xrce_create_next(xrce_session* session);
void xrce_on_status(xrce_session* session, uint16_t request, uint16_t object, uint8_t status);
#if XRCE_RELIABLE
void xrce_send_history(xrce_session* session);
void xrce_send_acknack(xrce_session* session);
void xrce_take_reliable(xrce_session* session, const xrce_header* header, const uint8_t* message,
                        size_t size, size_t offset);
void xrce_on_acknack(xrce_session* session, xrce_cdr* payload);
void xrce_on_heartbeat(xrce_session* session, xrce_cdr* payload);
/* `goes_on_in`: the agent sends what was not taken; `goes_on_out`: it said what it has taken. */
void xrce_reset_reliable(xrce_session* session, bool goes_on_in, bool goes_on_out);
/* In a new session whole samples are sent again: all, if the agent said what it has taken, so that
 * none comes twice; else those of writers that keep theirs. The others are lost, and counted. */
void xrce_forget_unkept(xrce_session* session, bool goes_on);
bool xrce_take_fragment(xrce_session* session, const xrce_submessage* fragment);
#endif
/* @return false if the program had no room for it. */
bool xrce_take_submessage(xrce_session* session, const xrce_submessage* submessage);

#ifdef __cplusplus
}
#endif
#endif
