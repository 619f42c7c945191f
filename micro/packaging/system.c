/* What the client asks of a system that brings it: a clock that never steps, and to sleep while no
 * agent answers. A program's own clock_gettime() comes before the one here. */
#define _POSIX_C_SOURCE 200809L
#include "ranvier_micro/config.h"
#if defined(ESP_PLATFORM)
#include <freertos/FreeRTOS.h>
#include <freertos/task.h>
#include <stdint.h>

void ranvier_micro_sleep(uint32_t milliseconds) { vTaskDelay(pdMS_TO_TICKS(milliseconds) + 1); }
#elif defined(__ZEPHYR__) || defined(ARDUINO)
#include <stdint.h>
#include <time.h>
#if defined(__ZEPHYR__)
#include <zephyr/kernel.h>

static int64_t now_ms(void) { return k_uptime_get(); }
void ranvier_micro_sleep(uint32_t milliseconds) { k_msleep((int32_t)milliseconds); }
#else
unsigned long millis(void);
void delay(unsigned long milliseconds);

static int64_t now_ms(void) {
  static uint32_t last, wraps;
  const uint32_t now = (uint32_t)millis();
  if (now < last) ++wraps;
  last = now;
  return (int64_t)wraps * 0x100000000 + now;
}
void ranvier_micro_sleep(uint32_t milliseconds) { delay(milliseconds); }
#endif

__attribute__((weak)) int clock_gettime(clockid_t clock, struct timespec* now) {
  const int64_t ms = now_ms();
  (void)clock;
  now->tv_sec = (time_t)(ms / 1000);
  now->tv_nsec = (long)(ms % 1000) * 1000000;
  return 0;
}
#endif
