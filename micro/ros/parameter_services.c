/* The services of parameters, read and written straight from and to the wire: no message of
 * theirs lies in memory. */
#include <string.h>

#include "codec.h"
#include "parameter.h"

/* A request: names or parameters that it has, as they are answered one by one. */
typedef struct request {
  uint8_t count;
  uint8_t index[RCLC_PARAMETER_MAX_NAMES];  /* of the parameter; server->count: none */
  uint8_t reason[RCLC_PARAMETER_MAX_NAMES]; /* micro_parameter_reason */
} request;

typedef void write_reply(const rclc_parameter_server_t* server, const request* of, xrce_cdr* to);
typedef void read_request(rclc_parameter_server_t* server, request* of, xrce_cdr* from);

static const char* const kReasons[] = {"",
                                       "there is no parameter of that name",
                                       "the parameter is of another type",
                                       "the parameter is read-only",
                                       "the value is out of its range",
                                       "the node rejected the value",
                                       "the node has no room for another parameter"};

/* Bytes that nobody wants. */
static void skip(xrce_cdr* from, size_t size) {
  uint8_t dropped[16];
  while (size > 0 && !from->failed) {
    const size_t part = size < sizeof(dropped) ? size : sizeof(dropped);
    xrce_get_bytes(from, dropped, part);
    size -= part;
  }
}
static void skip_numbers(xrce_cdr* from, size_t width) {
  const uint32_t count = xrce_get_u32(from);
  if (count == 0) return;
  xrce_get_align(from, width);
  for (uint32_t i = 0; i < count && !from->failed; ++i) skip(from, width);
}
static void skip_text(xrce_cdr* from) { skip(from, xrce_get_u32(from)); }

/* A text that is longer than any name here becomes "", which is none. */
static void get_text(xrce_cdr* from, char* to) {
  const uint32_t size = xrce_get_u32(from);
  to[0] = 0;
  if (size == 0 || size > RCLC_PARAMETER_MAX_STRING_LENGTH) {
    skip(from, size);
    return;
  }
  xrce_get_bytes(from, to, size);
  to[size - 1] = 0;
}

static void get_parameter(xrce_cdr* from, micro_parameter* to) {
  memset(to, 0, sizeof(*to));
  get_text(from, to->name);
  to->type = xrce_get_u8(from);
  const bool as_bool = xrce_get_u8(from) != 0;
  int64_t as_int = 0;
  double as_double = 0;
  xrce_get(from, &as_int, 8, 1);
  xrce_get(from, &as_double, 8, 1);
  skip_text(from);
  skip_numbers(from, 1);
  skip_numbers(from, 1);
  skip_numbers(from, 8);
  skip_numbers(from, 8);
  for (uint32_t texts = xrce_get_u32(from); texts > 0 && !from->failed; --texts) skip_text(from);
  if (to->type == RCLC_PARAMETER_BOOL) to->value.as_bool = as_bool;
  if (to->type == RCLC_PARAMETER_INT) to->value.as_int = as_int;
  if (to->type == RCLC_PARAMETER_DOUBLE) to->value.as_double = as_double;
}

static void put_nothing(xrce_cdr* to, unsigned sequences) {
  while (sequences-- > 0) xrce_put_u32(to, 0);
}
/* Null: a value that is not set. */
static void put_value(xrce_cdr* to, const micro_parameter* parameter) {
  const uint8_t type = parameter == NULL ? (uint8_t)RCLC_PARAMETER_NOT_SET : parameter->type;
  const int64_t as_int = type == RCLC_PARAMETER_INT ? parameter->value.as_int : 0;
  const double as_double = type == RCLC_PARAMETER_DOUBLE ? parameter->value.as_double : 0;
  xrce_put_u8(to, type);
  xrce_put_u8(to, type == RCLC_PARAMETER_BOOL && parameter->value.as_bool);
  xrce_put(to, &as_int, 8, 1);
  xrce_put(to, &as_double, 8, 1);
  xrce_put_string(to, "");
  put_nothing(to, 5);
}
static void put_parameter(xrce_cdr* to, const micro_parameter* parameter) {
  xrce_put_string(to, parameter->name);
  put_value(to, parameter);
}

static const micro_parameter* asked(const rclc_parameter_server_t* server, const request* of,
                                    uint8_t at) {
  return of->index[at] < server->count ? &server->parameters[of->index[at]] : NULL;
}

