/* What the sources of this folder share. */
#ifndef RANVIER_MICRO_ROS_RMW_H
#define RANVIER_MICRO_ROS_RMW_H

#include "rclc/rclc.h"

struct micro_type;

#ifndef RMW_UXRCE_LOGIN_TIMEOUT
#define RMW_UXRCE_LOGIN_TIMEOUT 5000
#endif
#ifndef RMW_UXRCE_ENTITY_CREATION_TIMEOUT
#define RMW_UXRCE_ENTITY_CREATION_TIMEOUT 1000
#endif
#ifndef RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT
#define RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT 1000
#endif

/* On POSIX: where the agent is, for a program that does not say. */
#ifndef RMW_UXRCE_DEFAULT_UDP_IP
#define RMW_UXRCE_DEFAULT_UDP_IP "127.0.0.1"
#endif
#ifndef RMW_UXRCE_DEFAULT_UDP_PORT
#define RMW_UXRCE_DEFAULT_UDP_PORT "8888"
#endif

/* The clock of the machine: clock_gettime(), which programs for micro-ROS bring. */
extern const xrce_platform micro_platform;
int64_t micro_now_ns(void);

/* Opens an endpoint of any kind; its entity's `take` was set before. */
rcl_ret_t micro_open_endpoint(rcl_endpoint_t* to, const rcl_node_t* node, uint8_t kind,
                              const void* type, const char* dds_name, const char* name,
                              const rmw_qos_profile_t* qos);
rcl_ret_t micro_close_endpoint(rcl_endpoint_t* of);
/* Writes a message of an endpoint. A reply has the `head` of its request; else null.
 * @param request  is set to the number of a request; may be null. */
rcl_ret_t micro_write_message(const rcl_endpoint_t* from, const struct micro_type* type,
                              const void* message, const uint8_t* head, int timeout_ms,
                              uint16_t* request);

/* Samples that came while no object waited for them, in programs with wait sets (wait.c); both
 * are null in others. Keeping returns false if there is no room now. Taking without a type
 * forgets all. */
typedef enum { MICRO_NOTHING_KEPT, MICRO_TAKEN, MICRO_BROKEN } micro_taken;
typedef bool micro_keep(const rcl_endpoint_t* of, bool overwrites, const xrce_cdr* sample,
                        const uint8_t* head);
typedef micro_taken micro_take_it(const rcl_endpoint_t* of, const struct micro_type* type,
                                  void* message, uint8_t* head);
extern micro_keep* micro_keep_sample;
extern micro_take_it* micro_take_kept;
/* Spins until a message fills the object, as long as messages come. */
bool micro_take_into(const rcl_endpoint_t* of, rcl_slot_t* slot, void* message);
/* What a request is called, from what precedes it. */
void micro_request_id(const uint8_t* head, rmw_request_id_t* id);

/* Notes why a call failed; @return `ret`. */
rcl_ret_t micro_error(rcl_ret_t ret, const char* text);
/* The same of what the session said. */
rcl_ret_t micro_result(xrce_ret ret);

/* The session of this process; it has one. */
xrce_session* micro_session(void);
/* Opens the session and waits for the agent. */
rcl_ret_t micro_log_in(const rmw_init_options_t* options, rmw_context_t* context);
void micro_log_out(rmw_context_t* context);

#endif
