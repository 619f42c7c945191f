// The service handle: the C struct and the typed accessor that packages specialise.
#pragma once

#include "rosidl_runtime_c/service_type_support_struct.h"
#include "rosidl_typesupport_cpp/service_type_support.hpp"
