#include "ranvier/msg/bounds.h"

#include <gtest/gtest.h>

#include <vector>

#include "text_type.h"

namespace ranvier {
namespace {

using codec::Member;
using codec::Repeat;
using codec::Scalar;

struct Wheel {
  std::string name;
  std::u16string label;
};
struct Car {
  std::string free;
  std::vector<Wheel> wheels;
  std::vector<std::string> owners;
};

template <class T>
std::size_t size_of(const void* member) {
  return static_cast<const std::vector<T>*>(member)->size();
}
template <class T>
const void* at(const void* member, std::size_t index) {
  return &(*static_cast<const std::vector<T>*>(member))[index];
}

const TypeInfo& wheel_type() {
  static const Member members[] = {{"name", Scalar::kBoundedString, Repeat::kNone, 0, 3, nullptr,
                                    offsetof(Wheel, name), nullptr, nullptr, nullptr},
                                   {"label", Scalar::kBoundedWstring, Repeat::kNone, 0, 2, nullptr,
                                    offsetof(Wheel, label), nullptr, nullptr, nullptr}};
  static const TypeInfo type = [] {
    TypeInfo info{};
    info.name = "a/msg/Wheel";
    info.members = members;
    info.member_count = 2;
    return info;
  }();
  return type;
}

const TypeInfo& car_type() {
  static const Member members[] = {
      {"free", Scalar::kString, Repeat::kNone, 0, 0, nullptr, offsetof(Car, free), nullptr, nullptr,
       nullptr},
      {"wheels", Scalar::kNested, Repeat::kSequence, 0, 0, wheel_type, offsetof(Car, wheels),
       size_of<Wheel>, at<Wheel>, nullptr},
      {"owners", Scalar::kBoundedString, Repeat::kSequence, 0, 4, nullptr, offsetof(Car, owners),
       size_of<std::string>, at<std::string>, nullptr}};
  static const TypeInfo type = [] {
    TypeInfo info{};
    info.name = "a/msg/Car";
    info.members = members;
    info.member_count = 3;
    return info;
  }();
  return type;
}

std::string refusal(const Car& car) {
  const Result<void> result = check_bounds("Publisher", "/cars", car_type(), &car);
  if (result) return "";
  EXPECT_EQ(result.error().code, Code::kTooLong);
  return result.error().what;
}

TEST(Bounds, StringsAsLongAsTheirBoundPass) {
  EXPECT_EQ(refusal({"a text without a bound", {{"abc", u"ab"}, {}}, {"abcd", ""}}), "");
}

TEST(Bounds, ARefusalNamesSenderFieldLengthAndBound) {
  const std::string words = refusal({"", {{"abc", u"ab"}, {"abcd", u""}}, {}});
  for (const char* part : {"Publisher '/cars'", "a/msg/Car", "'wheels[1].name'", "4 characters",
                           "allows 3", "Shorten it"}) {
    EXPECT_NE(words.find(part), std::string::npos) << part << " in: " << words;
  }
}

TEST(Bounds, WideStringsAndElementsOfSequencesAreLookedAt) {
  EXPECT_NE(refusal({"", {{"", u"abc"}}, {}}).find("'wheels[0].label'"), std::string::npos);
  EXPECT_NE(refusal({"", {}, {"", "abcde"}}).find("'owners[1]'"), std::string::npos);
}

TEST(Bounds, ATypeTellsWhetherThereAreAnyAtAnyDepth) {
  EXPECT_TRUE(has_bounded_strings(car_type()));
  EXPECT_FALSE(has_bounded_strings(support::text_type()));
}

}  // namespace
}  // namespace ranvier
