/* UDP over the sockets of ESP-IDF and Zephyr. */
#ifndef RANVIER_MICRO_UDP_H
#define RANVIER_MICRO_UDP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* @return a socket that is connected to an IPv4 address and a port; -1 where there is none. */
int ranvier_micro_udp_open(const char* ip, const char* port);
void ranvier_micro_udp_close(int socket);
/* @return what was sent of the datagram: all or nothing. */
size_t ranvier_micro_udp_write(int socket, const uint8_t* from, size_t size);
/* @return the bytes of the next datagram, which is cut at `size`; 0 where none came in time. */
size_t ranvier_micro_udp_read(int socket, uint8_t* to, size_t size, int timeout_ms);

#ifdef __cplusplus
}
#endif

#endif
