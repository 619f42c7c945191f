#include "time.h"

#include <string.h>

enum { NANOSECONDS = 1000000000, MOST_DRIFT_NS = 100000000 };

void xrce_time_init(xrce_time* time, xrce_session* session, int64_t (*now_ns)(void)) {
  memset(time, 0, sizeof(*time));
  time->session = session;
  time->now_ns = now_ns;
}

static int64_t get_time(xrce_cdr* cdr) {
  const int32_t seconds = (int32_t)xrce_get_u32(cdr);
  return (int64_t)seconds * NANOSECONDS + xrce_get_u32(cdr);
}

static void put_time(xrce_cdr* cdr, int64_t ns) {
  xrce_put_u32(cdr, (uint32_t)(ns / NANOSECONDS));
  xrce_put_u32(cdr, (uint32_t)(ns % NANOSECONDS));
}

/* Whether clocks differ by more than they drift and a round trip explains: one was set again. */
static bool has_stepped(int64_t difference, int64_t round_trip) {
  const int64_t most = MOST_DRIFT_NS + round_trip / 2;
  return difference > most || difference < -most;
}

/* A late answer to an earlier question tells another time than it seems to, so it is left. */
static void on_reply(xrce_session* session, xrce_cdr* reply) {
  xrce_time* time = (xrce_time*)session->of_time;
  const int64_t now = time->now_ns();
  const int64_t sent = get_time(reply), received = get_time(reply), asked = get_time(reply);
  if (reply->failed || !time->waits || asked != time->asked_ns) return;
  time->waits = false;
  const int64_t offset = ((received - asked) + (sent - now)) / 2;
  const int64_t difference = offset - time->offset_ns;
  if (time->synchronized && !has_stepped(difference, now - asked)) {
    time->offset_ns += difference / 4;
  } else {
    time->offset_ns = offset;
    time->last_ns = now + offset;
  }
  time->synchronized = true;
}

xrce_ret xrce_time_synchronize(xrce_time* time, uint32_t timeout_ms) {
  xrce_session* session = time->session;
  if (!session->up) return XRCE_NO_AGENT;
  session->on_time = on_reply;
  session->of_time = time;
  time->asked_ns = time->now_ns();
  time->waits = true;
  xrce_message message;
  xrce_cdr cdr;
  xrce_start_out(session, &message, XRCE_NO_STREAM);
  xrce_start_submessage(&message, XRCE_TIMESTAMP, 0, &cdr);
  put_time(&cdr, time->asked_ns);
  if (xrce_end_submessage(&message, &cdr)) xrce_send_message(session, &message);
  const uint32_t begin = session->platform->now_ms();
  for (;;) {
    const uint32_t spent = session->platform->now_ms() - begin;
    const xrce_ret ret = xrce_spin(session, spent < timeout_ms ? timeout_ms - spent : 0);
    if (!time->waits) return XRCE_OK;
    if (ret == XRCE_IN_CALLBACK) return ret;
    if (spent >= timeout_ms) {
      time->waits = false;
      return XRCE_TIMEOUT;
    }
  }
}

int64_t xrce_time_now(xrce_time* time) {
  if (!time->synchronized) return 0;
  const int64_t now = time->now_ns() + time->offset_ns;
  if (now > time->last_ns) time->last_ns = now;
  return time->last_ns;
}
