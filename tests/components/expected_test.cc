// tl::expected, which rcpputils brings.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "covers.h"
#include "rcpputils/tl_expected/expected.hpp"

namespace {

using Number = tl::expected<int, std::string>;
using Done = tl::expected<void, std::string>;

Number halved(int number) {
  if (number % 2 != 0) return tl::make_unexpected(std::to_string(number) + " is odd");
  return number / 2;
}

TEST(ExpectedTest, ItHasAValueOrAnError) {
  COVERS("tl", "make_unexpected");
  COVERS("tl::expected", "has_value", "operator bool", "operator*", "value", "error", "value_or");
  COVERS("tl::bad_expected_access", "error", "what");
  const Number six = halved(12), none = tl::make_unexpected("7 is odd");
  EXPECT_TRUE(six.has_value());
  EXPECT_EQ(*six, 6);
  EXPECT_EQ(six.value(), 6);
  EXPECT_EQ(six.value_or(1), 6);
  EXPECT_FALSE(static_cast<bool>(none)) << "operator bool";
  EXPECT_EQ(none.error(), "7 is odd");
  EXPECT_EQ(none.value_or(1), 1);
  try {
    static_cast<void>(none.value());
    FAIL();
  } catch (const tl::bad_expected_access<std::string>& error) {
    EXPECT_EQ(error.error(), "7 is odd");
    EXPECT_STREQ(error.what(), "Bad expected access");
  }
}

TEST(ExpectedTest, AVoidOneSaysWhetherItIsDone) {
  const Done done, failed(tl::unexpect, "no");
  done.value();
  EXPECT_TRUE(done.has_value());
  EXPECT_THROW(failed.value(), tl::bad_expected_access<std::string>);
  EXPECT_EQ(done, Done());
  EXPECT_NE(done, failed);
}

TEST(ExpectedTest, WhatItIsChangesByAssignment) {
  COVERS("tl::expected", "emplace", "operator=", "swap", "operator->");
  tl::expected<std::vector<int>, int> list;
  EXPECT_TRUE(list->empty());
  list = tl::unexpected<int>(5);
  EXPECT_EQ(list.error(), 5);
  list.emplace(3u, 7);
  EXPECT_EQ(*list, (std::vector<int>{7, 7, 7}));
  list = std::vector<int>{1};
  tl::expected<std::vector<int>, int> other(tl::unexpect, 9);
  list.swap(other);
  EXPECT_EQ(list.error(), 9);
  EXPECT_EQ(other->size(), 1u);
  swap(list, other);
  EXPECT_EQ(other.error(), 9);
}

TEST(ExpectedTest, ValuesAreConvertedAndMoved) {
  const tl::expected<std::string, std::string> text(tl::expected<const char*, const char*>("a"));
  EXPECT_EQ(*text, "a");
  tl::expected<std::unique_ptr<int>, int> owner(std::make_unique<int>(4));
  auto taken = std::move(owner);
  EXPECT_EQ(**taken, 4);
  EXPECT_EQ(*std::move(taken).value(), 4);
  const tl::expected<std::vector<int>, int> list(tl::in_place, {1, 2});
  EXPECT_EQ(list->size(), 2u);
  static_assert(!std::is_convertible_v<std::string, tl::expected<int, int>>);
  static_assert(!std::is_default_constructible_v<tl::expected<std::reference_wrapper<int>, int>>);
  static_assert(std::is_nothrow_move_constructible_v<tl::expected<int, std::string>>);
}

TEST(ExpectedTest, CallsAreChainedWhileThereIsAValue) {
  COVERS("tl::expected", "and_then", "map", "transform");
  EXPECT_EQ(halved(12).and_then(halved), 3);
  EXPECT_EQ(halved(12).and_then(halved).and_then(halved), tl::unexpected<std::string>("3 is odd"));
  EXPECT_EQ(halved(12).map([](int x) { return std::to_string(x); }).value(), "6");
  EXPECT_EQ(halved(3).transform([](int x) { return x + 1; }).error(), "3 is odd");
  int seen = 0;
  const Done done = halved(8).map([&seen](int x) { seen = x; });
  EXPECT_TRUE(done.has_value());
  EXPECT_EQ(seen, 4);
  EXPECT_EQ(done.map([] { return 5; }), 5);
  EXPECT_EQ(done.and_then([] { return halved(2); }), 1);
}

TEST(ExpectedTest, ErrorsAreChangedOrMended) {
  COVERS("tl::expected", "map_error", "or_else");
  const auto length = [](const std::string& error) { return error.size(); };
  EXPECT_EQ(halved(3).map_error(length).error(), 8u);
  EXPECT_EQ(halved(4).map_error(length), 2);
  EXPECT_EQ(halved(3).or_else([](const std::string&) { return Number(0); }), 0);
  EXPECT_EQ(halved(4).or_else([](const std::string&) { return Number(0); }), 2);
  std::string seen;
  EXPECT_EQ(halved(3).or_else([&](const std::string& error) { seen = error; }).error(), "3 is odd");
  EXPECT_EQ(seen, "3 is odd");
}

TEST(ExpectedTest, TwoAreEqualInKindAndContent) {
  COVERS("tl::expected", "operator==", "operator!=");
  EXPECT_TRUE(halved(4) == halved(4));
  EXPECT_TRUE(halved(4) != halved(3));
  EXPECT_TRUE(2 == halved(4));
  EXPECT_TRUE(halved(4) != 3);
  EXPECT_TRUE(halved(3) != 3);
  EXPECT_TRUE(tl::unexpected<std::string>("3 is odd") == halved(3));
  EXPECT_TRUE(halved(3) != tl::unexpected<std::string>("5 is odd"));
  EXPECT_TRUE(tl::unexpected<int>(1) < tl::unexpected<int>(2));
  constexpr tl::expected<int, int> compiled(7);
  static_assert(compiled.has_value() && *compiled == 7 && compiled == 7);
}

}  // namespace
