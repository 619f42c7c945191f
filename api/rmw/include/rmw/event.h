/* Declared with what it belongs to. */
#ifndef RMW__EVENT_H_
#define RMW__EVENT_H_
#include "rmw/types.h"
#endif /* RMW__EVENT_H_ */
