/* Part of rcl/rcl.h here, and what programs print errors with. */
#include "rcl/rcl.h"
#include "rcutils/snprintf.h"
