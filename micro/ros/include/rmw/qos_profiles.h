/* Part of rmw/types.h here. */
#include "rmw/types.h"
