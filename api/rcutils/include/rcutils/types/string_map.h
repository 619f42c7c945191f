/* A map from strings to strings, all of which it copies. */
#ifndef RCUTILS__TYPES__STRING_MAP_H_
#define RCUTILS__TYPES__STRING_MAP_H_

#include <stdbool.h>
#include <stddef.h>

#include "rcutils/allocator.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rcutils_string_map_impl_s;

typedef struct rcutils_string_map_s
{
  struct rcutils_string_map_impl_s * impl;
} rcutils_string_map_t;

/* All return RCUTILS_RET_INVALID_ARGUMENT for a null argument or a bad allocator,
 * RCUTILS_RET_STRING_MAP_INVALID if the map is not initialized, and RCUTILS_RET_BAD_ALLOC
 * without memory; the error state is set. */

rcutils_string_map_t rcutils_get_zero_initialized_string_map(void);
/// RCUTILS_RET_STRING_MAP_ALREADY_INIT for one that is.
rcutils_ret_t rcutils_string_map_init(
  rcutils_string_map_t * string_map, size_t initial_capacity, rcutils_allocator_t allocator);
/// RCUTILS_RET_OK too for one that is not initialized.
rcutils_ret_t rcutils_string_map_fini(rcutils_string_map_t * string_map);
/// How many entries have room.
rcutils_ret_t rcutils_string_map_get_capacity(
  const rcutils_string_map_t * string_map, size_t * capacity);
rcutils_ret_t rcutils_string_map_get_size(const rcutils_string_map_t * string_map, size_t * size);
/// Makes that the capacity, or the size if that is more.
rcutils_ret_t rcutils_string_map_reserve(rcutils_string_map_t * string_map, size_t capacity);
/// Without entries; the capacity stays.
rcutils_ret_t rcutils_string_map_clear(rcutils_string_map_t * string_map);
/// Adds an entry, or replaces its value; the capacity doubles as needed.
rcutils_ret_t rcutils_string_map_set(
  rcutils_string_map_t * string_map, const char * key, const char * value);
/// RCUTILS_RET_NOT_ENOUGH_SPACE where the other would grow; the error state is not set then.
rcutils_ret_t rcutils_string_map_set_no_resize(
  rcutils_string_map_t * string_map, const char * key, const char * value);
/// RCUTILS_RET_STRING_KEY_NOT_FOUND if there is no such key.
rcutils_ret_t rcutils_string_map_unset(rcutils_string_map_t * string_map, const char * key);
bool rcutils_string_map_key_exists(const rcutils_string_map_t * string_map, const char * key);
/// Of a key that ends after `key_length` characters.
bool rcutils_string_map_key_existsn(
  const rcutils_string_map_t * string_map, const char * key, size_t key_length);
/// The value, not copied; null if there is no such key.
const char * rcutils_string_map_get(const rcutils_string_map_t * string_map, const char * key);
const char * rcutils_string_map_getn(
  const rcutils_string_map_t * string_map, const char * key, size_t key_length);
/// The key behind `key`, which this function returned; the first for null. Null behind the last.
const char * rcutils_string_map_get_next_key(
  const rcutils_string_map_t * string_map, const char * key);
/// Sets all entries of one map in another, both initialized.
rcutils_ret_t rcutils_string_map_copy(
  const rcutils_string_map_t * src_string_map, rcutils_string_map_t * dst_string_map);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__TYPES__STRING_MAP_H_ */
