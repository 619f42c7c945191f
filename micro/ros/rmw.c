/* The session of a micro-ROS program, its transport and its clock. */
#define _POSIX_C_SOURCE 200809L
#include "rmw.h"

#include <string.h>
#include <time.h>

#include "../session/time.h"
#include "../transport/framed.h"
#include "graph.h"
#include "rmw_microros/rmw_microros.h"
#ifdef RANVIER_MICRO_POSIX
#include "../transport/discovery.h"
#include "../transport/posix.h"
#endif

#define TIMED_DEFAULT(reliability, history, depth)                                                 \
  {RMW_QOS_POLICY_HISTORY_##history,         depth,  RMW_QOS_POLICY_RELIABILITY_##reliability,     \
   RMW_QOS_POLICY_DURABILITY_VOLATILE,       {0, 0}, {0, 0},                                       \
   RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT, {0, 0}, false}
const rmw_qos_profile_t rmw_qos_profile_default = TIMED_DEFAULT(RELIABLE, KEEP_LAST, 10);
const rmw_qos_profile_t rmw_qos_profile_sensor_data = TIMED_DEFAULT(BEST_EFFORT, KEEP_LAST, 5);
const rmw_qos_profile_t rmw_qos_profile_services_default = TIMED_DEFAULT(RELIABLE, KEEP_LAST, 10);
const rmw_qos_profile_t rmw_qos_profile_parameters = TIMED_DEFAULT(RELIABLE, KEEP_LAST, 1000);
const rmw_qos_profile_t rmw_qos_profile_parameter_events = TIMED_DEFAULT(RELIABLE, KEEP_LAST, 1000);
const rmw_qos_profile_t rmw_qos_profile_system_default =
    TIMED_DEFAULT(SYSTEM_DEFAULT, SYSTEM_DEFAULT, 0);

#ifdef CLOCK_MONOTONIC
#define MICRO_CLOCK CLOCK_MONOTONIC
#else /* a libc without clocks: the program has this function, as micro-ROS asks of it */
#define MICRO_CLOCK ((clockid_t)1)
int clock_gettime(clockid_t clock, struct timespec* now);
#endif

