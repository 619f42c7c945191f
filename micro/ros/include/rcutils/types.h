/* Of the types of rcutils, the results of its functions. */
#include "rcutils/types/rcutils_ret.h"
