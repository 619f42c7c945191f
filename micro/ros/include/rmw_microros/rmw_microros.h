/* What micro-ROS adds to rmw: transports, pings, the agent's time. */
#ifndef RANVIER_MICRO_RMW_MICROROS_H
#define RANVIER_MICRO_RMW_MICROROS_H

#include "rmw/types.h"

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
/* On POSIX: UDP to an address. Without a call it is 127.0.0.1, port 8888. */
rmw_ret_t rmw_uros_options_set_udp_address(const char* ip, const char* port,
                                           rmw_init_options_t* options);
rmw_ret_t rmw_uros_options_set_serial_device(const char* device, rmw_init_options_t* options);
/* The name of this client at the agent: its own, and the same after each boot. */
rmw_ret_t rmw_uros_options_set_client_key(uint32_t key, rmw_init_options_t* options);

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

#ifdef __cplusplus
}
#endif
#endif
