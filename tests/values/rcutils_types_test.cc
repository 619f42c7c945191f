// The containers of rcutils, and what they do without memory.
#include <gtest/gtest.h>

#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "covers.h"
#include "rcutils/types.h"

namespace {

/// The C heap, which counts what is not freed and gives `left` times more.
struct Heap {
  int live = 0;
  int left = 1000;

  rcutils_allocator_t allocator() {
    return {[](size_t size, void* self) { return of(self).give(std::malloc(size)); },
            [](void* memory, void* self) {
              of(self).live -= memory != nullptr;
              std::free(memory);
            },
            [](void* memory, size_t size, void* self) {
              if (of(self).left == 0) return static_cast<void*>(nullptr);
              of(self).live -= memory != nullptr;
              return of(self).give(std::realloc(memory, size));
            },
            [](size_t count, size_t size, void* self) {
              return of(self).give(std::calloc(count, size));
            },
            this};
  }

 private:
  static Heap& of(void* self) { return *static_cast<Heap*>(self); }
  void* give(void* memory) {
    if (left == 0) {
      std::free(memory);
      return nullptr;
    }
    --left;
    ++live;
    return memory;
  }
};

class RcutilsTypesTest : public testing::Test {
 protected:
  ~RcutilsTypesTest() override {
    EXPECT_EQ(heap_.live, 0) << "what was made was not freed";
    rcutils_reset_error();
  }
  Heap heap_;
  const rcutils_allocator_t allocator_ = heap_.allocator();
};

TEST_F(RcutilsTypesTest, BytesKeepWhatFitsAndRefuseSizeZero) {
  COVERS("rcutils", "rcutils_get_zero_initialized_uint8_array", "rcutils_uint8_array_init");
  COVERS("rcutils", "rcutils_uint8_array_resize", "rcutils_uint8_array_fini");
  auto bytes = rcutils_get_zero_initialized_uint8_array();
  EXPECT_EQ(rcutils_uint8_array_fini(&bytes), RCUTILS_RET_INVALID_ARGUMENT) << "no allocator yet";
  ASSERT_EQ(rcutils_uint8_array_init(&bytes, 4, &allocator_), RCUTILS_RET_OK);
  EXPECT_EQ(bytes.buffer_capacity, 4u);
  EXPECT_EQ(bytes.buffer_length, 0u);
  std::memcpy(bytes.buffer, "abcd", 4);
  bytes.buffer_length = 4;
  EXPECT_EQ(rcutils_uint8_array_resize(&bytes, 2), RCUTILS_RET_OK);
  EXPECT_EQ(bytes.buffer_length, 2u);
  EXPECT_EQ(rcutils_uint8_array_resize(&bytes, 100), RCUTILS_RET_OK);
  EXPECT_EQ(bytes.buffer_capacity, 100u);
  EXPECT_EQ(std::memcmp(bytes.buffer, "ab", 2), 0);
  EXPECT_EQ(rcutils_uint8_array_resize(&bytes, 0), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_TRUE(rcutils_error_is_set());
  EXPECT_EQ(rcutils_uint8_array_fini(&bytes), RCUTILS_RET_OK);
  EXPECT_EQ(bytes.buffer, nullptr);
  EXPECT_EQ(rcutils_uint8_array_init(nullptr, 4, &allocator_), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_uint8_array_init(&bytes, 4, nullptr), RCUTILS_RET_INVALID_ARGUMENT);
}

TEST_F(RcutilsTypesTest, WithoutMemoryBytesAreEmptyAndTheErrorSaysSo) {
  COVERS("rcutils", "rcutils_reallocf");
  rcutils_uint8_array_t bytes;
  ASSERT_EQ(rcutils_uint8_array_init(&bytes, 4, &allocator_), RCUTILS_RET_OK);
  heap_.left = 0;
  EXPECT_EQ(rcutils_uint8_array_resize(&bytes, 8), RCUTILS_RET_BAD_ALLOC);
  EXPECT_TRUE(rcutils_error_is_set());
  EXPECT_EQ(bytes.buffer, nullptr);
  EXPECT_EQ(bytes.buffer_capacity, 0u);
  EXPECT_EQ(rcutils_uint8_array_init(&bytes, 4, &allocator_), RCUTILS_RET_BAD_ALLOC);
  heap_.left = 1;
  auto allocator = allocator_;
  void* const memory = rcutils_reallocf(nullptr, 8, &allocator);
  EXPECT_NE(memory, nullptr);
  EXPECT_EQ(rcutils_reallocf(memory, 16, &allocator), nullptr) << "and the old is freed";
}

TEST_F(RcutilsTypesTest, TextGrowsAsItIsPrintedCopiedAndAppended) {
  COVERS("rcutils", "rcutils_get_zero_initialized_char_array", "rcutils_char_array_init");
  COVERS("rcutils", "rcutils_char_array_vsprintf", "rcutils_char_array_strcat");
  COVERS("rcutils", "rcutils_char_array_strncat", "rcutils_char_array_strcpy");
  COVERS("rcutils", "rcutils_char_array_memcpy", "rcutils_char_array_fini");
  const auto print = [](rcutils_char_array_t* to, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const rcutils_ret_t printed = rcutils_char_array_vsprintf(to, format, arguments);
    va_end(arguments);
    return printed;
  };
  auto text = rcutils_get_zero_initialized_char_array();
  ASSERT_EQ(rcutils_char_array_init(&text, 2, &allocator_), RCUTILS_RET_OK);
  EXPECT_STREQ(text.buffer, "");
  EXPECT_EQ(print(&text, "%d bottles", 99), RCUTILS_RET_OK);
  EXPECT_STREQ(text.buffer, "99 bottles");
  EXPECT_EQ(text.buffer_length, 11u);
  EXPECT_EQ(rcutils_char_array_strcat(&text, " of"), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_char_array_strncat(&text, " rum and more", 4), RCUTILS_RET_OK);
  EXPECT_STREQ(text.buffer, "99 bottles of rum");
  EXPECT_EQ(rcutils_char_array_strcpy(&text, "short"), RCUTILS_RET_OK);
  EXPECT_STREQ(text.buffer, "short");
  EXPECT_EQ(rcutils_char_array_memcpy(&text, "xy", 2), RCUTILS_RET_OK);
  EXPECT_EQ(text.buffer_length, 2u);
  EXPECT_EQ(rcutils_char_array_fini(&text), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_char_array_fini(nullptr), RCUTILS_RET_ERROR);
}

TEST_F(RcutilsTypesTest, TextThatOutgrowsACallersBufferLeavesItAlone) {
  COVERS("rcutils", "rcutils_char_array_resize", "rcutils_char_array_expand_as_needed");
  char own[6] = "hello";
  rcutils_char_array_t text{own, false, 6, 6, allocator_};
  EXPECT_EQ(rcutils_char_array_expand_as_needed(&text, 6), RCUTILS_RET_OK);
  EXPECT_EQ(text.buffer, own);
  EXPECT_EQ(rcutils_char_array_expand_as_needed(&text, 7), RCUTILS_RET_OK);
  EXPECT_EQ(text.buffer_capacity, 9u) << "half as much more";
  EXPECT_NE(text.buffer, own);
  EXPECT_STREQ(text.buffer, "hello");
  EXPECT_EQ(rcutils_char_array_resize(&text, 0), RCUTILS_RET_INVALID_ARGUMENT);
  heap_.left = 0;
  EXPECT_EQ(rcutils_char_array_resize(&text, 50), RCUTILS_RET_BAD_ALLOC);
  EXPECT_STREQ(text.buffer, "hello") << "as it was";
  EXPECT_EQ(rcutils_char_array_fini(&text), RCUTILS_RET_OK);
  EXPECT_STREQ(own, "hello");
}

TEST_F(RcutilsTypesTest, AListCopiesElementsInAndOutAndRefusesIndicesBehindTheEnd) {
  COVERS("rcutils", "rcutils_get_zero_initialized_array_list", "rcutils_array_list_init");
  COVERS("rcutils", "rcutils_array_list_add", "rcutils_array_list_set", "rcutils_array_list_get");
  COVERS("rcutils", "rcutils_array_list_remove", "rcutils_array_list_get_size");
  COVERS("rcutils", "rcutils_array_list_fini");
  auto list = rcutils_get_zero_initialized_array_list();
  int value = 0;
  size_t size = 0;
  EXPECT_EQ(rcutils_array_list_add(&list, &value), RCUTILS_RET_NOT_INITIALIZED);
  EXPECT_EQ(rcutils_array_list_init(&list, 0, sizeof value, &allocator_),
            RCUTILS_RET_INVALID_ARGUMENT);
  ASSERT_EQ(rcutils_array_list_init(&list, 1, sizeof value, &allocator_), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_array_list_init(&list, 1, sizeof value, &allocator_),
            RCUTILS_RET_INVALID_ARGUMENT)
      << "it is initialized already";
  for (value = 10; value < 15; ++value) EXPECT_EQ(rcutils_array_list_add(&list, &value), 0);
  EXPECT_EQ(rcutils_array_list_remove(&list, 1), RCUTILS_RET_OK);
  value = 99;
  EXPECT_EQ(rcutils_array_list_set(&list, 3, &value), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_array_list_get_size(&list, &size), RCUTILS_RET_OK);
  std::vector<int> all;
  for (size_t i = 0; i < size; ++i) {
    EXPECT_EQ(rcutils_array_list_get(&list, i, &value), RCUTILS_RET_OK);
    all.push_back(value);
  }
  EXPECT_EQ(all, (std::vector<int>{10, 12, 13, 99}));
  EXPECT_EQ(rcutils_array_list_get(&list, size, &value), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_array_list_remove(&list, size), RCUTILS_RET_INVALID_ARGUMENT);
  heap_.left = 0;
  while (size++ < 8) EXPECT_EQ(rcutils_array_list_add(&list, &value), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_array_list_add(&list, &value), RCUTILS_RET_BAD_ALLOC);
  EXPECT_EQ(rcutils_array_list_fini(&list), RCUTILS_RET_OK);
  EXPECT_EQ(list.impl, nullptr);
}

TEST_F(RcutilsTypesTest, AMapHasAnEntryForEachKeyHoweverItGrows) {
  COVERS("rcutils", "rcutils_get_zero_initialized_hash_map", "rcutils_hash_map_init");
  COVERS("rcutils", "rcutils_hash_map_set", "rcutils_hash_map_get", "rcutils_hash_map_unset");
  COVERS("rcutils", "rcutils_hash_map_get_size", "rcutils_hash_map_get_capacity");
  COVERS("rcutils", "rcutils_hash_map_key_exists", "rcutils_hash_map_fini");
  COVERS("rcutils", "rcutils_hash_map_get_next_key_and_data");
  auto map = rcutils_get_zero_initialized_hash_map();
  const auto hash = [](const void* key) { return size_t{*static_cast<const uint16_t*>(key)} & 7u; };
  const auto compare = [](const void* a, const void* b) { return std::memcmp(a, b, 2); };
  ASSERT_EQ(
      rcutils_hash_map_init(&map, 3, sizeof(uint16_t), sizeof(int), hash, compare, &allocator_),
      RCUTILS_RET_OK);
  size_t capacity = 0, size = 0;
  EXPECT_EQ(rcutils_hash_map_get_capacity(&map, &capacity), RCUTILS_RET_OK);
  EXPECT_EQ(capacity, 4u) << "a power of two";
  std::map<uint16_t, int> expected, found;
  for (uint16_t key = 0; key < 50; ++key) {
    const int value = expected[key] = key * key;
    EXPECT_EQ(rcutils_hash_map_set(&map, &key, &value), RCUTILS_RET_OK);
  }
  const uint16_t odd = 7, none = 1000;
  int value = expected[odd] = -1;
  EXPECT_EQ(rcutils_hash_map_set(&map, &odd, &value), RCUTILS_RET_OK) << "replaced";
  const uint16_t gone = 15;  // in the middle of a list
  expected.erase(gone);
  EXPECT_EQ(rcutils_hash_map_unset(&map, &gone), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_hash_map_unset(&map, &gone), RCUTILS_RET_OK) << "again";
  EXPECT_FALSE(rcutils_hash_map_key_exists(&map, &gone));
  EXPECT_TRUE(rcutils_hash_map_key_exists(&map, &odd));
  EXPECT_EQ(rcutils_hash_map_get(&map, &none, &value), RCUTILS_RET_NOT_FOUND);
  EXPECT_EQ(rcutils_hash_map_get(&map, &odd, &value), RCUTILS_RET_OK);
  EXPECT_EQ(value, -1);
  EXPECT_EQ(rcutils_hash_map_get_capacity(&map, &capacity), RCUTILS_RET_OK);
  EXPECT_EQ(capacity, 128u) << "50 are three quarters of 64 and more";
  uint16_t key = 0;
  auto next = rcutils_hash_map_get_next_key_and_data(&map, nullptr, &key, &value);
  for (; next == RCUTILS_RET_OK && found.size() < 100;
       next = rcutils_hash_map_get_next_key_and_data(&map, &key, &key, &value)) {
    found[key] = value;
  }
  EXPECT_EQ(next, RCUTILS_RET_HASH_MAP_NO_MORE_ENTRIES);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(rcutils_hash_map_get_size(&map, &size), RCUTILS_RET_OK);
  EXPECT_EQ(size, expected.size());
  EXPECT_EQ(rcutils_hash_map_get_next_key_and_data(&map, &none, &key, &value),
            RCUTILS_RET_NOT_FOUND);
  EXPECT_EQ(rcutils_hash_map_fini(&map), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_hash_map_fini(&map), RCUTILS_RET_NOT_INITIALIZED);
}

TEST_F(RcutilsTypesTest, AMapOfStringKeysComparesWhatTheySay) {
  COVERS("rcutils", "rcutils_hash_map_string_hash_func", "rcutils_hash_map_string_cmp_func");
  auto map = rcutils_get_zero_initialized_hash_map();
  ASSERT_EQ(rcutils_hash_map_init(&map, 2, sizeof(char*), 1, rcutils_hash_map_string_hash_func,
                                  rcutils_hash_map_string_cmp_func, &allocator_),
            RCUTILS_RET_OK);
  const char* const key = "arm";
  EXPECT_EQ(rcutils_hash_map_set(&map, &key, "x"), RCUTILS_RET_OK);
  const std::string other("arm");
  const char* const same = other.c_str();
  char value = 0;
  EXPECT_EQ(rcutils_hash_map_get(&map, &same, &value), RCUTILS_RET_OK);
  EXPECT_EQ(value, 'x');
  heap_.left = 0;
  const char* const more = "leg";
  EXPECT_EQ(rcutils_hash_map_set(&map, &more, "y"), RCUTILS_RET_BAD_ALLOC);
  EXPECT_EQ(rcutils_hash_map_fini(&map), RCUTILS_RET_OK);
}

void put(rcutils_string_array_t& strings, size_t index, const char* text) {
  const auto& allocator = strings.allocator;
  strings.data[index] =
      static_cast<char*>(allocator.allocate(std::strlen(text) + 1, allocator.state));
  std::memcpy(strings.data[index], text, std::strlen(text) + 1);
}

TEST_F(RcutilsTypesTest, StringsAreSortedComparedAndFreedWithTheirArray) {
  COVERS("rcutils", "rcutils_get_zero_initialized_string_array", "rcutils_string_array_init");
  COVERS("rcutils", "rcutils_string_array_sort", "rcutils_string_array_cmp");
  COVERS("rcutils", "rcutils_string_array_resize", "rcutils_string_array_fini");
  COVERS("rcutils", "rcutils_string_array_sort_compare", "rcutils_qsort");
  auto one = rcutils_get_zero_initialized_string_array();
  auto two = rcutils_get_zero_initialized_string_array();
  EXPECT_EQ(rcutils_string_array_fini(&one), RCUTILS_RET_OK) << "nothing to free";
  ASSERT_EQ(rcutils_string_array_init(&one, 3, &allocator_), RCUTILS_RET_OK);
  ASSERT_EQ(rcutils_string_array_init(&two, 1, &allocator_), RCUTILS_RET_OK);
  put(one, 0, "leg");
  put(one, 2, "arm");
  put(two, 0, "arm");
  EXPECT_EQ(rcutils_string_array_sort(&one), RCUTILS_RET_OK);
  EXPECT_STREQ(one.data[0], "arm");
  EXPECT_STREQ(one.data[1], "leg");
  EXPECT_EQ(one.data[2], nullptr) << "null is last";
  EXPECT_LT(rcutils_string_array_sort_compare(&one.data[0], &one.data[1]), 0);
  int order = 0;
  EXPECT_EQ(rcutils_string_array_cmp(&one, &two, &order), RCUTILS_RET_OK);
  EXPECT_EQ(order, 1) << "the same beginning, and longer";
  EXPECT_EQ(rcutils_string_array_resize(&one, 1), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_array_cmp(&one, &two, &order), RCUTILS_RET_OK);
  EXPECT_EQ(order, 0);
  EXPECT_EQ(rcutils_string_array_resize(&two, 2), RCUTILS_RET_OK);
  EXPECT_EQ(two.data[1], nullptr);
  EXPECT_EQ(rcutils_string_array_resize(&one, 2), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_array_cmp(&one, &two, &order), RCUTILS_RET_ERROR) << "null strings";
  EXPECT_EQ(rcutils_qsort(nullptr, 2, 1, rcutils_string_array_sort_compare),
            RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_qsort(one.data, 2, 1, nullptr), RCUTILS_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcutils_string_array_fini(&one), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_array_fini(&two), RCUTILS_RET_OK);
}

TEST_F(RcutilsTypesTest, AMapOfStringsCopiesWhatItIsGiven) {
  COVERS("rcutils", "rcutils_get_zero_initialized_string_map", "rcutils_string_map_init");
  COVERS("rcutils", "rcutils_string_map_set", "rcutils_string_map_get", "rcutils_string_map_getn");
  COVERS("rcutils", "rcutils_string_map_key_exists", "rcutils_string_map_key_existsn");
  COVERS("rcutils", "rcutils_string_map_unset", "rcutils_string_map_get_size");
  COVERS("rcutils", "rcutils_string_map_fini");
  auto map = rcutils_get_zero_initialized_string_map();
  EXPECT_EQ(rcutils_string_map_set(&map, "a", "b"), RCUTILS_RET_STRING_MAP_INVALID);
  ASSERT_EQ(rcutils_string_map_init(&map, 0, allocator_), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_map_init(&map, 0, allocator_), RCUTILS_RET_STRING_MAP_ALREADY_INIT);
  std::string value("red");
  EXPECT_EQ(rcutils_string_map_set(&map, "colour", value.c_str()), RCUTILS_RET_OK);
  value = "xxx";
  EXPECT_STREQ(rcutils_string_map_get(&map, "colour"), "red");
  EXPECT_STREQ(rcutils_string_map_getn(&map, "colourful", 6), "red");
  EXPECT_EQ(rcutils_string_map_getn(&map, "colour", 3), nullptr);
  EXPECT_TRUE(rcutils_string_map_key_existsn(&map, "colour=red", 6));
  EXPECT_FALSE(rcutils_string_map_key_exists(&map, "col"));
  EXPECT_EQ(rcutils_string_map_set(&map, "colour", "blue"), RCUTILS_RET_OK);
  EXPECT_STREQ(rcutils_string_map_get(&map, "colour"), "blue");
  EXPECT_EQ(rcutils_string_map_unset(&map, "size"), RCUTILS_RET_STRING_KEY_NOT_FOUND);
  EXPECT_NE(std::string(rcutils_get_error_string().str).find("'size'"), std::string::npos);
  EXPECT_EQ(rcutils_string_map_unset(&map, "colour"), RCUTILS_RET_OK);
  size_t size = 1;
  EXPECT_EQ(rcutils_string_map_get_size(&map, &size), RCUTILS_RET_OK);
  EXPECT_EQ(size, 0u);
  heap_.left = 4;  // enough for the first entry and for room for the second
  EXPECT_EQ(rcutils_string_map_set(&map, "a", "b"), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_map_set(&map, "c", "d"), RCUTILS_RET_BAD_ALLOC);
  EXPECT_FALSE(rcutils_string_map_key_exists(&map, "c"));
  EXPECT_EQ(rcutils_string_map_fini(&map), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_map_fini(&map), RCUTILS_RET_OK) << "again";
}

TEST_F(RcutilsTypesTest, AMapOfStringsIsWalkedCopiedAndCleared) {
  COVERS("rcutils", "rcutils_string_map_get_next_key", "rcutils_string_map_copy");
  COVERS("rcutils", "rcutils_string_map_set_no_resize", "rcutils_string_map_reserve");
  COVERS("rcutils", "rcutils_string_map_clear", "rcutils_string_map_get_capacity");
  auto from = rcutils_get_zero_initialized_string_map();
  auto to = rcutils_get_zero_initialized_string_map();
  ASSERT_EQ(rcutils_string_map_init(&from, 1, allocator_), RCUTILS_RET_OK);
  ASSERT_EQ(rcutils_string_map_init(&to, 0, allocator_), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_map_set_no_resize(&from, "a", "1"), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_map_set_no_resize(&from, "b", "2"), RCUTILS_RET_NOT_ENOUGH_SPACE);
  EXPECT_EQ(rcutils_string_map_set_no_resize(&from, "a", "3"), RCUTILS_RET_OK) << "no entry more";
  EXPECT_EQ(rcutils_string_map_reserve(&from, 3), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_map_set_no_resize(&from, "b", "2"), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_map_copy(&from, &to), RCUTILS_RET_OK);
  std::map<std::string, std::string> found;
  const char* key = nullptr;
  while ((key = rcutils_string_map_get_next_key(&to, key)) != nullptr && found.size() < 9) {
    found[key] = rcutils_string_map_get(&to, key);
  }
  EXPECT_EQ(found, (std::map<std::string, std::string>{{"a", "3"}, {"b", "2"}}));
  EXPECT_EQ(rcutils_string_map_get_next_key(&to, "a"), nullptr) << "no key of this map";
  size_t capacity = 0;
  EXPECT_EQ(rcutils_string_map_clear(&from), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_map_get_capacity(&from, &capacity), RCUTILS_RET_OK);
  EXPECT_EQ(capacity, 3u);
  EXPECT_EQ(rcutils_string_map_get_next_key(&from, nullptr), nullptr);
  EXPECT_EQ(rcutils_string_map_fini(&from), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_string_map_fini(&to), RCUTILS_RET_OK);
}

}  // namespace
