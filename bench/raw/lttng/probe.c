/* The tracepoint of LTTng-UST, apart from C++ and its warnings. */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "provider.h"

void lttng_callback_start(const void* callback, int is_intra_process) {
  lttng_ust_tracepoint(ranvier_bench, callback_start, callback, is_intra_process);
}
