/* The older name of rmw_microros/rmw_microros.h. */
#include "rmw_microros/rmw_microros.h"
