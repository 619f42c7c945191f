// Whether names of nodes, namespaces and topics are valid, for C code.
#ifndef RMW__VALIDATE_FULL_TOPIC_NAME_H_
#define RMW__VALIDATE_FULL_TOPIC_NAME_H_

#include "rmw/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RMW_TOPIC_VALID 0  ///< nothing is wrong
#define RMW_TOPIC_INVALID_IS_EMPTY_STRING 1  ///< it is empty
#define RMW_TOPIC_INVALID_NOT_ABSOLUTE 2  ///< no slash in front
#define RMW_TOPIC_INVALID_ENDS_WITH_FORWARD_SLASH 3  ///< a slash at the end
#define RMW_TOPIC_INVALID_CONTAINS_UNALLOWED_CHARACTERS 4  ///< not letter, digit, underscore
#define RMW_TOPIC_INVALID_CONTAINS_REPEATED_FORWARD_SLASH 5  ///< two in a row
#define RMW_TOPIC_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER 6  ///< a part does
#define RMW_TOPIC_INVALID_TOO_LONG 7  ///< longer than the number below
#define RMW_TOPIC_MAX_NAME_LENGTH 247U  ///< of DDS, without "rt/" and suffix

#define RMW_NAMESPACE_VALID 0  ///< nothing is wrong
#define RMW_NAMESPACE_INVALID_IS_EMPTY_STRING 1  ///< it is empty
#define RMW_NAMESPACE_INVALID_NOT_ABSOLUTE 2  ///< no slash in front
#define RMW_NAMESPACE_INVALID_ENDS_WITH_FORWARD_SLASH 3  ///< a slash at the end
#define RMW_NAMESPACE_INVALID_CONTAINS_UNALLOWED_CHARACTERS 4  ///< not letter, digit, underscore
#define RMW_NAMESPACE_INVALID_CONTAINS_REPEATED_FORWARD_SLASH 5  ///< two in a row
#define RMW_NAMESPACE_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER 6  ///< a part does
#define RMW_NAMESPACE_INVALID_TOO_LONG 7  ///< longer than the number below
#define RMW_NAMESPACE_MAX_LENGTH 245U  ///< room for a slash and a node's name

#define RMW_NODE_NAME_VALID 0  ///< nothing is wrong
#define RMW_NODE_NAME_INVALID_IS_EMPTY_STRING 1  ///< it is empty
#define RMW_NODE_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS 2  ///< not letter, digit, underscore
#define RMW_NODE_NAME_INVALID_STARTS_WITH_NUMBER 3  ///< it does
#define RMW_NODE_NAME_INVALID_TOO_LONG 4  ///< longer than the number below
#define RMW_NODE_NAME_MAX_NAME_LENGTH 255U  ///< characters

/// Each sets `validation_result` to one of the codes above and, if the name is
/// invalid and `invalid_index` is not null, that to the character at fault.
/// @return RMW_RET_INVALID_ARGUMENT for a null name or result.
/// Contract: any thread, no allocation.
rmw_ret_t rmw_validate_full_topic_name(
  const char * topic_name, int * validation_result, size_t * invalid_index);
rmw_ret_t rmw_validate_namespace(
  const char * namespace_, int * validation_result, size_t * invalid_index);
rmw_ret_t rmw_validate_node_name(
  const char * node_name, int * validation_result, size_t * invalid_index);

/// The rule that a name breaks; null for a valid one.
const char * rmw_full_topic_name_validation_result_string(int validation_result);
const char * rmw_namespace_validation_result_string(int validation_result);
const char * rmw_node_name_validation_result_string(int validation_result);

#ifdef __cplusplus
}
#endif
#endif  // RMW__VALIDATE_FULL_TOPIC_NAME_H_
