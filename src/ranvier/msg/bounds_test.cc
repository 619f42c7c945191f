#include "ranvier/msg/bounds.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "ranvier/codec/codec.h"
#include "ranvier/codec/loaned_buffer.h"
#include "sparse_bytes.h"
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

struct Bulk {
  std::string text;
  std::u16string wide;
  std::vector<std::uint8_t> data;
};

const TypeInfo& bulk_type() {
  static const Member members[] = {
      {"text", Scalar::kString, Repeat::kNone, 0, 0, nullptr, offsetof(Bulk, text), nullptr,
       nullptr, nullptr},
      {"wide", Scalar::kWstring, Repeat::kNone, 0, 0, nullptr, offsetof(Bulk, wide), nullptr,
       nullptr, nullptr},
      {"data", Scalar::kUint8, Repeat::kSequence, 0, 0, nullptr, offsetof(Bulk, data),
       size_of<std::uint8_t>, at<std::uint8_t>, nullptr}};
  static const TypeInfo type = [] {
    TypeInfo info{};
    info.name = "a/msg/Bulk";
    info.members = members;
    info.member_count = 3;
    info.encoded_size = [](const void* object) {
      const auto& bulk = *static_cast<const Bulk*>(object);
      codec::SizeWalk walk{0};
      walk(bulk.text), walk(bulk.wide), walk(bulk.data);
      return walk.at;
    };
    return info;
  }();
  return type;
}

constexpr std::size_t kTooMany = (std::size_t{1} << 32) + 100;

std::string why_not_encoded(const Bulk& bulk) {
  try {
    static_cast<void>(encoded_size_of(bulk_type(), &bulk));
    return "";
  } catch (const TooLongToEncode& why) {
    return why.of("Publisher", "/bulk", bulk_type()).what;
  }
}

// 2^32 + 100 elements were sent as 100.
TEST(Bounds, ASequenceOfMoreElementsThan32BitsCountIsNamed) {
  const support::SparseBytes zeros(kTooMany);
  ASSERT_NE(zeros.data(), nullptr);
  Bulk bulk;
  codec::LoanedBuffer lent;
  if (!lent.lend(bulk.data, zeros.data(), codec::kMostElements)) GTEST_SKIP() << "no libstdc++";
  EXPECT_EQ(why_not_encoded(bulk), "");
  lent.forget();
  ASSERT_TRUE(lent.lend(bulk.data, zeros.data(), kTooMany));
  EXPECT_EQ(why_not_encoded(bulk),
            "Publisher '/bulk': a message of type 'a/msg/Bulk' is not sent, because its field "
            "'data' has 4294967396 elements and its type allows 4294967295. Shorten it, or use a "
            "type with a larger bound.");
}

#ifdef __GLIBCXX__
/// Makes a string say that it has so many characters; their memory is not there.
template <class String>
class ClaimedLength {
 public:
  ClaimedLength(String& string, std::size_t length) : string_(string) {
    std::memcpy(before_, &string_, sizeof before_);
    std::memcpy(reinterpret_cast<char*>(&string_) + sizeof(void*), &length, sizeof length);
  }
  ~ClaimedLength() { std::memcpy(static_cast<void*>(&string_), before_, sizeof before_); }

 private:
  String& string_;
  char before_[sizeof(String)];
};

TEST(Bounds, AStringOfMoreCharactersThan32BitsCountIsNamed) {
  Bulk bulk;
  for (const std::size_t length : {codec::kMostElements, kTooMany}) {  // the terminator counts
    const ClaimedLength claimed(bulk.text, length);
    ASSERT_EQ(bulk.text.size(), length);
    EXPECT_NE(why_not_encoded(bulk).find("'text' has " + std::to_string(length) +
                                         " characters and its type allows 4294967294"),
              std::string::npos);
  }
  const ClaimedLength claimed(bulk.wide, kTooMany);
  EXPECT_NE(why_not_encoded(bulk).find("'wide' has 4294967396 characters and its type allows "
                                       "4294967295"),
            std::string::npos);
}
#endif

TEST(Bounds, ATypeTellsWhetherThereAreAnyAtAnyDepth) {
  EXPECT_TRUE(has_bounded_strings(car_type()));
  EXPECT_FALSE(has_bounded_strings(support::text_type()));
}

}  // namespace
}  // namespace ranvier
