/* What the client takes of Zephyr's kernel. */
#pragma once

#include <stdint.h>

static inline int64_t k_uptime_get(void) { return 0; }
static inline int32_t k_msleep(int32_t milliseconds) { return milliseconds; }
