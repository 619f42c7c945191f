/* What micro-ROS adds to rmw: transports, pings, the agent's time. */
#ifndef RANVIER_MICRO_RMW_MICROROS_H
#define RANVIER_MICRO_RMW_MICROROS_H

#include "rmw/types.h"
#include "rmw_microros/continous_serialization.h"
#include "uxr/client/util/time.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MICROROS_TRANSPORTS_FRAMING_MODE 1
#define MICROROS_TRANSPORTS_PACKET_MODE 0

struct uxrCustomTransport;
typedef bool (*open_custom_func)(struct uxrCustomTransport* transport);
typedef bool (*close_custom_func)(struct uxrCustomTransport* transport);
typedef size_t (*write_custom_func)(struct uxrCustomTransport* transport, const uint8_t* from,
                                    size_t size, uint8_t* error);
typedef size_t (*read_custom_func)(struct uxrCustomTransport* transport, uint8_t* to, size_t size,
                                   int timeout_ms, uint8_t* error);
typedef struct uxrCustomTransport {
  void* args;
  bool framing;
  open_custom_func open;
  close_custom_func close;
  write_custom_func write;
  read_custom_func read;
} uxrCustomTransport;

/* Says how the agent is reached, before rclc_support_init(). */
rmw_ret_t rmw_uros_set_custom_transport(bool framing, void* args, open_custom_func open,
                                        close_custom_func close, write_custom_func write,
                                        read_custom_func read);
rmw_ret_t rmw_uros_options_set_custom_transport(bool framing, void* args, open_custom_func open,
                                                close_custom_func close, write_custom_func write,
                                                read_custom_func read, rmw_init_options_t* options);
/* On POSIX and ESP-IDF: UDP to an address, IPv4 on ESP-IDF. On POSIX, without a call it is
 * RMW_UXRCE_DEFAULT_UDP_IP (127.0.0.1), port RMW_UXRCE_DEFAULT_UDP_PORT (8888). */
rmw_ret_t rmw_uros_options_set_udp_address(const char* ip, const char* port,
                                           rmw_init_options_t* options);
rmw_ret_t rmw_uros_options_set_serial_device(const char* device, rmw_init_options_t* options);
/* The name of this client at the agent: its own, and the same after each boot. */
rmw_ret_t rmw_uros_options_set_client_key(uint32_t key, rmw_init_options_t* options);

/* On POSIX: looks for an agent on this network (multicast 239.255.0.2, port 7400), and takes its
 * address for UDP. @return RMW_RET_TIMEOUT if none answered within RMW_UXRCE_DISCOVERY_TIMEOUT
 * milliseconds. */
#ifndef RMW_UXRCE_DISCOVERY_TIMEOUT
#define RMW_UXRCE_DISCOVERY_TIMEOUT 3000
#endif
rmw_ret_t rmw_uros_discover_agent(rmw_init_options_t* options);

rmw_ret_t rmw_uros_ping_agent(int timeout_ms, uint8_t attempts);
rmw_ret_t rmw_uros_ping_agent_options(int timeout_ms, uint8_t attempts,
                                      rmw_init_options_t* options);

rmw_ret_t rmw_uros_sync_session(int timeout_ms);
bool rmw_uros_epoch_synchronized(void);
int64_t rmw_uros_epoch_millis(void);
int64_t rmw_uros_epoch_nanos(void);

/* How long the calls of an object wait at most, in ms; 0: not at all. */
void rmw_uros_set_publisher_session_timeout(rmw_publisher_t* publisher, int timeout_ms);
void rmw_uros_set_service_session_timeout(rmw_service_t* service, int timeout_ms);
void rmw_uros_set_client_session_timeout(rmw_client_t* client, int timeout_ms);
rmw_ret_t rmw_uros_set_context_entity_creation_session_timeout(rmw_context_t* context,
                                                               int timeout_ms);
rmw_ret_t rmw_uros_set_context_entity_destroy_session_timeout(rmw_context_t* context,
                                                              int timeout_ms);

/* Hears of each call that fails, once, where it fails. */
typedef enum {
  RMW_UROS_ERROR_ON_UNKNOWN,
  RMW_UROS_ERROR_ON_NODE,
  RMW_UROS_ERROR_ON_SERVICE,
  RMW_UROS_ERROR_ON_CLIENT,
  RMW_UROS_ERROR_ON_SUBSCRIPTION,
  RMW_UROS_ERROR_ON_PUBLISHER,
  RMW_UROS_ERROR_ON_GRAPH,
  RMW_UROS_ERROR_ON_GUARD_CONDITION,
  RMW_UROS_ERROR_ON_TOPIC
} rmw_uros_error_entity_type_t;
typedef enum {
  RMW_UROS_ERROR_ENTITY_CREATION,
  RMW_UROS_ERROR_ENTITY_DESTRUCTION,
  RMW_UROS_ERROR_CHECK,
  RMW_UROS_ERROR_NOT_IMPLEMENTED,
  RMW_UROS_ERROR_MIDDLEWARE_ALLOCATION
} rmw_uros_error_source_t;
typedef struct rmw_uros_error_context_t {
  const char* node;
  const char* node_namespace;
  const char* topic_name;
  const void* ucdr;
  size_t size;
  const void* type_support;
  const char* description; /* what rcl_get_error_string() says; the others are null here */
} rmw_uros_error_context_t;
typedef void (*rmw_uros_error_handling)(rmw_uros_error_entity_type_t entity,
                                        rmw_uros_error_source_t source,
                                        rmw_uros_error_context_t context, const char* file,
                                        int line);
/* Null: nobody hears. It is called inside the failing call: it calls nothing of rcl. */
void rmw_uros_set_error_handling_callback(rmw_uros_error_handling callback);

#ifdef __cplusplus
}
#endif
#endif
