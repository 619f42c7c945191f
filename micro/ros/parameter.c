/* The parameters of a server, as its program sees them. */
#include "parameter.h"

#include <string.h>

static bool copy_text(char* to, const char* text) {
  const size_t size = strlen(text) + 1;
  if (size > RCLC_PARAMETER_MAX_STRING_LENGTH) return false;
  memcpy(to, text, size);
  return true;
}
static rcl_ret_t too_long(void) {
  return micro_error(RCL_RET_INVALID_ARGUMENT,
                     "a text is too long: raise RCLC_PARAMETER_MAX_STRING_LENGTH");
}

uint8_t micro_find_parameter(const rclc_parameter_server_t* server, const char* name) {
  uint8_t i = 0;
  while (i < server->count && strcmp(server->parameters[i].name, name) != 0) ++i;
  return i;
}
static micro_parameter* find(rclc_parameter_server_t* server, const char* name) {
  const uint8_t at = micro_find_parameter(server, name);
  if (at < server->count) return &server->parameters[at];
  micro_error(RCL_RET_NOT_FOUND, "there is no parameter of that name");
  return NULL;
}

/* The message that a user's callback is shown. */
static void show(const micro_parameter* parameter, Parameter* as) {
  memset(as, 0, sizeof(*as));
  as->name.data = (char*)(uintptr_t)parameter->name;
  as->name.size = strlen(parameter->name);
  as->name.capacity = sizeof(parameter->name);
  as->value.type = parameter->type;
  if (parameter->type == RCLC_PARAMETER_BOOL) as->value.bool_value = parameter->value.as_bool;
  if (parameter->type == RCLC_PARAMETER_INT) as->value.integer_value = parameter->value.as_int;
  if (parameter->type == RCLC_PARAMETER_DOUBLE) {
    as->value.double_value = parameter->value.as_double;
  }
}
static bool user_takes(rclc_parameter_server_t* server, const micro_parameter* before,
                       const micro_parameter* after) {
  static Parameter shown[2]; /* large for a stack */
  if (server->callback == NULL) return true;
  if (before != NULL) show(before, &shown[0]);
  if (after != NULL) show(after, &shown[1]);
  server->in_callback = true;
  const bool takes = server->callback(before != NULL ? &shown[0] : NULL,
                                      after != NULL ? &shown[1] : NULL, server->context);
  server->in_callback = false;
  return takes;
}

static bool is_in_range(const micro_parameter* of, const micro_parameter_value* value) {
  if (!of->has_range) return true;
  if (of->type == RCLC_PARAMETER_INT) {
    const int64_t number = value->as_int, step = of->step.as_int;
    if (number < of->from.as_int || number > of->to.as_int) return false;
    return step == 0 || number == of->to.as_int ||
           ((uint64_t)number - (uint64_t)of->from.as_int) % (uint64_t)step == 0;
  }
  return value->as_double >= of->from.as_double && value->as_double <= of->to.as_double;
}

static micro_parameter_reason add(rclc_parameter_server_t* server, const micro_parameter* asked,
                                  bool only_check) {
  if (!server->options.allow_undeclared_parameters) return MICRO_PARAMETER_UNKNOWN;
  if (asked->type > RCLC_PARAMETER_DOUBLE) return MICRO_PARAMETER_OTHER_TYPE;
  if (server->count >= server->options.max_params) return MICRO_PARAMETER_FULL;
  if (only_check) return MICRO_PARAMETER_TAKEN;
  if (!user_takes(server, NULL, asked)) return MICRO_PARAMETER_REJECTED;
  server->parameters[server->count] = *asked;
  server->parameters[server->count++].untold = MICRO_PARAMETER_ADDED;
  return MICRO_PARAMETER_TAKEN;
}

