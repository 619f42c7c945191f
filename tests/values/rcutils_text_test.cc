// Strings, hashes and errors of rcutils.
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "covers.h"
#include "in_c.h"
#include "rcutils/error_handling.h"
#include "rcutils/find.h"
#include "rcutils/isalnum_no_locale.h"
#include "rcutils/repl_str.h"
#include "rcutils/sha256.h"
#include "rcutils/split.h"
#include "rcutils/strcasecmp.h"
#include "rcutils/strerror.h"

namespace {

const rcutils_allocator_t kTextHeap = rcutils_get_default_allocator();

TEST(RcutilsTextTest, ACharacterIsFoundFromEitherEnd) {
  COVERS("rcutils", "rcutils_find", "rcutils_findn", "rcutils_find_last", "rcutils_find_lastn");
  EXPECT_EQ(rcutils_find("/a/b/", '/'), 0u);
  EXPECT_EQ(rcutils_find("ab/c", '/'), 2u);
  EXPECT_EQ(rcutils_find("abc", '/'), SIZE_MAX);
  EXPECT_EQ(rcutils_find("", 'a'), SIZE_MAX);
  EXPECT_EQ(rcutils_find(nullptr, 'a'), SIZE_MAX);
  EXPECT_EQ(rcutils_findn("ab/c", '/', 2), SIZE_MAX) << "behind the length";
  EXPECT_EQ(rcutils_find_last("/a/b", '/'), 2u);
  EXPECT_EQ(rcutils_find_last("/ab", '/'), 0u);
  EXPECT_EQ(rcutils_find_lastn("/a/b", '/', 2), 0u);
  EXPECT_EQ(rcutils_find_lastn(nullptr, '/', 2), SIZE_MAX);
}

using Splitter = rcutils_ret_t (*)(const char*, char, rcutils_allocator_t, rcutils_string_array_t*);

std::vector<std::string> parts(Splitter splitter, const char* text) {
  rcutils_string_array_t array;
  EXPECT_EQ(splitter(text, '/', kTextHeap, &array), RCUTILS_RET_OK);
  std::vector<std::string> all(array.data, array.data + array.size);
  EXPECT_EQ(rcutils_string_array_fini(&array), RCUTILS_RET_OK);
  return all;
}

using Parts = std::vector<std::string>;

TEST(RcutilsTextTest, PartsThatAreEmptyAreLeftOut) {
  COVERS("rcutils", "rcutils_split");
  EXPECT_EQ(parts(rcutils_split, "/a//bc/d/"), (Parts{"a", "bc", "d"}));
  EXPECT_EQ(parts(rcutils_split, "abc"), Parts{"abc"});
  EXPECT_EQ(parts(rcutils_split, "///"), Parts{});
  EXPECT_EQ(parts(rcutils_split, ""), Parts{});
  EXPECT_EQ(parts(rcutils_split, nullptr), Parts{});
  EXPECT_EQ(rcutils_split("a", '/', kTextHeap, nullptr), RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
}

TEST(RcutilsTextTest, TheLastPartIsCutOffTheOthers) {
  COVERS("rcutils", "rcutils_split_last");
  EXPECT_EQ(parts(rcutils_split_last, "/a/b/c/"), (Parts{"a/b", "c"}));
  EXPECT_EQ(parts(rcutils_split_last, "a//b"), (Parts{"a", "b"}));
  EXPECT_EQ(parts(rcutils_split_last, "/abc/"), Parts{"abc"});
  EXPECT_EQ(parts(rcutils_split_last, nullptr), Parts{});
}

std::string replaced(const char* text, const char* from, const char* to) {
  char* const made = rcutils_repl_str(text, from, to, &kTextHeap);
  const std::string copy = made != nullptr ? made : "(null)";
  kTextHeap.deallocate(made, kTextHeap.state);
  return copy;
}

TEST(RcutilsTextTest, EachOccurrenceIsReplacedAndWhatIsPutInIsNot) {
  COVERS("rcutils", "rcutils_repl_str");
  EXPECT_EQ(replaced("a.b.c", ".", "::"), "a::b::c");
  EXPECT_EQ(replaced("aaa", "aa", "a"), "aa");
  EXPECT_EQ(replaced("aXbX", "X", ""), "ab");
  EXPECT_EQ(replaced("abc", "x", "y"), "abc");
  EXPECT_EQ(replaced("abc", "", "y"), "abc");
  EXPECT_EQ(rcutils_repl_str("abc", "a", "b", nullptr), nullptr);
}

TEST(RcutilsTextTest, StringsAreComparedWithoutRegardToCase) {
  COVERS("rcutils", "rcutils_strcasecmp", "rcutils_strncasecmp");
  int order = 1;
  EXPECT_EQ(rcutils_strcasecmp("Warn", "wARN", &order), 0);
  EXPECT_EQ(order, 0);
  EXPECT_EQ(rcutils_strcasecmp("a", "B", &order), 0);
  EXPECT_LT(order, 0);
  EXPECT_EQ(rcutils_strncasecmp("warning", "WARNED", 4, &order), 0);
  EXPECT_EQ(order, 0);
  EXPECT_EQ(rcutils_strcasecmp(nullptr, "a", &order), -1);
  EXPECT_EQ(rcutils_strncasecmp("a", "a", 1, nullptr), -1);
}

TEST(RcutilsTextTest, TheWordsOfErrnoAreCutToTheBuffer) {
  COVERS("rcutils", "rcutils_strerror");
  char words[64], few[5];
  errno = ENOENT;
  rcutils_strerror(words, sizeof words);
  EXPECT_STREQ(words, "No such file or directory");
  errno = ENOENT;
  rcutils_strerror(few, sizeof few);
  EXPECT_STREQ(few, "No s");
}

TEST(RcutilsTextTest, LettersAndDigitsAreThoseOfAscii) {
  COVERS("rcutils", "rcutils_isalnum_no_locale");
  for (const char c : {'0', '9', 'A', 'Z', 'a', 'z'}) EXPECT_TRUE(rcutils_isalnum_no_locale(c));
  for (const char c : {'/', ':', '@', '[', '`', '{', '_', '\0', '\xe4'}) {
    EXPECT_FALSE(rcutils_isalnum_no_locale(c)) << static_cast<int>(c);
  }
}

TEST(RcutilsTextTest, AHashIsThatOfAllPartsWhereverTheyAreCut) {
  COVERS("rcutils", "rcutils_sha256_init", "rcutils_sha256_update", "rcutils_sha256_final");
  COVERS("(macros)", "RCUTILS_SHA256_BLOCK_SIZE");
  const auto sha256 = [](const std::string& text, size_t part) {
    rcutils_sha256_ctx_t context;
    rcutils_sha256_init(&context);
    for (size_t at = 0; at < text.size(); at += part) {
      const std::string piece = text.substr(at, part);
      rcutils_sha256_update(&context, reinterpret_cast<const uint8_t*>(piece.data()), piece.size());
    }
    uint8_t hash[RCUTILS_SHA256_BLOCK_SIZE];
    rcutils_sha256_final(&context, hash);
    std::string hex;
    for (const uint8_t byte : hash) {
      for (const int digit : {byte >> 4, byte & 15}) hex += "0123456789abcdef"[digit];
    }
    return hex;
  };
  EXPECT_EQ(sha256("", 1), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc", 2), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const std::string two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  const char* const of_two = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
  EXPECT_EQ(sha256(two_blocks, 100), of_two);
  EXPECT_EQ(sha256(two_blocks, 7), of_two);
  EXPECT_EQ(sha256(std::string(1000, 'a'), 64), sha256(std::string(1000, 'a'), 333));
  EXPECT_EQ(sha256(std::string(64, 'a'), 64),
            "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

std::string error() {
  const std::string text = rcutils_get_error_string().str;
  rcutils_reset_error();
  return text.substr(0, text.find(", at "));
}

TEST(RcutilsTextTest, AnErrorCanKeepTheOneBeforeIt) {
  COVERS("(macros)", "RCUTILS_SET_ERROR_MSG_AND_APPEND_PREV_ERROR");
  COVERS("(macros)", "RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING_AND_APPEND_PREV_ERROR");
  RCUTILS_SET_ERROR_MSG("no file");
  RCUTILS_SET_ERROR_MSG_AND_APPEND_PREV_ERROR("no map");
  EXPECT_EQ(error(), "no map: no file");
  RCUTILS_SET_ERROR_MSG("no file");
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING_AND_APPEND_PREV_ERROR("no map %d", 7);
  EXPECT_EQ(error(), "no map 7: no file");
}

TEST(RcutilsTextTest, AnErrorCanBePrintedInsteadOfReturned) {
  COVERS("(macros)", "RCUTILS_SAFE_FWRITE_TO_STDERR");
  COVERS("(macros)", "RCUTILS_SAFE_FWRITE_TO_STDERR_WITH_FORMAT_STRING");
  COVERS("(macros)", "RCUTILS_SAFE_FWRITE_TO_STDERR_AND_APPEND_PREV_ERROR");
  COVERS("(macros)", "RCUTILS_SAFE_FWRITE_TO_STDERR_WITH_FORMAT_STRING_AND_APPEND_PREV_ERROR");
  testing::internal::CaptureStderr();
  RCUTILS_SAFE_FWRITE_TO_STDERR("100 %s\n");
  RCUTILS_SAFE_FWRITE_TO_STDERR_WITH_FORMAT_STRING("%d|", 7);
  rcutils_set_error_state("why", "file", 1);
  RCUTILS_SAFE_FWRITE_TO_STDERR_AND_APPEND_PREV_ERROR("what");
  EXPECT_FALSE(rcutils_error_is_set());
  rcutils_set_error_state("why", "file", 2);
  RCUTILS_SAFE_FWRITE_TO_STDERR_WITH_FORMAT_STRING_AND_APPEND_PREV_ERROR("|what %d", 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "100 %s\n7|what: why, at file:1|what 2: why, at file:2");
  EXPECT_FALSE(rcutils_error_is_set());
}

TEST(RcutilsTextTest, TheLengthsOfAnErrorAddUpToThatOfItsText) {
  COVERS("(macros)", "RCUTILS_ERROR_STATE_LINE_NUMBER_STR_MAX_LENGTH");
  COVERS("(macros)", "RCUTILS_ERROR_FORMATTING_CHARACTERS");
  EXPECT_EQ(RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH + RCUTILS_ERROR_STATE_FILE_MAX_LENGTH +
                RCUTILS_ERROR_STATE_LINE_NUMBER_STR_MAX_LENGTH +
                RCUTILS_ERROR_FORMATTING_CHARACTERS + 1,
            RCUTILS_ERROR_MESSAGE_MAX_LENGTH);
  EXPECT_EQ(std::to_string(UINT64_MAX).size(),
            size_t{RCUTILS_ERROR_STATE_LINE_NUMBER_STR_MAX_LENGTH});
}

TEST(RcutilsTextTest, CCodeCountsAtomically) {
  EXPECT_EQ(count_in_c(5), 8u);
  EXPECT_EQ(count_in_c(1), 10u);
}

}  // namespace
