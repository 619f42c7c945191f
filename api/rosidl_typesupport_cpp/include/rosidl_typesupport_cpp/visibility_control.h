/* Export marks of the handles of C++; what declares them is a template or inline. */
#ifndef ROSIDL_TYPESUPPORT_CPP__VISIBILITY_CONTROL_H_
#define ROSIDL_TYPESUPPORT_CPP__VISIBILITY_CONTROL_H_

#define ROSIDL_TYPESUPPORT_CPP_EXPORT __attribute__((visibility("default")))
#define ROSIDL_TYPESUPPORT_CPP_IMPORT
#define ROSIDL_TYPESUPPORT_CPP_PUBLIC ROSIDL_TYPESUPPORT_CPP_EXPORT
#define ROSIDL_TYPESUPPORT_CPP_LOCAL __attribute__((visibility("hidden")))

#endif /* ROSIDL_TYPESUPPORT_CPP__VISIBILITY_CONTROL_H_ */
