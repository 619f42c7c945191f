/* A wireless network that is joined at the third try, as far as the client asks for one. */
#include <esp_netif.h>
#include <esp_wifi.h>
#include <freertos/semphr.h>
#include <nvs_flash.h>

#ifndef __unix__ /* what its C library has */
#include <sys/select.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec* now) {
  (void)clock;
  now->tv_sec = 0;
  now->tv_nsec = 0;
  return 0;
}
int select(int count, fd_set* read, fd_set* write, fd_set* except, struct timeval* until) {
  (void)read, (void)write, (void)except, (void)until;
  return -count;
}
#endif

#define TRIES 3

const esp_event_base_t IP_EVENT = "ip", WIFI_EVENT = "wifi";
static esp_event_handler_t on_ip, on_wifi;
static int given, tries;

SemaphoreHandle_t xSemaphoreCreateBinary(void) { return &given; }
int xSemaphoreGive(SemaphoreHandle_t semaphore) { return *semaphore = 1; }
int xSemaphoreTake(SemaphoreHandle_t semaphore, unsigned ticks) {
  (void)ticks;
  while (*semaphore == 0) {}
  return 1;
}
esp_err_t nvs_flash_init(void) { return ESP_OK; }
esp_err_t nvs_flash_erase(void) { return ESP_OK; }
esp_err_t esp_netif_init(void) { return ESP_OK; }
void* esp_netif_create_default_wifi_sta(void) { return &tries; }
esp_err_t esp_event_loop_create_default(void) { return ESP_OK; }
esp_err_t esp_event_handler_register(esp_event_base_t base, int32_t id, esp_event_handler_t handler,
                                     void* argument) {
  (void)id, (void)argument;
  *(base == IP_EVENT ? &on_ip : &on_wifi) = handler;
  return ESP_OK;
}
esp_err_t esp_wifi_init(const wifi_init_config_t* config) {
  return config->usual == 1 ? ESP_OK : ESP_FAIL;
}
esp_err_t esp_wifi_set_mode(int mode) { return mode == WIFI_MODE_STA ? ESP_OK : ESP_FAIL; }
esp_err_t esp_wifi_set_config(int interface, wifi_config_t* config) {
  return interface == WIFI_IF_STA && config->sta.ssid[0] == 'n' ? ESP_OK : ESP_FAIL;
}
esp_err_t esp_wifi_start(void) {
  on_wifi(0, WIFI_EVENT, WIFI_EVENT_STA_START, 0);
  return ESP_OK;
}
esp_err_t esp_wifi_connect(void) {
  if (++tries < TRIES) {
    on_wifi(0, WIFI_EVENT, WIFI_EVENT_STA_DISCONNECTED, 0);
  } else {
    on_wifi(0, WIFI_EVENT, WIFI_EVENT_STA_CONNECTED, 0);
    on_ip(0, IP_EVENT, IP_EVENT_STA_GOT_IP, 0);
  }
  return ESP_OK;
}
