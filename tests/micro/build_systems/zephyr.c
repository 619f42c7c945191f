/* Zephyr's clock and serial line: on this machine the device that the program names, on a board nothing. */
#define _DEFAULT_SOURCE
#include <zephyr/drivers/uart.h>
#include <zephyr/kernel.h>

const char* device_of_line;
struct device only_line = {-1};

#ifdef __unix__
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int64_t k_uptime_get(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now); /* clock_gettime() asks this here */
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
int32_t k_msleep(int32_t milliseconds) { return poll(0, 0, milliseconds); }

static uart_irq_callback_user_data_t interrupt;
static bool enabled;

bool device_is_ready(const struct device* line) {
  if (line->file < 0) only_line.file = open(device_of_line, O_RDWR | O_NOCTTY | O_NONBLOCK);
  return line->file >= 0;
}
int uart_irq_callback_user_data_set(const struct device* line, uart_irq_callback_user_data_t call,
                                    void* data) {
  (void)line, (void)data;
  interrupt = call;
  return 0;
}
void uart_irq_rx_enable(const struct device* line) {
  (void)line;
  enabled = true;
}
void uart_irq_rx_disable(const struct device* line) {
  (void)line;
  enabled = false;
}
int uart_fifo_read(const struct device* line, uint8_t* to, int size) {
  return (int)read(line->file, to, (size_t)size);
}
void uart_poll_out(const struct device* line, unsigned char byte) {
  while (write(line->file, &byte, 1) != 1) poll(0, 0, 1);
}
void interrupt_within(int milliseconds) {
  struct pollfd coming = {only_line.file, POLLIN, 0};
  if (poll(&coming, 1, milliseconds) > 0 && enabled) interrupt(&only_line, 0);
}
#else
int64_t k_uptime_get(void) { return 0; }
int32_t k_msleep(int32_t milliseconds) { return milliseconds; }
bool device_is_ready(const struct device* line) { return line->file >= 0; }
int uart_irq_callback_user_data_set(const struct device* line, uart_irq_callback_user_data_t call,
                                    void* data) {
  (void)line, (void)call, (void)data;
  return 0;
}
void uart_irq_rx_enable(const struct device* line) { (void)line; }
void uart_irq_rx_disable(const struct device* line) { (void)line; }
int uart_fifo_read(const struct device* line, uint8_t* to, int size) {
  (void)line, (void)to, (void)size;
  return 0;
}
void uart_poll_out(const struct device* line, unsigned char byte) { (void)line, (void)byte; }
void interrupt_within(int milliseconds) { (void)milliseconds; }
#endif