micro_parameter_reason micro_set_parameter(rclc_parameter_server_t* server,
                                           const micro_parameter* asked, bool only_check) {
  const uint8_t at = micro_find_parameter(server, asked->name);
  if (at == server->count) return add(server, asked, only_check);
  micro_parameter* known = &server->parameters[at];
  if (asked->type != known->type) return MICRO_PARAMETER_OTHER_TYPE;
  if (known->read_only) return MICRO_PARAMETER_READ_ONLY;
  if (!is_in_range(known, &asked->value)) return MICRO_PARAMETER_OUT_OF_RANGE;
  if (only_check) return MICRO_PARAMETER_TAKEN;
  if (!user_takes(server, known, asked)) return MICRO_PARAMETER_REJECTED;
  known->value = asked->value;
  if (known->untold == MICRO_PARAMETER_TOLD) known->untold = MICRO_PARAMETER_CHANGED;
  return MICRO_PARAMETER_TAKEN;
}

rcl_ret_t rclc_parameter_server_init_with_option(rclc_parameter_server_t* server, rcl_node_t* node,
                                                 const rclc_parameter_options_t* options) {
  memset(server, 0, sizeof(*server));
  if (options->max_params > RCLC_PARAMETER_MAX) {
    return micro_error(RCL_RET_INVALID_ARGUMENT, "too many parameters: raise RCLC_PARAMETER_MAX");
  }
  server->options = *options;
  server->node = node;
  const rcl_ret_t ret = micro_open_parameter_services(server);
  if (ret != RCL_RET_OK) micro_close_parameter_services(server);
  return ret;
}
rcl_ret_t rclc_parameter_server_init_default(rclc_parameter_server_t* server, rcl_node_t* node) {
  const rclc_parameter_options_t options = {true, RCLC_PARAMETER_MAX, false, false};
  return rclc_parameter_server_init_with_option(server, node, &options);
}
rcl_ret_t rclc_parameter_server_fini(rclc_parameter_server_t* server, rcl_node_t* node) {
  (void)node;
  micro_close_parameter_services(server);
  memset(server, 0, sizeof(*server));
  return RCL_RET_OK;
}

rcl_ret_t rclc_executor_add_parameter_server_with_context(rclc_executor_t* executor,
                                                          rclc_parameter_server_t* server,
                                                          rclc_parameter_callback_t callback,
                                                          void* context) {
  server->callback = callback;
  server->context = context;
  server->is_added = true;
  executor->waits = &server->waits;
  return RCL_RET_OK;
}
rcl_ret_t rclc_executor_add_parameter_server(rclc_executor_t* executor,
                                             rclc_parameter_server_t* server,
                                             rclc_parameter_callback_t callback) {
  return rclc_executor_add_parameter_server_with_context(executor, server, callback, NULL);
}

static rcl_ret_t not_in_callback(const rclc_parameter_server_t* server) {
  if (!server->in_callback) return RCL_RET_OK;
  return micro_error(RCLC_PARAMETER_DISABLED_ON_CALLBACK,
                     "not in a callback of the parameter server");
}

rcl_ret_t rclc_add_parameter(rclc_parameter_server_t* server, const char* name,
                             rclc_parameter_type_t type) {
  if (not_in_callback(server) != RCL_RET_OK) return RCLC_PARAMETER_DISABLED_ON_CALLBACK;
  if (server->count >= server->options.max_params) {
    return micro_error(RCL_RET_ERROR, "too many parameters: raise max_params, RCLC_PARAMETER_MAX");
  }
  if (micro_find_parameter(server, name) < server->count) {
    return micro_error(RCL_RET_ERROR, "there is a parameter of that name");
  }
  micro_parameter* added = &server->parameters[server->count];
  memset(added, 0, sizeof(*added));
  if (!copy_text(added->name, name)) return too_long();
  added->type = (uint8_t)type;
  ++server->count;
  micro_tell_parameter(server, added, true, false);
  return RCL_RET_OK;
}

rcl_ret_t rclc_delete_parameter(rclc_parameter_server_t* server, const char* name) {
  if (not_in_callback(server) != RCL_RET_OK) return RCLC_PARAMETER_DISABLED_ON_CALLBACK;
  micro_parameter* gone = find(server, name);
  if (gone == NULL) return RCL_RET_ERROR;
  micro_tell_parameter(server, gone, false, true);
  const uint8_t at = (uint8_t)(gone - server->parameters);
  memmove(gone, gone + 1, (size_t)(--server->count - at) * sizeof(*gone));
  return RCL_RET_OK;
}

