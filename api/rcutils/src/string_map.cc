#include "rcutils/types/string_map.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "allocated.h"
#include "rcutils/strdup.h"

namespace {

struct Pair {
  char* key;
  char* value;
};

}  // namespace

/// The entries are the first `size` pairs.
struct rcutils_string_map_impl_s {
  Pair* pairs;
  size_t capacity;
  size_t size;
  rcutils_allocator_t allocator;

  Pair* end() const { return pairs + size; }
  Pair* find(std::string_view key) const {
    return std::find_if(pairs, end(), [key](const Pair& pair) { return pair.key == key; });
  }
  void erase(Pair* pair) {
    rcutils::deallocate(allocator, pair->key);
    rcutils::deallocate(allocator, pair->value);
    *pair = pairs[--size];
  }
};

namespace {

rcutils_ret_t check(const rcutils_string_map_t* string_map) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(string_map, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_FOR_NULL_WITH_MSG(string_map->impl, "the map of strings is not initialized",
                                  return RCUTILS_RET_STRING_MAP_INVALID);
  return RCUTILS_RET_OK;
}

char* copy_of(const char* text, const rcutils_allocator_t& allocator) {
  char* const copy = rcutils_strdup(text, allocator);
  if (copy == nullptr) RCUTILS_SET_ERROR_MSG("no memory of the allocator is left for a string");
  return copy;
}

rcutils_ret_t add(rcutils_string_map_impl_s& map, const char* key, char* value) {
  char* const own_key = copy_of(key, map.allocator);
  if (own_key == nullptr) {
    rcutils::deallocate(map.allocator, value);
    return RCUTILS_RET_BAD_ALLOC;
  }
  map.pairs[map.size++] = {own_key, value};
  return RCUTILS_RET_OK;
}

}  // namespace

rcutils_string_map_t rcutils_get_zero_initialized_string_map() { return {nullptr}; }

