// Declared with the other rules of names.
#ifndef RMW__VALIDATE_NAMESPACE_H_
#define RMW__VALIDATE_NAMESPACE_H_
#include "rmw/validate_full_topic_name.h"
#endif  // RMW__VALIDATE_NAMESPACE_H_
