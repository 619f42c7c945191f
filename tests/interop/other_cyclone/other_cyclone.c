/* Loaded before Cyclone DDS, this makes it one that our probe of received packets cannot use
 * (src/ranvier/cyclone/internals/packet_probe.cc): the pool that the probe asks for, by its sizes, is not
 * given. Everything else is Cyclone's own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

void* nn_rbufpool_new(const void* log, uint32_t buffer, uint32_t largest) {
  void* (*own)(const void*, uint32_t, uint32_t);
  if (buffer == 4096 && largest == 1024) return NULL;
  *(void**)&own = dlsym(RTLD_NEXT, "nn_rbufpool_new");
  return own(log, buffer, largest);
}
