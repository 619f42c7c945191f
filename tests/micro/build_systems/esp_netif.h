/* What the client takes of ESP-IDF. */
#pragma once

#include <esp_event.h>

extern const esp_event_base_t IP_EVENT;
enum { IP_EVENT_STA_GOT_IP };
esp_err_t esp_netif_init(void);
void* esp_netif_create_default_wifi_sta(void);
