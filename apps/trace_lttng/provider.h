/*
 * The provider `ros2`, made of the table of events. LTTng's headers read this file
 * several times, and each time mean something else by its macros.
 *
 * Every tracepoint has one argument, the values of the fields; each field takes its own.
 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER ros2

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "provider.h"

#if !defined(RANVIER_LTTNG_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define RANVIER_LTTNG_PROVIDER_H

#include <lttng/tracepoint.h>

#include "ranvier/trace/event_table.h"
#include "record.h"

#ifndef RANVIER_LTTNG_FIELDS
/* A field of the table is a letter and a name: P(message) becomes "P, message", and
   with its place a field of LTTng. */
#define RANVIER_PAIR_P(name) P, name
#define RANVIER_PAIR_N(name) N, name
#define RANVIER_PAIR_I(name) I, name
#define RANVIER_PAIR_U(name) U, name
#define RANVIER_PAIR_S(name) S, name
#define RANVIER_PAIR_G(name) G, name
#define RANVIER_FIELD_P(i, name)                                                                   \
  lttng_ust_field_integer_hex(uintptr_t, name, (uintptr_t)fields[i].pointer)
#define RANVIER_FIELD_N(i, name) lttng_ust_field_integer(int32_t, name, (int32_t)fields[i].word)
#define RANVIER_FIELD_I(i, name) lttng_ust_field_integer(int64_t, name, (int64_t)fields[i].word)
#define RANVIER_FIELD_U(i, name) lttng_ust_field_integer(uint64_t, name, fields[i].word)
#define RANVIER_FIELD_S(i, name) lttng_ust_field_string(name, fields[i].text)
#define RANVIER_FIELD_G(i, name) lttng_ust_field_array(uint8_t, name, fields[i].gid, 24)
#define RANVIER_FIELD_AS(i, letter, name) RANVIER_FIELD_##letter(i, name)
#define RANVIER_FIELD_OF(i, ...) RANVIER_FIELD_AS(i, __VA_ARGS__)
#define RANVIER_FIELD(i, field) RANVIER_FIELD_OF(i, RANVIER_PAIR_##field)
#define RANVIER_FIELDS_0()
#define RANVIER_FIELDS_1(a) RANVIER_FIELD(0, a)
#define RANVIER_FIELDS_2(a, b) RANVIER_FIELDS_1(a) RANVIER_FIELD(1, b)
#define RANVIER_FIELDS_3(a, b, c) RANVIER_FIELDS_2(a, b) RANVIER_FIELD(2, c)
#define RANVIER_FIELDS_4(a, b, c, d) RANVIER_FIELDS_3(a, b, c) RANVIER_FIELD(3, d)
#define RANVIER_FIELDS_5(a, b, c, d, e) RANVIER_FIELDS_4(a, b, c, d) RANVIER_FIELD(4, e)
#define RANVIER_FIELDS_6(a, b, c, d, e, f) RANVIER_FIELDS_5(a, b, c, d, e) RANVIER_FIELD(5, f)
#define RANVIER_COUNTED(_0, _1, _2, _3, _4, _5, _6, count, ...) RANVIER_FIELDS_##count
#define RANVIER_LTTNG_FIELDS(...)                                                                  \
  RANVIER_COUNTED(0, ##__VA_ARGS__, 6, 5, 4, 3, 2, 1, 0)(__VA_ARGS__)
#define RANVIER_LTTNG_EVENT(name, rate, doc, ...)                                                  \
  LTTNG_UST_TRACEPOINT_EVENT(ros2, name,                                                           \
                             LTTNG_UST_TP_ARGS(const union ranvier_lttng_value*, fields),          \
                             LTTNG_UST_TP_FIELDS(RANVIER_LTTNG_FIELDS(__VA_ARGS__)))
#endif

RANVIER_TRACE_EVENTS(RANVIER_LTTNG_EVENT)

#endif

#include <lttng/tracepoint-event.h>
