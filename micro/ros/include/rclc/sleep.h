/* Part of rclc/rclc.h here. */
#include "rclc/rclc.h"
