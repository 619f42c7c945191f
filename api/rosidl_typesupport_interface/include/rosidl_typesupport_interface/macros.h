/* Names of the C functions that a message library exports, one per type. */
#ifndef ROSIDL_TYPESUPPORT_INTERFACE__MACROS_H_
#define ROSIDL_TYPESUPPORT_INTERFACE__MACROS_H_

#define ROSIDL_TYPESUPPORT_INTERFACE__SYMBOL(support, kind, package, folder, name) \
  support##__get_##kind##_type_support_handle__##package##__##folder##__##name

#define ROSIDL_TYPESUPPORT_INTERFACE__MESSAGE_SYMBOL_NAME(support, package, folder, name) \
  ROSIDL_TYPESUPPORT_INTERFACE__SYMBOL(support, message, package, folder, name)

#define ROSIDL_TYPESUPPORT_INTERFACE__SERVICE_SYMBOL_NAME(support, package, folder, name) \
  ROSIDL_TYPESUPPORT_INTERFACE__SYMBOL(support, service, package, folder, name)

#define ROSIDL_TYPESUPPORT_INTERFACE__ACTION_SYMBOL_NAME(support, package, folder, name) \
  ROSIDL_TYPESUPPORT_INTERFACE__SYMBOL(support, action, package, folder, name)

#define ROSIDL_TYPESUPPORT_INTERFACE__LIBRARY_NAME(package, support) package##__##support

#endif  /* ROSIDL_TYPESUPPORT_INTERFACE__MACROS_H_ */