/* What is found of a name must be of that type. */
static rcl_ret_t typed(rclc_parameter_server_t* server, const char* name,
                       rclc_parameter_type_t type, micro_parameter** found) {
  *found = find(server, name);
  if (*found == NULL) return RCL_RET_ERROR;
  if ((*found)->type == type) return RCL_RET_OK;
  return micro_error(RCLC_PARAMETER_TYPE_MISMATCH, "the parameter is of another type");
}
static rcl_ret_t set(rclc_parameter_server_t* server, const char* name, rclc_parameter_type_t type,
                     micro_parameter_value value) {
  micro_parameter* found;
  rcl_ret_t ret = not_in_callback(server);
  if (ret == RCL_RET_OK) ret = typed(server, name, type, &found);
  if (ret != RCL_RET_OK) return ret;
  if (!is_in_range(found, &value)) {
    return micro_error(RCLC_PARAMETER_MODIFICATION_REJECTED, "the value is out of its range");
  }
  found->value = value;
  micro_tell_parameter(server, found, false, false);
  return RCL_RET_OK;
}

#define TYPED_ACCESS(of, c_type, kind)                                                             \
  rcl_ret_t rclc_parameter_set_##of(rclc_parameter_server_t* server, const char* name,             \
                                    c_type value) {                                                \
    const micro_parameter_value as = {.as_##of = value};                                           \
    return set(server, name, kind, as);                                                            \
  }                                                                                                \
  rcl_ret_t rclc_parameter_get_##of(rclc_parameter_server_t* server, const char* name,             \
                                    c_type* value) {                                               \
    micro_parameter* found;                                                                        \
    const rcl_ret_t ret = typed(server, name, kind, &found);                                       \
    if (ret == RCL_RET_OK) *value = found->value.as_##of;                                          \
    return ret;                                                                                    \
  }
TYPED_ACCESS(bool, bool, RCLC_PARAMETER_BOOL)
TYPED_ACCESS(int, int64_t, RCLC_PARAMETER_INT)
TYPED_ACCESS(double, double, RCLC_PARAMETER_DOUBLE)

rcl_ret_t rclc_add_parameter_description(rclc_parameter_server_t* server, const char* name,
                                         const char* description, const char* constraints) {
  micro_parameter* found = find(server, name);
  if (found == NULL) return RCL_RET_ERROR;
  if (!copy_text(found->description, description)) return too_long();
  return copy_text(found->constraints, constraints) ? RCL_RET_OK : too_long();
}
rcl_ret_t rclc_set_parameter_read_only(rclc_parameter_server_t* server, const char* name,
                                       bool read_only) {
  micro_parameter* found = find(server, name);
  if (found == NULL) return RCL_RET_ERROR;
  found->read_only = read_only;
  return RCL_RET_OK;
}
rcl_ret_t rclc_add_parameter_constraint_integer(rclc_parameter_server_t* server, const char* name,
                                                int64_t from, int64_t to, uint64_t step) {
  micro_parameter* found;
  const rcl_ret_t ret = typed(server, name, RCLC_PARAMETER_INT, &found);
  if (ret != RCL_RET_OK) return ret;
  found->has_range = true;
  found->from.as_int = from;
  found->to.as_int = to;
  found->step.as_int = (int64_t)step;
  return RCL_RET_OK;
}
rcl_ret_t rclc_add_parameter_constraint_double(rclc_parameter_server_t* server, const char* name,
                                               double from, double to, double step) {
  micro_parameter* found;
  const rcl_ret_t ret = typed(server, name, RCLC_PARAMETER_DOUBLE, &found);
  if (ret != RCL_RET_OK) return ret;
  found->has_range = true;
  found->from.as_double = from;
  found->to.as_double = to;
  found->step.as_double = step;
  return RCL_RET_OK;
}
