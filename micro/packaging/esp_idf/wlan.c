#ifdef ESP_PLATFORM
#include <sdkconfig.h>
#endif
#ifdef CONFIG_MICRO_ROS_ESP_NETIF_WLAN
#include <esp_event.h>
#include <esp_netif.h>
#include <esp_wifi.h>
#include <freertos/FreeRTOS.h>
#include <freertos/semphr.h>
#include <nvs_flash.h>
#include <stdbool.h>
#include <stddef.h>

#include "uros_network_interfaces.h"

#define TRY(call)                                                                                  \
  do {                                                                                             \
    const esp_err_t what = (call);                                                                 \
    if (what != ESP_OK) return what;                                                               \
  } while (0)

static SemaphoreHandle_t settled; /* given once: joined or not */
static esp_err_t joined = ESP_FAIL;
static int tries;

static void on_address(void* argument, esp_event_base_t base, int32_t id, void* data) {
  (void)argument, (void)base, (void)id, (void)data;
  joined = ESP_OK;
  xSemaphoreGive(settled);
}

static void on_wifi(void* argument, esp_event_base_t base, int32_t id, void* data) {
  (void)argument, (void)base, (void)data;
  if (id != WIFI_EVENT_STA_START && id != WIFI_EVENT_STA_DISCONNECTED) return;
  if (joined == ESP_OK || tries++ <= CONFIG_ESP_MAXIMUM_RETRY) {
    esp_wifi_connect();
  } else {
    xSemaphoreGive(settled);
  }
}

/* Where the driver keeps its calibration. */
static esp_err_t prepare_flash(void) {
  const esp_err_t ready = nvs_flash_init();
  if (ready != ESP_ERR_NVS_NO_FREE_PAGES && ready != ESP_ERR_NVS_NEW_VERSION_FOUND) return ready;
  TRY(nvs_flash_erase());
  return nvs_flash_init();
}

esp_err_t uros_network_interface_initialize(void) {
  wifi_init_config_t usual = WIFI_INIT_CONFIG_DEFAULT();
  wifi_config_t network = {
      .sta = {.ssid = CONFIG_ESP_WIFI_SSID, .password = CONFIG_ESP_WIFI_PASSWORD}};
  settled = xSemaphoreCreateBinary();
  if (settled == NULL) return ESP_ERR_NO_MEM;
  TRY(prepare_flash());
  TRY(esp_netif_init());
  TRY(esp_event_loop_create_default());
  esp_netif_create_default_wifi_sta();
  TRY(esp_wifi_init(&usual));
  TRY(esp_event_handler_register(WIFI_EVENT, ESP_EVENT_ANY_ID, &on_wifi, NULL));
  TRY(esp_event_handler_register(IP_EVENT, IP_EVENT_STA_GOT_IP, &on_address, NULL));
  TRY(esp_wifi_set_mode(WIFI_MODE_STA));
  TRY(esp_wifi_set_config(WIFI_IF_STA, &network));
  TRY(esp_wifi_start());
  xSemaphoreTake(settled, portMAX_DELAY);
  return joined;
}
#else
typedef int only_with_a_wireless_network;
#endif
