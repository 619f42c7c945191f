/* The older name of rcutils/env.h. */
#ifndef RCUTILS__GET_ENV_H_
#define RCUTILS__GET_ENV_H_
#include "rcutils/env.h"
#endif /* RCUTILS__GET_ENV_H_ */
