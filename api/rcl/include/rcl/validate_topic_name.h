/* Whether a topic's or service's name is valid as users write it, before it is expanded. */
#ifndef RCL__VALIDATE_TOPIC_NAME_H_
#define RCL__VALIDATE_TOPIC_NAME_H_

#include "rcl/types.h"
#include "rcl/visibility_control.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RCL_TOPIC_NAME_VALID 0  /* nothing is wrong */
#define RCL_TOPIC_NAME_INVALID_IS_EMPTY_STRING 1  /* it is empty */
#define RCL_TOPIC_NAME_INVALID_ENDS_WITH_FORWARD_SLASH 2  /* a slash at the end */
#define RCL_TOPIC_NAME_INVALID_CONTAINS_UNALLOWED_CHARACTERS 3  /* none of a-z 0-9 _ / ~ { } */
#define RCL_TOPIC_NAME_INVALID_NAME_TOKEN_STARTS_WITH_NUMBER 4  /* a part between slashes does */
#define RCL_TOPIC_NAME_INVALID_UNMATCHED_CURLY_BRACE 5  /* one without the other */
#define RCL_TOPIC_NAME_INVALID_MISPLACED_TILDE 6  /* not the first character */
#define RCL_TOPIC_NAME_INVALID_TILDE_NOT_FOLLOWED_BY_FORWARD_SLASH 7  /* "~a" */
#define RCL_TOPIC_NAME_INVALID_SUBSTITUTION_CONTAINS_UNALLOWED_CHARACTERS 8  /* "{a/b}" */
#define RCL_TOPIC_NAME_INVALID_SUBSTITUTION_STARTS_WITH_NUMBER 9  /* "{4}" */

/* In the library of rclcpp. Threads: any. */

/** Sets `validation_result` to one of the codes above and, if the name is invalid and
 * `invalid_index` is not null, that to the character at fault. Of several faults it names one.
 * Repeated slashes and unknown substitutions are found when the name is expanded.
 * RCL_RET_INVALID_ARGUMENT for a null name or result. */
RCL_PUBLIC RCL_WARN_UNUSED rcl_ret_t rcl_validate_topic_name(
  const char * topic_name, int * validation_result, size_t * invalid_index);
/** The same of the first `topic_name_length` characters. */
RCL_PUBLIC RCL_WARN_UNUSED rcl_ret_t rcl_validate_topic_name_with_size(
  const char * topic_name, size_t topic_name_length, int * validation_result,
  size_t * invalid_index);
/** The rule that a name breaks, for as long as the process lives; null for a valid name. */
RCL_PUBLIC RCL_WARN_UNUSED const char * rcl_topic_name_validation_result_string(
  int validation_result);

#ifdef __cplusplus
}
#endif
#endif /* RCL__VALIDATE_TOPIC_NAME_H_ */
