/* What the menus of ESP-IDF write. */
#pragma once

#define CONFIG_MICRO_ROS_ESP_NETIF_WLAN 1
#define CONFIG_ESP_WIFI_SSID "name"
#define CONFIG_ESP_WIFI_PASSWORD "password"
#define CONFIG_ESP_MAXIMUM_RETRY 2
