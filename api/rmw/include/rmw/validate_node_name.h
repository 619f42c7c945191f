// Declared with the other rules of names.
#ifndef RMW__VALIDATE_NODE_NAME_H_
#define RMW__VALIDATE_NODE_NAME_H_
#include "rmw/validate_full_topic_name.h"
#endif  // RMW__VALIDATE_NODE_NAME_H_
