#pragma once

#ifdef __unix__
#include <poll.h>

static inline void vTaskDelay(unsigned ticks) { poll(0, 0, (int)ticks * 10); }
#else
static inline void vTaskDelay(unsigned ticks) { (void)ticks; }
#endif
