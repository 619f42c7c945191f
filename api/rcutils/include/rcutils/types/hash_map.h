/* A map from keys of one size to values of one size; both are copied as bytes. */
#ifndef RCUTILS__TYPES__HASH_MAP_H_
#define RCUTILS__TYPES__HASH_MAP_H_

#include <stdbool.h>
#include <stddef.h>

#include "rcutils/allocator.h"
#include "rcutils/error_handling.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rcutils_hash_map_impl_s;

typedef struct rcutils_hash_map_s
{
  struct rcutils_hash_map_impl_s * impl;
} rcutils_hash_map_t;

/// Both are given pointers to keys.
typedef size_t (* rcutils_hash_map_key_hasher_t)(const void * key);
/// 0 if they are equal.
typedef int (* rcutils_hash_map_key_cmp_t)(const void * val1, const void * val2);

/// Returns from the function that has it if the map is null or not initialized.
#define HASH_MAP_VALIDATE_HASH_MAP(map) \
  do { \
    RCUTILS_CHECK_ARGUMENT_FOR_NULL(map, RCUTILS_RET_INVALID_ARGUMENT); \
    RCUTILS_CHECK_FOR_NULL_WITH_MSG( \
      (map)->impl, "map is not initialized", return RCUTILS_RET_NOT_INITIALIZED); \
  } while (0)

/// For keys that are `const char *`: the string is hashed, which must outlive the map.
size_t rcutils_hash_map_string_hash_func(const void * key_str);
int rcutils_hash_map_string_cmp_func(const void * val1, const void * val2);

/* All return RCUTILS_RET_INVALID_ARGUMENT for a null argument, RCUTILS_RET_NOT_INITIALIZED,
 * and RCUTILS_RET_BAD_ALLOC. */

rcutils_hash_map_t rcutils_get_zero_initialized_hash_map(void);
/// The capacity becomes a power of two. Neither it nor a size may be 0.
rcutils_ret_t rcutils_hash_map_init(
  rcutils_hash_map_t * hash_map, size_t initial_capacity, size_t key_size, size_t data_size,
  rcutils_hash_map_key_hasher_t key_hashing_func, rcutils_hash_map_key_cmp_t key_cmp_func,
  const rcutils_allocator_t * allocator);
rcutils_ret_t rcutils_hash_map_fini(rcutils_hash_map_t * hash_map);
/// How many lists the entries are spread over; it doubles when they are three quarters full.
rcutils_ret_t rcutils_hash_map_get_capacity(
  const rcutils_hash_map_t * hash_map, size_t * capacity);
rcutils_ret_t rcutils_hash_map_get_size(const rcutils_hash_map_t * hash_map, size_t * size);
/// Adds an entry, or replaces its value.
rcutils_ret_t rcutils_hash_map_set(
  rcutils_hash_map_t * hash_map, const void * key, const void * value);
/// RCUTILS_RET_OK too if there is no such key.
rcutils_ret_t rcutils_hash_map_unset(rcutils_hash_map_t * hash_map, const void * key);
bool rcutils_hash_map_key_exists(const rcutils_hash_map_t * hash_map, const void * key);
/// RCUTILS_RET_NOT_FOUND if there is no such key.
rcutils_ret_t rcutils_hash_map_get(
  const rcutils_hash_map_t * hash_map, const void * key, void * data);
/// Copies the entry behind that of `previous_key`, the first for null; in any order, while the
/// map is not changed. RCUTILS_RET_HASH_MAP_NO_MORE_ENTRIES behind the last,
/// RCUTILS_RET_NOT_FOUND for a key that is not there.
rcutils_ret_t rcutils_hash_map_get_next_key_and_data(
  const rcutils_hash_map_t * hash_map, const void * previous_key, void * key, void * data);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__TYPES__HASH_MAP_H_ */