static void read_names(rclc_parameter_server_t* server, request* of, xrce_cdr* from) {
  char name[RCLC_PARAMETER_MAX_STRING_LENGTH];
  const uint32_t count = xrce_get_u32(from);
  if (count > RCLC_PARAMETER_MAX_NAMES) return;
  for (; of->count < count && !from->failed; ++of->count) {
    get_text(from, name);
    of->index[of->count] = micro_find_parameter(server, name);
  }
}
static void write_values(const rclc_parameter_server_t* server, const request* of, xrce_cdr* to) {
  xrce_put_u32(to, of->count);
  for (uint8_t i = 0; i < of->count; ++i) put_value(to, asked(server, of, i));
}
static void write_types(const rclc_parameter_server_t* server, const request* of, xrce_cdr* to) {
  xrce_put_u32(to, of->count);
  for (uint8_t i = 0; i < of->count; ++i) {
    const micro_parameter* parameter = asked(server, of, i);
    xrce_put_u8(to, parameter == NULL ? (uint8_t)RCLC_PARAMETER_NOT_SET : parameter->type);
  }
}

static void put_range(xrce_cdr* to, const micro_parameter* of, uint8_t type) {
  const bool has = of != NULL && of->has_range && of->type == type;
  xrce_put_u32(to, has);
  if (!has) return;
  xrce_put(to, &of->from, 8, 1); /* an integer or a double: eight bytes both */
  xrce_put(to, &of->to, 8, 1);
  xrce_put(to, &of->step, 8, 1);
}
static void write_descriptors(const rclc_parameter_server_t* server, const request* of,
                              xrce_cdr* to) {
  xrce_put_u32(to, of->count);
  for (uint8_t i = 0; i < of->count; ++i) {
    const micro_parameter* parameter = asked(server, of, i);
    xrce_put_string(to, parameter == NULL ? "" : parameter->name);
    xrce_put_u8(to, parameter == NULL ? (uint8_t)RCLC_PARAMETER_NOT_SET : parameter->type);
    xrce_put_string(to, parameter == NULL ? "" : parameter->description);
    xrce_put_string(to, parameter == NULL ? "" : parameter->constraints);
    xrce_put_u8(to, parameter != NULL && parameter->read_only);
    xrce_put_u8(to, false); /* no type changes */
    put_range(to, parameter, RCLC_PARAMETER_DOUBLE);
    put_range(to, parameter, RCLC_PARAMETER_INT);
  }
}

/* All of them: prefixes and depth are not looked at, for names here are few. */
static void read_nothing(rclc_parameter_server_t* server, request* of, xrce_cdr* from) {
  (void)server;
  (void)of;
  (void)from;
}
static void write_list(const rclc_parameter_server_t* server, const request* of, xrce_cdr* to) {
  (void)of;
  xrce_put_u32(to, server->count);
  for (uint8_t i = 0; i < server->count; ++i) xrce_put_string(to, server->parameters[i].name);
  put_nothing(to, 1);
}

static void set_all(rclc_parameter_server_t* server, request* of, xrce_cdr* from, bool only_check) {
  micro_parameter parameter;
  const uint32_t count = xrce_get_u32(from);
  of->count = 0;
  if (count > RCLC_PARAMETER_MAX_NAMES) return;
  for (; of->count < count && !from->failed; ++of->count) {
    get_parameter(from, &parameter);
    if (from->failed) return;
    of->reason[of->count] = (uint8_t)micro_set_parameter(server, &parameter, only_check);
  }
}
/* A request that is cut short changes nothing. */
static bool is_whole(rclc_parameter_server_t* server, request* of, const xrce_cdr* from) {
  xrce_cdr look = *from;
  set_all(server, of, &look, true);
  return !look.failed;
}
static void read_set(rclc_parameter_server_t* server, request* of, xrce_cdr* from) {
  if (is_whole(server, of, from)) set_all(server, of, from, false);
}
static uint8_t first_reason(const request* of) {
  uint8_t i = 0;
  while (i < of->count && of->reason[i] == MICRO_PARAMETER_TAKEN) ++i;
  return i < of->count ? of->reason[i] : (uint8_t)MICRO_PARAMETER_TAKEN;
}
static void read_set_atomically(rclc_parameter_server_t* server, request* of, xrce_cdr* from) {
  if (!is_whole(server, of, from) || first_reason(of) != MICRO_PARAMETER_TAKEN) return;
  set_all(server, of, from, false);
}
static void put_result(xrce_cdr* to, uint8_t reason) {
  xrce_put_u8(to, reason == MICRO_PARAMETER_TAKEN);
  xrce_put_string(to, kReasons[reason]);
}
static void write_results(const rclc_parameter_server_t* server, const request* of, xrce_cdr* to) {
  (void)server;
  xrce_put_u32(to, of->count);
  for (uint8_t i = 0; i < of->count; ++i) put_result(to, of->reason[i]);
}
static void write_result(const rclc_parameter_server_t* server, const request* of, xrce_cdr* to) {
  (void)server;
  put_result(to, first_reason(of));
}

