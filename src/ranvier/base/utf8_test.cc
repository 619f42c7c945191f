#include "ranvier/base/utf8.h"

#include <gtest/gtest.h>

namespace ranvier {
namespace {

constexpr std::string_view kLetters[] = {"a", "\u00fc", "\u20ac", "\U0001f916"};  // of 1 to 4 bytes

TEST(Utf8Test, ATextThatIsWholeStaysSo) {
  for (const std::string_view letter : kLetters) {
    EXPECT_EQ(whole_letters(letter), letter.size());
    EXPECT_EQ(as_utf8(letter), letter);
  }
  EXPECT_EQ(whole_letters(""), 0u);
  EXPECT_EQ(as_utf8(""), "");
}

TEST(Utf8Test, ALetterThatIsCutIsLeftOut) {
  for (const std::string_view letter : kLetters) {
    const std::string text = "ab" + std::string(letter);
    for (std::size_t size = 2; size < text.size(); ++size) {
      EXPECT_EQ(whole_letters(std::string_view(text).substr(0, size)), 2u) << text << " " << size;
    }
  }
}

TEST(Utf8Test, WhatIsNoLetterIsReplacedByteByByte) {
  const std::string mark = "\ufffd";
  EXPECT_EQ(as_utf8("a\xff"
                    "b"),
            "a" + mark + "b");
  EXPECT_EQ(as_utf8("\xe2\x82"), mark + mark) << "an end is missing";
  EXPECT_EQ(as_utf8("\x80"), mark) << "a beginning is missing";
  EXPECT_EQ(as_utf8("\xc0\xaf"), mark + mark) << "too long a form";
  EXPECT_EQ(as_utf8("\xe0\x80\xaf"), mark + mark + mark) << "likewise";
  EXPECT_EQ(as_utf8("\xed\xa0\x80"), mark + mark + mark) << "half of a pair";
  EXPECT_EQ(as_utf8("\xf4\x90\x80\x80"), mark + mark + mark + mark) << "beyond the last letter";
}

TEST(Utf8Test, OfBytesThatAreNoLetterNothingIsCutOff) {
  EXPECT_EQ(whole_letters("\x80\x80\x80\x80"), 4u);
  EXPECT_EQ(whole_letters("ab\x80"), 3u);
}

}  // namespace
}  // namespace ranvier
