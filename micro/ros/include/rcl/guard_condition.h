/* Part of rcl/rcl.h here. */
#include "rcl/rcl.h"
