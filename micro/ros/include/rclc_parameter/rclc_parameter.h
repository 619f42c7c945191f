/* Parameters of a node: bool, int and double, in memory of the program. Their services answer
 * while the executor spins, and take none of its handles. */
#ifndef RANVIER_MICRO_RCLC_PARAMETER_H
#define RANVIER_MICRO_RCLC_PARAMETER_H

#include <rcl_interfaces/msg/parameter.h>

#include "rclc/executor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most parameters of a server, and characters of their texts with the terminating zero. */
#ifndef RCLC_PARAMETER_MAX
#define RCLC_PARAMETER_MAX 4
#endif
#ifndef RCLC_PARAMETER_MAX_STRING_LENGTH
#define RCLC_PARAMETER_MAX_STRING_LENGTH 50
#endif
/* Names in one request; a longer one is answered as if it had none. */
#ifndef RCLC_PARAMETER_MAX_NAMES
#define RCLC_PARAMETER_MAX_NAMES 16
#endif
#define RCLC_EXECUTOR_PARAMETER_SERVER_HANDLES 6
#define RCLC_PARAMETER_EXECUTOR_HANDLES_NUMBER                                                     \
  RCLC_EXECUTOR_PARAMETER_SERVER_HANDLES /* its earlier name */

enum {
  RCLC_PARAMETER_MODIFICATION_REJECTED = 4001,
  RCLC_PARAMETER_TYPE_MISMATCH = 4002,
  RCLC_PARAMETER_UNSUPORTED_ON_LOW_MEM = 4003,
  RCLC_PARAMETER_DISABLED_ON_CALLBACK = 40004
};

typedef enum {
  RCLC_PARAMETER_NOT_SET,
  RCLC_PARAMETER_BOOL,
  RCLC_PARAMETER_INT,
  RCLC_PARAMETER_DOUBLE
} rclc_parameter_type_t;

typedef rcl_interfaces__msg__Parameter Parameter;
/* A parameter is added (`before` is null), deleted (`after` is null) or set. @return false: it
 * stays as it is. Not called for what the program itself sets. */
typedef bool (*rclc_parameter_callback_t)(const Parameter* before, const Parameter* after,
                                          void* context);

typedef struct rclc_parameter_options_t {
  bool notify_changed_over_dds; /* publishes /parameter_events */
  size_t max_params;
  bool allow_undeclared_parameters; /* others may add some */
  bool low_mem_mode;                /* makes no difference here */
} rclc_parameter_options_t;

typedef union micro_parameter_value {
  bool as_bool;
  int64_t as_int;
  double as_double;
} micro_parameter_value;

typedef struct micro_parameter {
  char name[RCLC_PARAMETER_MAX_STRING_LENGTH];
  char description[RCLC_PARAMETER_MAX_STRING_LENGTH];
  char constraints[RCLC_PARAMETER_MAX_STRING_LENGTH];
  uint8_t type; /* rclc_parameter_type_t */
  bool read_only;
  bool has_range;
  uint8_t untold; /* what is still to be published on /parameter_events */
  micro_parameter_value value, from, to, step;
} micro_parameter;

enum { MICRO_PARAMETER_SERVICES = 6 };

typedef struct rclc_parameter_server_t {
  micro_parameter parameters[RCLC_PARAMETER_MAX];
  rcl_endpoint_t services[MICRO_PARAMETER_SERVICES];
  rcl_endpoint_t events;
  const rcl_node_t* node;
  rclc_parameter_options_t options;
  rclc_parameter_callback_t callback;
  void* context;
  uint8_t count;
  bool is_added;    /* to an executor */
  bool in_callback; /* of the user */
  bool waits;       /* a request was not taken yet */
} rclc_parameter_server_t;

rcl_ret_t rclc_parameter_server_init_default(rclc_parameter_server_t* server, rcl_node_t* node);
rcl_ret_t rclc_parameter_server_init_with_option(rclc_parameter_server_t* server, rcl_node_t* node,
                                                 const rclc_parameter_options_t* options);
rcl_ret_t rclc_parameter_server_fini(rclc_parameter_server_t* server, rcl_node_t* node);
/* @param callback  null: all that fits is taken. */
rcl_ret_t rclc_executor_add_parameter_server(rclc_executor_t* executor,
                                             rclc_parameter_server_t* server,
                                             rclc_parameter_callback_t callback);
rcl_ret_t rclc_executor_add_parameter_server_with_context(rclc_executor_t* executor,
                                                          rclc_parameter_server_t* server,
                                                          rclc_parameter_callback_t callback,
                                                          void* context);

rcl_ret_t rclc_add_parameter(rclc_parameter_server_t* server, const char* name,
                             rclc_parameter_type_t type);
rcl_ret_t rclc_delete_parameter(rclc_parameter_server_t* server, const char* name);
rcl_ret_t rclc_parameter_set_bool(rclc_parameter_server_t* server, const char* name, bool value);
rcl_ret_t rclc_parameter_set_int(rclc_parameter_server_t* server, const char* name, int64_t value);
rcl_ret_t rclc_parameter_set_double(rclc_parameter_server_t* server, const char* name,
                                    double value);
rcl_ret_t rclc_parameter_get_bool(rclc_parameter_server_t* server, const char* name, bool* value);
rcl_ret_t rclc_parameter_get_int(rclc_parameter_server_t* server, const char* name, int64_t* value);
rcl_ret_t rclc_parameter_get_double(rclc_parameter_server_t* server, const char* name,
                                    double* value);

rcl_ret_t rclc_add_parameter_description(rclc_parameter_server_t* server, const char* name,
                                         const char* description, const char* constraints);
rcl_ret_t rclc_set_parameter_read_only(rclc_parameter_server_t* server, const char* name,
                                       bool read_only);
rcl_ret_t rclc_add_parameter_constraint_integer(rclc_parameter_server_t* server, const char* name,
                                                int64_t from, int64_t to, uint64_t step);
rcl_ret_t rclc_add_parameter_constraint_double(rclc_parameter_server_t* server, const char* name,
                                               double from, double to, double step);

#ifdef __cplusplus
}
#endif
#endif
