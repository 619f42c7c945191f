/* Part of rmw_microros/rmw_microros.h here. */
#include "rmw_microros/rmw_microros.h"
