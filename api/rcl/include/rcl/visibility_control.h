/* RCL_PUBLIC stands before what the library of rclcpp shows to C code. */
#ifndef RCL__VISIBILITY_CONTROL_H_
#define RCL__VISIBILITY_CONTROL_H_

#define RCL_PUBLIC __attribute__((visibility("default")))

#endif /* RCL__VISIBILITY_CONTROL_H_ */