int64_t micro_now_ns(void) {
  struct timespec now;
  clock_gettime(MICRO_CLOCK, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
int64_t uxr_nanos(void) { return micro_now_ns(); }
int64_t uxr_millis(void) { return micro_now_ns() / 1000000; }
static uint32_t now_ms(void) {
  struct timespec now;
  clock_gettime(MICRO_CLOCK, &now);
  return (uint32_t)now.tv_sec * 1000u + (uint32_t)now.tv_nsec / 1000000u;
}
#ifdef RANVIER_MICRO_SLEEP /* the name of a function of the system that sleeps so many ms */
void RANVIER_MICRO_SLEEP(uint32_t milliseconds);
#endif
static void sleep_ms(uint32_t milliseconds) {
#ifdef RANVIER_MICRO_POSIX
  xrce_posix_platform.sleep_ms(milliseconds);
#elif defined(RANVIER_MICRO_SLEEP)
  RANVIER_MICRO_SLEEP(milliseconds);
#else
  const uint32_t begin = now_ms();
  while (now_ms() - begin < milliseconds) {}
#endif
}
const xrce_platform micro_platform = {now_ms, sleep_ms};

/* A transport of the program's own, in both of its modes. */
typedef struct custom_link {
  xrce_transport packets;
  xrce_bytes bytes;
  uxrCustomTransport of;
} custom_link;

static custom_link custom;
static xrce_framed framed;
static xrce_transport* chosen;
static xrce_session session;
static bool is_open;
static xrce_time agent_time;

xrce_session* micro_session(void) { return &session; }

static bool open_custom(void) { return custom.of.open == NULL || custom.of.open(&custom.of); }
static void close_custom(void) {
  if (custom.of.close != NULL) custom.of.close(&custom.of);
}
static bool open_packets(xrce_transport* link) {
  (void)link;
  return open_custom();
}
static void close_packets(xrce_transport* link) {
  (void)link;
  close_custom();
}
static bool send_packet(xrce_transport* link, const uint8_t* message, size_t size) {
  uint8_t error = 0;
  (void)link;
  custom.of.write(&custom.of, message, size, &error);
  return true; /* what it did not take is lost; the agent's silence shows whether it works */
}
static size_t receive_packet(xrce_transport* link, uint8_t* to, size_t capacity, int timeout_ms) {
  uint8_t error = 0;
  (void)link;
  return custom.of.read(&custom.of, to, capacity, timeout_ms, &error);
}
static bool open_bytes(xrce_bytes* bytes) {
  (void)bytes;
  return open_custom();
}
static void close_bytes(xrce_bytes* bytes) {
  (void)bytes;
  close_custom();
}
static bool write_bytes(xrce_bytes* bytes, const uint8_t* from, size_t size) {
  uint8_t error = 0;
  (void)bytes;
  custom.of.write(&custom.of, from, size, &error);
  return true;
}
static size_t read_bytes(xrce_bytes* bytes, uint8_t* to, size_t size, int timeout_ms) {
  uint8_t error = 0;
  (void)bytes;
  return custom.of.read(&custom.of, to, size, timeout_ms, &error);
}

rmw_ret_t rmw_uros_set_custom_transport(bool framing, void* args, open_custom_func open,
                                        close_custom_func close, write_custom_func write,
                                        read_custom_func read) {
  if (write == NULL || read == NULL) return RMW_RET_INVALID_ARGUMENT;
  const custom_link made = {{open_packets, close_packets, send_packet, receive_packet, NULL, false},
                            {open_bytes, close_bytes, write_bytes, read_bytes},
                            {args, framing, open, close, write, read}};
  custom = made;
  if (framing) xrce_framed_init(&framed, &custom.bytes, &micro_platform, 0);
  chosen = framing ? &framed.link : &custom.packets;
  return RMW_RET_OK;
}

rmw_ret_t rmw_uros_options_set_custom_transport(bool framing, void* args, open_custom_func open,
                                                close_custom_func close, write_custom_func write,
                                                read_custom_func read,
                                                rmw_init_options_t* options) {
  (void)options;
  return rmw_uros_set_custom_transport(framing, args, open, close, write, read);
}

#ifdef RANVIER_MICRO_POSIX
static xrce_posix_net net;
static xrce_posix_serial serial;
static char host[64], port[8], device[64];

static bool copy(char* to, size_t capacity, const char* text) {
  const size_t size = strlen(text) + 1;
  if (size > capacity) return false;
  memcpy(to, text, size);
  return true;
}

rmw_ret_t rmw_uros_options_set_udp_address(const char* ip, const char* to_port,
                                           rmw_init_options_t* options) {
  (void)options;
  if (!copy(host, sizeof(host), ip) || !copy(port, sizeof(port), to_port)) {
    return RMW_RET_INVALID_ARGUMENT;
  }
  xrce_posix_udp_init(&net, host, port);
  chosen = &net.link;
  return RMW_RET_OK;
}

rmw_ret_t rmw_uros_options_set_serial_device(const char* name, rmw_init_options_t* options) {
  (void)options;
  if (!copy(device, sizeof(device), name)) return RMW_RET_INVALID_ARGUMENT;
  xrce_posix_serial_init(&serial, device, 115200);
  xrce_framed_init(&framed, &serial.bytes, &micro_platform, 1);
  chosen = &framed.link;
  return RMW_RET_OK;
}

rmw_ret_t rmw_uros_discover_agent(rmw_init_options_t* options) {
  char address[XRCE_ADDRESS_TEXT], at[XRCE_PORT_TEXT];
  if (!xrce_posix_discover(XRCE_DISCOVERY_PORT, RMW_UXRCE_DISCOVERY_TIMEOUT, address, at)) {
    return RMW_RET_TIMEOUT;
  }
  return rmw_uros_options_set_udp_address(address, at, options);
}

static void choose_default(void) {
  rmw_uros_options_set_udp_address(RMW_UXRCE_DEFAULT_UDP_IP, RMW_UXRCE_DEFAULT_UDP_PORT, NULL);
}
#else
static void choose_default(void) {}
#endif

rmw_ret_t rmw_uros_options_set_client_key(uint32_t key, rmw_init_options_t* options) {
  options->client_key = key;
  return RMW_RET_OK;
}

static bool prepare(uint32_t key) {
  if (is_open) return true;
  if (chosen == NULL) choose_default();
  if (chosen == NULL) return false;
  /* Without a key of its own a board takes one of the moment at which it started. */
  if (key == 0) key = ((uint32_t)micro_now_ns() * 2654435761u) | 1u;
  xrce_session_init(&session, chosen, &micro_platform, key);
  return true;
}

rcl_ret_t micro_log_in(const rmw_init_options_t* options, rmw_context_t* context) {
  if (is_open) return micro_error(RCL_RET_ALREADY_INIT, "this program has a session already");
  if (!prepare(options->client_key)) {
    return micro_error(RCL_RET_ERROR, "no transport: call rmw_uros_set_custom_transport()");
  }
  session.domain = (uint16_t)options->domain_id;
  const xrce_ret ret = xrce_wait_ready(&session, RMW_UXRCE_LOGIN_TIMEOUT);
  if (ret != XRCE_OK) {
    xrce_session_end(&session);
    return micro_result(ret);
  }
  is_open = true;
  context->session = &session;
  context->create_timeout_ms = RMW_UXRCE_ENTITY_CREATION_TIMEOUT;
  context->destroy_timeout_ms = RMW_UXRCE_ENTITY_CREATION_TIMEOUT;
  return RCL_RET_OK;
}

void micro_log_out(rmw_context_t* context) {
  if (context->session == NULL) return;
  xrce_session_end(&session);
#if XRCE_GRAPH_BYTES
  micro_graph_forget();
#endif
  is_open = false;
  context->session = NULL;
  memset(&agent_time, 0, sizeof(agent_time));
}

rmw_ret_t rmw_uros_ping_agent(int timeout_ms, uint8_t attempts) {
  if (!prepare(0)) return RMW_RET_ERROR;
  xrce_ret ret = XRCE_TIMEOUT;
  while (attempts-- > 0 && ret != XRCE_OK) {
    /* Outside of a session it must not log in: the program decides when. */
    if (!is_open) session.due = now_ms() + (uint32_t)timeout_ms + 1000u;
    ret = xrce_ping(&session, (uint32_t)timeout_ms);
  }
  if (!is_open && chosen->is_open) {
    chosen->close(chosen);
    chosen->is_open = false;
  }
  return ret == XRCE_OK ? RMW_RET_OK : RMW_RET_TIMEOUT;
}

rmw_ret_t rmw_uros_ping_agent_options(int timeout_ms, uint8_t attempts,
                                      rmw_init_options_t* options) {
  (void)options;
  return rmw_uros_ping_agent(timeout_ms, attempts);
}

rmw_ret_t rmw_uros_sync_session(int timeout_ms) {
  if (!is_open) return RMW_RET_ERROR;
  if (agent_time.session == NULL) xrce_time_init(&agent_time, &session, micro_now_ns);
  const xrce_ret ret = xrce_time_synchronize(&agent_time, (uint32_t)timeout_ms);
  return ret == XRCE_OK ? RMW_RET_OK : RMW_RET_TIMEOUT;
}
bool rmw_uros_epoch_synchronized(void) { return agent_time.synchronized; }
int64_t rmw_uros_epoch_nanos(void) { return xrce_time_now(&agent_time); }
int64_t rmw_uros_epoch_millis(void) { return xrce_time_now(&agent_time) / 1000000; }

void rmw_uros_set_publisher_session_timeout(rmw_publisher_t* publisher, int timeout_ms) {
  publisher->timeout_ms = timeout_ms;
}
void rmw_uros_set_service_session_timeout(rmw_service_t* service, int timeout_ms) {
  service->timeout_ms = timeout_ms;
}
void rmw_uros_set_client_session_timeout(rmw_client_t* client, int timeout_ms) {
  client->timeout_ms = timeout_ms;
}
rmw_ret_t rmw_uros_set_context_entity_creation_session_timeout(rmw_context_t* context,
                                                               int timeout_ms) {
  context->create_timeout_ms = timeout_ms;
  return RMW_RET_OK;
}
rmw_ret_t rmw_uros_set_context_entity_destroy_session_timeout(rmw_context_t* context,
                                                              int timeout_ms) {
  context->destroy_timeout_ms = timeout_ms;
  return RMW_RET_OK;
}
rmw_init_options_t rmw_get_zero_initialized_init_options(void) {
  const rmw_init_options_t none = {0, 0};
  return none;
}
