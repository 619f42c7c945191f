/* The domain that a process is in unless it says otherwise. In the library of rclcpp. */
#ifndef RCL__DOMAIN_ID_H_
#define RCL__DOMAIN_ID_H_

#include <stddef.h>
#include <stdint.h>

#include "rcl/types.h"
#include "rcl/visibility_control.h"

/** Stands for the default domain. */
#define RCL_DEFAULT_DOMAIN_ID SIZE_MAX

#ifdef __cplusplus
extern "C" {
#endif
/** The number in ROS_DOMAIN_ID; `*domain_id` stays as it is where that is not set or empty.
 *  Contract: any thread. RCL_RET_INVALID_ARGUMENT for null, RCL_RET_ERROR for what is no number. */
RCL_PUBLIC rcl_ret_t rcl_get_default_domain_id(size_t * domain_id);
#ifdef __cplusplus
}
#endif
#endif /* RCL__DOMAIN_ID_H_ */
