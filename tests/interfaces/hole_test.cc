// Encodings with a hole, for each sequence of numbers or of plain messages that some
// message has: once filled they are what the codec writes.
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "ranvier/msg/hole.h"
#include "view_json.h"

#define PACKAGE(name) void add_views_of_##name(std::vector<views::Type>& to);
#include "view_types/packages.inc"
#undef PACKAGE

namespace {

using ranvier::Hole;
using ranvier::HoleElements;
using ranvier::Message;
using ranvier::MessagePtr;
using reflect::Member;
using reflect::Repeat;
using reflect::Scalar;
using reflect::TypeInfo;
using Object = std::unique_ptr<void, void (*)(void*)>;

std::map<const TypeInfo*, views::Type> all_types() {
  std::vector<views::Type> found;
#define PACKAGE(name) add_views_of_##name(found);
#include "view_types/packages.inc"
#undef PACKAGE
  std::map<const TypeInfo*, views::Type> types;
  for (const views::Type& type : found) types.emplace(type.info, type);
  return types;
}

std::size_t number_size(Scalar scalar) {
  switch (scalar) {
    case Scalar::kInt16:
    case Scalar::kUint16: return 2;
    case Scalar::kInt32:
    case Scalar::kUint32:
    case Scalar::kFloat: return 4;
    case Scalar::kInt64:
    case Scalar::kUint64:
    case Scalar::kDouble: return 8;
    case Scalar::kBoolean:
    case Scalar::kString:
    case Scalar::kWstring:
    case Scalar::kBoundedString:
    case Scalar::kBoundedWstring: return 0;
    default: return 1;
  }
}

class HoleTest : public testing::Test {
 protected:
  // Elements that can be filled in place; of size 0 if they cannot.
  HoleElements elements_of(const Member& member) {
    if (member.repeat != Repeat::kSequence && member.repeat != Repeat::kBoundedSequence) return {};
    if (member.nested == nullptr) {
      return {0, number_size(member.scalar), number_size(member.scalar)};
    }
    const TypeInfo& nested = member.nested();
    if (!types_.at(&nested).plain) return {};
    return {0, nested.size, nested.alignment};
  }

  Object with(const TypeInfo& type, const void* like, const Member& member, std::size_t count) {
    Object object(type.clone(like), type.destroy);
    void* const field = static_cast<char*>(object.get()) + member.offset;
    member.resize(field, 0);
    member.resize(field, count);
    return object;
  }

  void check(const TypeInfo& type, const Member& member, HoleElements elements) {
    const Object like(type.create(), type.destroy);
    reflect::Filler(elements.count + 1).fill(type, like.get());
    const Object full = with(type, like.get(), member, elements.count);
    const void* field = static_cast<char*>(full.get()) + member.offset;
    const std::size_t bytes = elements.count * elements.size;
    if (bytes != 0) std::memset(const_cast<void*>(member.at(field, 0)), 0x5A, bytes);
    const MessagePtr expected = Message::from_encoded(type, full.get());

    const Object none = with(type, like.get(), member, 0);
    const Object some = with(type, like.get(), member, Hole::sampled(elements.count));
    const MessagePtr empty = Message::from_encoded(type, none.get());
    const MessagePtr sample = Message::from_encoded(type, some.get());
    const Hole hole(empty->bytes(), sample->bytes(), elements);
    ASSERT_EQ(hole.size(), expected->bytes().size);
    std::vector<unsigned char> built(hole.size(), 0xEE);
    std::memset(hole.write(built.data()), 0x5A, bytes);
    ASSERT_EQ(std::memcmp(built.data(), expected->bytes().data, built.size()), 0);
  }

  const std::map<const TypeInfo*, views::Type> types_ = all_types();
};

TEST_F(HoleTest, FilledItIsWhatTheCodecWrites) {
  std::size_t fields = 0;
  for (const auto& [info, type] : types_) {
    for (std::size_t i = 0; i < info->member_count; ++i) {
      const Member& member = info->members[i];
      HoleElements elements = elements_of(member);
      if (elements.size == 0) continue;
      ++fields;
      for (const std::size_t count : {0, 1, 2, 3, 7, 8, 9, 16, 17, 1001}) {
        if (member.capacity != 0 && count > member.capacity) continue;
        elements.count = count;
        check(*info, member, elements);
        if (HasFatalFailure()) FAIL() << info->name << "." << member.name << ", " << count;
      }
    }
  }
  EXPECT_GT(fields, 100u);
}

TEST_F(HoleTest, ASampleHasAsManyElementsModuloEightAndNoneOnlyForNone) {
  EXPECT_EQ(Hole::sampled(0), 0u);
  for (std::size_t count = 1; count < 40; ++count) {
    EXPECT_EQ(Hole::sampled(count) % 8, count % 8);
    EXPECT_GE(Hole::sampled(count), 1u);
    EXPECT_LE(Hole::sampled(count), count);
  }
}

}  // namespace
