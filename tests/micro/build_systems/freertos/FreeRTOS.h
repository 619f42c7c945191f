/* What the client takes of FreeRTOS in ESP-IDF. */
#pragma once

#define pdMS_TO_TICKS(milliseconds) ((milliseconds) / 10)
#define portMAX_DELAY 0xffffffffu
