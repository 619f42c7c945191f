# find_package(rosidl_dynamic_typesupport): no part of it is needed here; its C API is not there.
