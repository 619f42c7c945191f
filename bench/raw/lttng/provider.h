/* The yardstick's event: a pointer and a number, as callback_start has them. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER ranvier_bench

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "provider.h"

#if !defined(RANVIER_BENCH_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define RANVIER_BENCH_PROVIDER_H

#include <lttng/tracepoint.h>
#include <stdint.h>

LTTNG_UST_TRACEPOINT_EVENT(
    ranvier_bench, callback_start, LTTNG_UST_TP_ARGS(const void*, callback, int, is_intra_process),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer_hex(uintptr_t, callback, (uintptr_t)callback)
                            lttng_ust_field_integer(int, is_intra_process, is_intra_process)))

#endif

#include <lttng/tracepoint-event.h>
