#pragma once

static inline void vTaskDelay(unsigned ticks) { (void)ticks; }
