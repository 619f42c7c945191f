// Entries are nodes of lists, one list for each remainder of the hash; a node has its key
// and its value behind it.
#include "rcutils/types/hash_map.h"

#include <cstddef>
#include <cstring>

#include "allocated.h"

namespace {

struct alignas(std::max_align_t) Node {
  Node* next;
  size_t hash;

  void* key() { return this + 1; }
};

constexpr size_t rounded_up(size_t size) {
  return (size + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) *
         alignof(std::max_align_t);
}

}  // namespace

struct rcutils_hash_map_impl_s {
  Node** lists;
  size_t capacity;  // a power of two
  size_t size;
  size_t key_size;
  size_t data_size;
  rcutils_hash_map_key_hasher_t hash;
  rcutils_hash_map_key_cmp_t compare;
  rcutils_allocator_t allocator;

  Node** list_of(size_t key_hash) const { return &lists[key_hash & (capacity - 1)]; }
  void* value(Node* node) const {
    return static_cast<unsigned char*>(node->key()) + rounded_up(key_size);
  }
  /// Where the pointer to the key's node is; the end of its list if there is none.
  Node** find(const void* key, size_t key_hash) const {
    Node** link = list_of(key_hash);
    while (*link != nullptr && ((*link)->hash != key_hash || compare((*link)->key(), key) != 0)) {
      link = &(*link)->next;
    }
    return link;
  }
  Node* find(const void* key) const { return *find(key, hash(key)); }
  void grow();
};

namespace {

Node** empty_lists(const rcutils_allocator_t& allocator, size_t capacity) {
  auto* const lists = static_cast<Node**>(
      allocator.zero_allocate(capacity, sizeof(Node*), allocator.state));
  if (lists == nullptr) RCUTILS_SET_ERROR_MSG("no memory of the allocator is left for the map");
  return lists;
}

size_t power_of_two_from(size_t at_least) {
  size_t power = 1;
  while (power < at_least && power <= SIZE_MAX / 2) power *= 2;
  return power;
}

}  // namespace

// Without memory the lists get longer instead, which is no error.
void rcutils_hash_map_impl_s::grow() {
  const size_t wider = 2 * capacity;
  auto* const fresh =
      static_cast<Node**>(allocator.zero_allocate(wider, sizeof(Node*), allocator.state));
  if (fresh == nullptr) return;
  for (size_t i = 0; i < capacity; ++i) {
    for (Node* node = lists[i]; node != nullptr;) {
      Node* const next = node->next;
      Node*& list = fresh[node->hash & (wider - 1)];
      node->next = list;
      list = node;
      node = next;
    }
  }
  rcutils::deallocate(allocator, lists);
  lists = fresh;
  capacity = wider;
}

namespace {
// Null for a key that is.
const char* text_at(const void* key) {
  return key == nullptr ? nullptr : *static_cast<const char* const*>(key);
}
}  // namespace

size_t rcutils_hash_map_string_hash_func(const void* key_str) {
  size_t hash = 5381;  // Bernstein's
  if (text_at(key_str) == nullptr) return hash;
  for (const char* c = text_at(key_str); *c != '\0'; ++c) {
    hash = hash * 33 + static_cast<unsigned char>(*c);
  }
  return hash;
}

int rcutils_hash_map_string_cmp_func(const void* val1, const void* val2) {
  const char* const one = text_at(val1);
  const char* const other = text_at(val2);
  if (one == nullptr || other == nullptr) return (one != nullptr) - (other != nullptr);
  return std::strcmp(one, other);
}

rcutils_hash_map_t rcutils_get_zero_initialized_hash_map() { return {nullptr}; }

