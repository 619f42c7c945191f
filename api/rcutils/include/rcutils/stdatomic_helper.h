/* The operations of stdatomic.h, each with its result in an argument, for C alone. */
#ifndef RCUTILS__STDATOMIC_HELPER_H_
#define RCUTILS__STDATOMIC_HELPER_H_

#ifdef __cplusplus
#error "rcutils/stdatomic_helper.h is for C: use <atomic>"
#endif

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define rcutils_atomic_load(object, out) (out) = atomic_load(object)
#define rcutils_atomic_store(object, desired) atomic_store(object, desired)
#define rcutils_atomic_exchange(object, out, desired) (out) = atomic_exchange(object, desired)
#define rcutils_atomic_compare_exchange_strong(object, out, expected, desired) \
  (out) = atomic_compare_exchange_strong(object, expected, desired)
#define rcutils_atomic_fetch_add(object, out, arg) (out) = atomic_fetch_add(object, arg)

static inline bool rcutils_atomic_load_bool(atomic_bool * a_bool)
{
  return atomic_load(a_bool);
}
static inline int64_t rcutils_atomic_load_int64_t(atomic_int_least64_t * a_int64_t)
{
  return atomic_load(a_int64_t);
}
static inline uint64_t rcutils_atomic_load_uint64_t(atomic_uint_least64_t * a_uint64_t)
{
  return atomic_load(a_uint64_t);
}
static inline uintptr_t rcutils_atomic_load_uintptr_t(atomic_uintptr_t * a_uintptr_t)
{
  return atomic_load(a_uintptr_t);
}
static inline bool rcutils_atomic_exchange_bool(atomic_bool * a_bool, bool desired)
{
  return atomic_exchange(a_bool, desired);
}
static inline int64_t rcutils_atomic_exchange_int64_t(
  atomic_int_least64_t * a_int64_t, int64_t desired)
{
  return atomic_exchange(a_int64_t, desired);
}
static inline uint64_t rcutils_atomic_exchange_uint64_t(
  atomic_uint_least64_t * a_uint64_t, uint64_t desired)
{
  return atomic_exchange(a_uint64_t, desired);
}
static inline uintptr_t rcutils_atomic_exchange_uintptr_t(
  atomic_uintptr_t * a_uintptr_t, uintptr_t desired)
{
  return atomic_exchange(a_uintptr_t, desired);
}
static inline bool rcutils_atomic_compare_exchange_strong_uint_least64_t(
  atomic_uint_least64_t * a_uint_least64_t, uint64_t * expected, uint64_t desired)
{
  return atomic_compare_exchange_strong(a_uint_least64_t, expected, desired);
}
static inline uint64_t rcutils_atomic_fetch_add_uint64_t(
  atomic_uint_least64_t * a_uint64_t, uint64_t arg)
{
  return atomic_fetch_add(a_uint64_t, arg);
}

#endif /* RCUTILS__STDATOMIC_HELPER_H_ */
