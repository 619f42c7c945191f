/* What the client takes of Zephyr's kernel. An interrupt comes while a semaphore is waited for. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
int64_t k_uptime_get(void);
int32_t k_msleep(int32_t milliseconds);

struct k_sem {
  int count;
};
#define K_SEM_DEFINE(name, initial, limit) struct k_sem name = {initial}
#define K_MSEC(milliseconds) ((int)(milliseconds))
static inline void k_sem_give(struct k_sem* sem) { sem->count = 1; }
void interrupt_within(int milliseconds);
static inline int k_sem_take(struct k_sem* sem, int milliseconds) {
  if (sem->count == 0) interrupt_within(milliseconds);
  const bool taken = sem->count != 0;
  sem->count = 0;
  return taken ? 0 : -1;
}