rcutils_ret_t rcutils_string_map_init(rcutils_string_map_t* string_map, size_t initial_capacity,
                                      rcutils_allocator_t allocator) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(string_map, RCUTILS_RET_INVALID_ARGUMENT);
  if (string_map->impl != nullptr) {
    RCUTILS_SET_ERROR_MSG("the map of strings is already initialized");
    return RCUTILS_RET_STRING_MAP_ALREADY_INIT;
  }
  if (!rcutils::is_usable(&allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  auto* const impl = rcutils::allocated<rcutils_string_map_impl_s>(allocator);
  if (impl == nullptr) return RCUTILS_RET_BAD_ALLOC;
  *impl = {nullptr, 0, 0, allocator};
  string_map->impl = impl;
  const rcutils_ret_t reserved = rcutils_string_map_reserve(string_map, initial_capacity);
  if (reserved != RCUTILS_RET_OK) {
    rcutils::deallocate(allocator, impl);
    string_map->impl = nullptr;
  }
  return reserved;
}

rcutils_ret_t rcutils_string_map_fini(rcutils_string_map_t* string_map) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(string_map, RCUTILS_RET_INVALID_ARGUMENT);
  if (string_map->impl == nullptr) return RCUTILS_RET_OK;
  const rcutils_allocator_t allocator = string_map->impl->allocator;
  if (const rcutils_ret_t failed = rcutils_string_map_clear(string_map)) return failed;
  rcutils::deallocate(allocator, string_map->impl->pairs);
  rcutils::deallocate(allocator, string_map->impl);
  string_map->impl = nullptr;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_string_map_get_capacity(const rcutils_string_map_t* string_map,
                                              size_t* capacity) {
  if (const rcutils_ret_t wrong = check(string_map)) return wrong;
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(capacity, RCUTILS_RET_INVALID_ARGUMENT);
  *capacity = string_map->impl->capacity;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_string_map_get_size(const rcutils_string_map_t* string_map, size_t* size) {
  if (const rcutils_ret_t wrong = check(string_map)) return wrong;
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(size, RCUTILS_RET_INVALID_ARGUMENT);
  *size = string_map->impl->size;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_string_map_reserve(rcutils_string_map_t* string_map, size_t capacity) {
  if (const rcutils_ret_t wrong = check(string_map)) return wrong;
  auto& map = *string_map->impl;
  capacity = std::max(capacity, map.size);
  if (capacity == map.capacity) return RCUTILS_RET_OK;
  if (capacity == 0) {
    rcutils::deallocate(map.allocator, std::exchange(map.pairs, nullptr));
  } else {
    auto* const pairs = rcutils::reallocated(map.allocator, map.pairs, capacity);
    if (pairs == nullptr) return RCUTILS_RET_BAD_ALLOC;
    map.pairs = pairs;
  }
  map.capacity = capacity;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_string_map_clear(rcutils_string_map_t* string_map) {
  if (const rcutils_ret_t wrong = check(string_map)) return wrong;
  auto& map = *string_map->impl;
  while (map.size > 0) map.erase(map.end() - 1);
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_string_map_set(rcutils_string_map_t* string_map, const char* key,
                                     const char* value) {
  const rcutils_ret_t set = rcutils_string_map_set_no_resize(string_map, key, value);
  if (set != RCUTILS_RET_NOT_ENOUGH_SPACE) return set;
  const size_t capacity = std::max<size_t>(2 * string_map->impl->capacity, 1);
  const rcutils_ret_t reserved = rcutils_string_map_reserve(string_map, capacity);
  if (reserved != RCUTILS_RET_OK) return reserved;
  return rcutils_string_map_set_no_resize(string_map, key, value);
}

rcutils_ret_t rcutils_string_map_set_no_resize(rcutils_string_map_t* string_map, const char* key,
                                               const char* value) {
  if (const rcutils_ret_t wrong = check(string_map)) return wrong;
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(key, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(value, RCUTILS_RET_INVALID_ARGUMENT);
  auto& map = *string_map->impl;
  Pair* const found = map.find(key);
  if (found == map.end() && map.size == map.capacity) return RCUTILS_RET_NOT_ENOUGH_SPACE;
  char* const own_value = copy_of(value, map.allocator);
  if (own_value == nullptr) return RCUTILS_RET_BAD_ALLOC;
  if (found == map.end()) return add(map, key, own_value);
  rcutils::deallocate(map.allocator, std::exchange(found->value, own_value));
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_string_map_unset(rcutils_string_map_t* string_map, const char* key) {
  if (const rcutils_ret_t wrong = check(string_map)) return wrong;
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(key, RCUTILS_RET_INVALID_ARGUMENT);
  auto& map = *string_map->impl;
  Pair* const found = map.find(key);
  if (found == map.end()) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("key '%s' not found", key);
    return RCUTILS_RET_STRING_KEY_NOT_FOUND;
  }
  map.erase(found);
  return RCUTILS_RET_OK;
}

bool rcutils_string_map_key_exists(const rcutils_string_map_t* string_map, const char* key) {
  return rcutils_string_map_get(string_map, key) != nullptr;
}

bool rcutils_string_map_key_existsn(const rcutils_string_map_t* string_map, const char* key,
                                    size_t key_length) {
  return rcutils_string_map_getn(string_map, key, key_length) != nullptr;
}

const char* rcutils_string_map_get(const rcutils_string_map_t* string_map, const char* key) {
  return key == nullptr ? nullptr : rcutils_string_map_getn(string_map, key, std::strlen(key));
}

const char* rcutils_string_map_getn(const rcutils_string_map_t* string_map, const char* key,
                                    size_t key_length) {
  if (string_map == nullptr || string_map->impl == nullptr || key == nullptr) return nullptr;
  const auto& map = *string_map->impl;
  const Pair* const found = map.find({key, strnlen(key, key_length)});
  return found == map.end() ? nullptr : found->value;
}

const char* rcutils_string_map_get_next_key(const rcutils_string_map_t* string_map,
                                            const char* key) {
  if (string_map == nullptr || string_map->impl == nullptr) return nullptr;
  const auto& map = *string_map->impl;
  const Pair* next = map.pairs;
  if (key != nullptr) {
    next = std::find_if(map.pairs, map.end(), [key](const Pair& pair) { return pair.key == key; });
    if (next != map.end()) ++next;
  }
  return next == map.end() ? nullptr : next->key;
}

rcutils_ret_t rcutils_string_map_copy(const rcutils_string_map_t* src_string_map,
                                      rcutils_string_map_t* dst_string_map) {
  if (const rcutils_ret_t wrong = check(src_string_map)) return wrong;
  if (const rcutils_ret_t wrong = check(dst_string_map)) return wrong;
  const auto& from = *src_string_map->impl;
  for (const Pair* pair = from.pairs; pair != from.end(); ++pair) {
    const rcutils_ret_t set = rcutils_string_map_set(dst_string_map, pair->key, pair->value);
    if (set != RCUTILS_RET_OK) return set;
  }
  return RCUTILS_RET_OK;
}
