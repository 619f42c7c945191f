/* The callbacks of custom transports are in rmw_microros/rmw_microros.h here. */
#include "rmw_microros/rmw_microros.h"