typedef struct service {
  const char* name;
  const char* type;
  read_request* read;
  write_reply* write;
} service;
#define TYPE(name) "rcl_interfaces::srv::dds_::" name "_"
static const service kServices[MICRO_PARAMETER_SERVICES] = {
    {"~/get_parameters", TYPE("GetParameters"), read_names, write_values},
    {"~/get_parameter_types", TYPE("GetParameterTypes"), read_names, write_types},
    {"~/set_parameters", TYPE("SetParameters"), read_set, write_results},
    {"~/set_parameters_atomically", TYPE("SetParametersAtomically"), read_set_atomically,
     write_result},
    {"~/describe_parameters", TYPE("DescribeParameters"), read_names, write_descriptors},
    {"~/list_parameters", TYPE("ListParameters"), read_nothing, write_list}};

/* After the answer, which goes first where there is little room. */
static void tell_what_changed(rclc_parameter_server_t* server) {
  for (uint8_t i = 0; i < server->count; ++i) {
    micro_parameter* parameter = &server->parameters[i];
    const uint8_t change = parameter->untold;
    parameter->untold = MICRO_PARAMETER_TOLD;
    if (change != MICRO_PARAMETER_TOLD) {
      micro_tell_parameter(server, parameter, change == MICRO_PARAMETER_ADDED, false);
    }
  }
}

/* A request is read and answered at once. Where the answer has no room now, the request is
 * not taken, and comes again. */
static bool take(xrce_entity* entity, xrce_cdr* from, const uint8_t* head) {
  rclc_parameter_server_t* server = (rclc_parameter_server_t*)entity->user;
  xrce_session* session = server->node->context->session;
#if XRCE_RELIABLE
  const bool room = xrce_history_room(&session->history, XRCE_MTU) != NULL;
#else
  const bool room = true;
#endif
  server->waits = !server->is_added || !room;
  if (server->waits) return false;
  uint8_t at = 0;
  while (entity != &server->services[at].entity) ++at;
  request of;
  of.count = 0;
  kServices[at].read(server, &of, from);
  if (from->failed) return true; /* no request: nobody knows what to answer */
  uint8_t memory[MICRO_COUNTING_BYTES];
  xrce_cdr counted;
  micro_start_counting(&counted, memory);
  kServices[at].write(server, &of, &counted);
  xrce_sample sample;
  if (xrce_start_sample(session, entity, counted.position, head, 0, &sample) != XRCE_OK) {
    micro_error(RCL_RET_ERROR, "an answer about parameters has no room: raise XRCE_HISTORY_BYTES");
    return true;
  }
  kServices[at].write(server, &of, &sample.cdr);
  xrce_end_sample(&sample);
  tell_what_changed(server);
  return true;
}

rcl_ret_t micro_open_parameter_services(rclc_parameter_server_t* server) {
  for (uint8_t i = 0; i < MICRO_PARAMETER_SERVICES; ++i) {
    rcl_endpoint_t* of = &server->services[i];
    of->entity.take = take;
    of->entity.user = server;
    const rcl_ret_t ret =
        micro_open_endpoint(of, server->node, XRCE_REPLIER, NULL, kServices[i].type,
                            kServices[i].name, &rmw_qos_profile_services_default);
    if (ret != RCL_RET_OK) return ret;
  }
  if (!server->options.notify_changed_over_dds) return RCL_RET_OK;
  return micro_open_endpoint(&server->events, server->node, XRCE_DATA_WRITER, NULL,
                             "rcl_interfaces::msg::dds_::ParameterEvent_", "/parameter_events",
                             &rmw_qos_profile_parameters);
}
void micro_close_parameter_services(rclc_parameter_server_t* server) {
  for (uint8_t i = 0; i < MICRO_PARAMETER_SERVICES; ++i) micro_close_endpoint(&server->services[i]);
  micro_close_endpoint(&server->events);
}

static void put_event(const rclc_parameter_server_t* server, const micro_parameter* changed,
                      const bool in[3], xrce_cdr* to) {
  const char* const name[] = {server->node->space, "/", server->node->name, NULL};
  put_nothing(to, 2); /* the time: a board has none that a peer knows */
  xrce_put_joined(to, name);
  for (unsigned i = 0; i < 3; ++i) {
    xrce_put_u32(to, in[i]);
    if (in[i]) put_parameter(to, changed);
  }
}
void micro_tell_parameter(rclc_parameter_server_t* server, const micro_parameter* changed,
                          bool is_new, bool is_deleted) {
  if (server->events.context == NULL) return;
  const bool in[3] = {is_new, !is_new && !is_deleted, is_deleted};
  uint8_t memory[MICRO_COUNTING_BYTES];
  xrce_cdr counted;
  micro_start_counting(&counted, memory);
  put_event(server, changed, in, &counted);
  xrce_sample sample;
  if (xrce_start_sample(server->events.context->session, &server->events.entity, counted.position,
                        NULL, 0, &sample) != XRCE_OK) {
    return; /* an event that has no room is lost: nobody waits for it */
  }
  put_event(server, changed, in, &sample.cdr);
  xrce_end_sample(&sample);
}
