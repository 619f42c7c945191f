#include <microros_transports.h>
#include <zephyr/device.h>
#include <zephyr/devicetree.h>
#include <zephyr/drivers/uart.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/ring_buffer.h>
#ifdef CONFIG_USB_DEVICE_STACK
#include <zephyr/usb/usb_device.h>
#endif

#if DT_HAS_CHOSEN(ranvier_micro_uart)
#define LINE DT_CHOSEN(ranvier_micro_uart)
#elif defined(CONFIG_MICROROS_TRANSPORT_SERIAL_USB)
#define LINE DT_NODELABEL(cdc_acm_uart0)
#else
#define LINE DT_NODELABEL(uart1)
#endif
#if !DT_NODE_EXISTS(LINE)
#error "No serial line to the agent: add chosen { ranvier,micro-uart = &...; }; to the devicetree"
#endif

#define COMING_BYTES 2048

/* Written in the interrupt, read by the program. Its name is global: the macro makes it so. */
RING_BUF_DECLARE(ranvier_micro_coming, COMING_BYTES);
static K_SEM_DEFINE(arrived, 0, 1);

static const struct device* line_of(uxrCustomTransport* transport) {
  const zephyr_transport_params_t* params = (const zephyr_transport_params_t*)transport->args;
  return params != NULL && params->uart_dev != NULL ? params->uart_dev : DEVICE_DT_GET(LINE);
}

/* What finds no room is lost; the frames around it show that. */
static void on_interrupt(const struct device* line, void* nothing) {
  uint8_t bytes[16];
  int got;
  (void)nothing;
  if (!uart_irq_update(line) || !uart_irq_rx_ready(line)) return;
  while ((got = uart_fifo_read(line, bytes, sizeof(bytes))) > 0) {
    ring_buf_put(&ranvier_micro_coming, bytes, (uint32_t)got);
  }
  k_sem_give(&arrived);
}

bool zephyr_transport_open(uxrCustomTransport* transport) {
  const struct device* line = line_of(transport);
#ifdef CONFIG_USB_DEVICE_STACK
  usb_enable(NULL); /* an error where it is enabled already */
#endif
  if (!device_is_ready(line)) return false;
  uart_irq_rx_disable(line);
  ring_buf_reset(&ranvier_micro_coming);
  (void)uart_irq_callback_user_data_set(line, on_interrupt, NULL);
  uart_irq_rx_enable(line);
  return true;
}

bool zephyr_transport_close(uxrCustomTransport* transport) {
  uart_irq_rx_disable(line_of(transport));
  return true;
}

size_t zephyr_transport_write(uxrCustomTransport* transport, const uint8_t* from, size_t size,
                              uint8_t* error) {
  const struct device* line = line_of(transport);
  for (size_t i = 0; i < size; ++i) uart_poll_out(line, from[i]);
  *error = 0;
  return size;
}

size_t zephyr_transport_read(uxrCustomTransport* transport, uint8_t* to, size_t size,
                             int timeout_ms, uint8_t* error) {
  const int64_t until = k_uptime_get() + timeout_ms;
  uint32_t got = ring_buf_get(&ranvier_micro_coming, to, (uint32_t)size);
  (void)transport;
  for (int64_t left = timeout_ms; got == 0 && left > 0; left = until - k_uptime_get()) {
    (void)k_sem_take(&arrived, K_MSEC(left));
    got = ring_buf_get(&ranvier_micro_coming, to, (uint32_t)size);
  }
  *error = got == 0;
  return got;
}
