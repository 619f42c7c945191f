/* The error of the last call is that of rcl here. */
#include "rcl/error_handling.h"
