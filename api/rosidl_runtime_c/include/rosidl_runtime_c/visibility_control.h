/* Export mark of the C side; everything here is inline or generated. */
#ifndef ROSIDL_RUNTIME_C__VISIBILITY_CONTROL_H_
#define ROSIDL_RUNTIME_C__VISIBILITY_CONTROL_H_

#define ROSIDL_GENERATOR_C_EXPORT __attribute__((visibility("default")))
#define ROSIDL_GENERATOR_C_PUBLIC ROSIDL_GENERATOR_C_EXPORT

#endif  /* ROSIDL_RUNTIME_C__VISIBILITY_CONTROL_H_ */
