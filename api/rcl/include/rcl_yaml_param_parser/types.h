/* Parameters of several nodes, as C structures of the API hold them. */
#ifndef RCL_YAML_PARAM_PARSER__TYPES_H_
#define RCL_YAML_PARAM_PARSER__TYPES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rcutils/allocator.h"
#include "rcutils/types/string_array.h"

/// Bytes.
typedef struct rcl_byte_array_s {
  uint8_t * values;
  size_t size;
} rcl_byte_array_t;

/// Truth values.
typedef struct rcl_bool_array_s {
  bool * values;
  size_t size;
} rcl_bool_array_t;

/// Whole numbers.
typedef struct rcl_int64_array_s {
  int64_t * values;
  size_t size;
} rcl_int64_array_t;

/// Decimals.
typedef struct rcl_double_array_s {
  double * values;
  size_t size;
} rcl_double_array_t;

/** One value: the member that is not null. */
/// A value of a parameter file.
typedef struct rcl_variant_s {
  bool * bool_value;  ///< one of these is not null
  int64_t * integer_value;
  double * double_value;
  char * string_value;
  rcl_byte_array_t * byte_array_value;
  rcl_bool_array_t * bool_array_value;
  rcl_int64_array_t * integer_array_value;
  rcl_double_array_t * double_array_value;
  rcutils_string_array_t * string_array_value;
} rcl_variant_t;

/// The parameters of one node.
typedef struct rcl_node_params_s {
  char ** parameter_names;  ///< with dots for what is nested
  rcl_variant_t * parameter_values;  ///< as many
  size_t num_params;  ///< that are in use
  size_t capacity_params;  ///< of both arrays
} rcl_node_params_t;

/// What a parameter file says.
typedef struct rcl_params_s {
  char ** node_names;  ///< with namespace; may have * and **
  rcl_node_params_t * params;  ///< as many
  size_t num_nodes;  ///< that are in use
  size_t capacity_nodes;  ///< of both arrays
  rcutils_allocator_t allocator;  ///< of all of it
} rcl_params_t;

#endif /* RCL_YAML_PARAM_PARSER__TYPES_H_ */
