/* The network of the board, as the component's menu (Kconfig.projbuild) says. */
#pragma once

#include <esp_err.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Joins the wireless network, and waits for an address. @return what failed; ESP_FAIL if the network
 * was not joined in the tries that the menu gives. Later it joins again whenever it is lost. */
esp_err_t uros_network_interface_initialize(void);

#ifdef __cplusplus
}
#endif
