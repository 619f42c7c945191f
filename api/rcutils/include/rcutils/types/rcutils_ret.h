/* Declared with the allocator, which every header has. */
#ifndef RCUTILS__TYPES__RCUTILS_RET_H_
#define RCUTILS__TYPES__RCUTILS_RET_H_
#include "rcutils/allocator.h"
#endif /* RCUTILS__TYPES__RCUTILS_RET_H_ */