rcutils_ret_t rcutils_hash_map_init(rcutils_hash_map_t* hash_map, size_t initial_capacity,
                                    size_t key_size, size_t data_size,
                                    rcutils_hash_map_key_hasher_t key_hashing_func,
                                    rcutils_hash_map_key_cmp_t key_cmp_func,
                                    const rcutils_allocator_t* allocator) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(hash_map, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(key_hashing_func, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(key_cmp_func, RCUTILS_RET_INVALID_ARGUMENT);
  if (!rcutils::is_usable(allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  if (initial_capacity == 0 || key_size == 0 || data_size == 0) {
    RCUTILS_SET_ERROR_MSG("the capacity of a map or the size of its keys or values is 0");
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  const size_t capacity = power_of_two_from(initial_capacity);
  auto* const impl = rcutils::allocated<rcutils_hash_map_impl_s>(*allocator);
  if (impl == nullptr) return RCUTILS_RET_BAD_ALLOC;
  Node** const lists = empty_lists(*allocator, capacity);
  if (lists == nullptr) {
    rcutils::deallocate(*allocator, impl);
    return RCUTILS_RET_BAD_ALLOC;
  }
  *impl = {lists, capacity, 0, key_size, data_size, key_hashing_func, key_cmp_func, *allocator};
  hash_map->impl = impl;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_hash_map_fini(rcutils_hash_map_t* hash_map) {
  HASH_MAP_VALIDATE_HASH_MAP(hash_map);
  auto* const impl = hash_map->impl;
  const rcutils_allocator_t allocator = impl->allocator;
  for (size_t i = 0; i < impl->capacity; ++i) {
    for (Node* node = impl->lists[i]; node != nullptr;) {
      Node* const next = node->next;
      rcutils::deallocate(allocator, node);
      node = next;
    }
  }
  rcutils::deallocate(allocator, impl->lists);
  rcutils::deallocate(allocator, impl);
  hash_map->impl = nullptr;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_hash_map_get_capacity(const rcutils_hash_map_t* hash_map, size_t* capacity) {
  HASH_MAP_VALIDATE_HASH_MAP(hash_map);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(capacity, RCUTILS_RET_INVALID_ARGUMENT);
  *capacity = hash_map->impl->capacity;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_hash_map_get_size(const rcutils_hash_map_t* hash_map, size_t* size) {
  HASH_MAP_VALIDATE_HASH_MAP(hash_map);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(size, RCUTILS_RET_INVALID_ARGUMENT);
  *size = hash_map->impl->size;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_hash_map_set(rcutils_hash_map_t* hash_map, const void* key,
                                   const void* value) {
  HASH_MAP_VALIDATE_HASH_MAP(hash_map);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(key, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(value, RCUTILS_RET_INVALID_ARGUMENT);
  auto& map = *hash_map->impl;
  const size_t hash = map.hash(key);
  Node** const link = map.find(key, hash);
  if (*link != nullptr) {
    std::memcpy(map.value(*link), value, map.data_size);
    return RCUTILS_RET_OK;
  }
  const size_t bytes = sizeof(Node) + rounded_up(map.key_size) + map.data_size;
  auto* const node =
      static_cast<Node*>(map.allocator.allocate(bytes, map.allocator.state));
  if (node == nullptr) {
    RCUTILS_SET_ERROR_MSG("no memory of the allocator is left for an entry of the map");
    return RCUTILS_RET_BAD_ALLOC;
  }
  *node = {nullptr, hash};
  std::memcpy(node->key(), key, map.key_size);
  std::memcpy(map.value(node), value, map.data_size);
  *link = node;
  if (++map.size >= map.capacity * 3 / 4) map.grow();
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_hash_map_unset(rcutils_hash_map_t* hash_map, const void* key) {
  HASH_MAP_VALIDATE_HASH_MAP(hash_map);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(key, RCUTILS_RET_INVALID_ARGUMENT);
  auto& map = *hash_map->impl;
  Node** const link = map.find(key, map.hash(key));
  Node* const node = *link;
  if (node == nullptr) return RCUTILS_RET_OK;
  *link = node->next;
  rcutils::deallocate(map.allocator, node);
  --map.size;
  return RCUTILS_RET_OK;
}

bool rcutils_hash_map_key_exists(const rcutils_hash_map_t* hash_map, const void* key) {
  if (hash_map == nullptr || hash_map->impl == nullptr || key == nullptr) return false;
  return hash_map->impl->find(key) != nullptr;
}

rcutils_ret_t rcutils_hash_map_get(const rcutils_hash_map_t* hash_map, const void* key,
                                   void* data) {
  HASH_MAP_VALIDATE_HASH_MAP(hash_map);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(key, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(data, RCUTILS_RET_INVALID_ARGUMENT);
  Node* const node = hash_map->impl->find(key);
  if (node == nullptr) return RCUTILS_RET_NOT_FOUND;
  std::memcpy(data, hash_map->impl->value(node), hash_map->impl->data_size);
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_hash_map_get_next_key_and_data(const rcutils_hash_map_t* hash_map,
                                                     const void* previous_key, void* key,
                                                     void* data) {
  HASH_MAP_VALIDATE_HASH_MAP(hash_map);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(key, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(data, RCUTILS_RET_INVALID_ARGUMENT);
  const auto& map = *hash_map->impl;
  Node* next = nullptr;
  size_t list = 0;
  if (previous_key != nullptr) {
    Node* const previous = map.find(previous_key);
    if (previous == nullptr) return RCUTILS_RET_NOT_FOUND;
    next = previous->next;
    list = (previous->hash & (map.capacity - 1)) + 1;
  }
  while (next == nullptr && list < map.capacity) next = map.lists[list++];
  if (next == nullptr) return RCUTILS_RET_HASH_MAP_NO_MORE_ENTRIES;
  std::memcpy(key, next->key(), map.key_size);
  std::memcpy(data, map.value(next), map.data_size);
  return RCUTILS_RET_OK;
}
