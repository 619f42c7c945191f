/* What the client takes of Zephyr's serial lines. */
#pragma once

#include <stdint.h>
#include <zephyr/device.h>

typedef void (*uart_irq_callback_user_data_t)(const struct device* line, void* data);
int uart_irq_callback_user_data_set(const struct device* line, uart_irq_callback_user_data_t call,
                                    void* data);
void uart_irq_rx_enable(const struct device* line);
void uart_irq_rx_disable(const struct device* line);
static inline int uart_irq_update(const struct device* line) { return line != 0; }
static inline int uart_irq_rx_ready(const struct device* line) { return line != 0; }
int uart_fifo_read(const struct device* line, uint8_t* to, int size);
void uart_poll_out(const struct device* line, unsigned char byte);
