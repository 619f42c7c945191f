/* What the client takes of ESP-IDF. */
#pragma once

#include <esp_event.h>

extern const esp_event_base_t WIFI_EVENT;
enum { WIFI_EVENT_STA_START = 2, WIFI_EVENT_STA_CONNECTED = 4, WIFI_EVENT_STA_DISCONNECTED = 5 };
enum { WIFI_MODE_STA = 1 };
enum { WIFI_IF_STA = 0 };
typedef struct {
  int usual;
} wifi_init_config_t;
#define WIFI_INIT_CONFIG_DEFAULT() {1}
typedef union {
  struct {
    uint8_t ssid[32];
    uint8_t password[64];
  } sta;
} wifi_config_t;
esp_err_t esp_wifi_init(const wifi_init_config_t* config);
esp_err_t esp_wifi_set_mode(int mode);
esp_err_t esp_wifi_set_config(int interface, wifi_config_t* config);
esp_err_t esp_wifi_start(void);
esp_err_t esp_wifi_connect(void);
