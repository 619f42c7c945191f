// Views of every message of every package: they show what the codec reads, and
// accept what it accepts.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>

#include "foreign.h"
#include "geometry_msgs/msg/view/polygon.hpp"
#include "ranvier/codec/cdr.h"
#include "sensor_msgs/msg/view/image.hpp"
#include "sensor_msgs/msg/view/joint_state.hpp"
#include "test_msgs/msg/view/unbounded_sequences.hpp"
#include "view_json.h"

#define PACKAGE(name) void add_views_of_##name(std::vector<views::Type>& to);
#include "view_types/packages.inc"
#undef PACKAGE

namespace {

using namespace ranvier::codec;
using Bytes = std::vector<unsigned char>;
using Object = std::unique_ptr<void, void (*)(void*)>;
constexpr bool kBigHost = !kLittleEndianHost;

const std::vector<views::Type>& all_types() {
  static const std::vector<views::Type> types = [] {
    std::vector<views::Type> found;
#define PACKAGE(name) add_views_of_##name(found);
#include "view_types/packages.inc"
#undef PACKAGE
    return found;
  }();
  return types;
}

std::uint64_t first_seed() {
  const char* given = std::getenv("RANVIER_SEED");
  return given ? std::strtoull(given, nullptr, 10) : 1;
}

Object random_message(const TypeInfo& type, std::uint64_t seed) {
  Object object(type.create(), type.destroy);
  reflect::Filler(seed).fill(type, object.get());
  return object;
}

// What the codec reads, as JSON; nothing if it refuses.
std::optional<std::string> decoded(const TypeInfo& type, const void* bytes, std::size_t size) {
  const Object object(type.create(), type.destroy);
  Decoder from(nullptr, 0);
  if (!open_payload(bytes, size, from) || !type.decode(object.get(), from)) return std::nullopt;
  return reflect::to_json(type, object.get());
}

// Bytes whose payload lies at `offset` from a multiple of 64; the sanitizers see
// whoever reads past their end.
class Placed {
 public:
  Placed(const Bytes& bytes, std::size_t offset, std::size_t size)
      : memory_(static_cast<unsigned char*>(std::aligned_alloc(64, (size + 191) / 64 * 64))),
        at_(memory_.get() + 60 + offset),
        size_(size) {
    std::memcpy(at_, bytes.data(), size);
  }
  explicit Placed(const Bytes& bytes, std::size_t offset = 0)
      : Placed(bytes, offset, bytes.size()) {}
  unsigned char* data() const { return at_; }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<unsigned char, Free> memory_;
  unsigned char* at_;
  std::size_t size_;
};

void expect_same(const views::Type& type, const Placed& bytes, const std::string& what) {
  const auto seen = type.see(bytes.data(), bytes.size());
  const auto read = decoded(*type.info, bytes.data(), bytes.size());
  ASSERT_EQ(seen.has_value(), read.has_value()) << type.info->name << ": " << what;
  if (!seen) return;
  ASSERT_EQ(seen->json, *read) << type.info->name << ": " << what;
}

TEST(ViewTest, EveryMessageShowsItsMembersInBothByteOrders) {
  ASSERT_GT(all_types().size(), 300u);
  for (const views::Type& type : all_types()) {
    for (std::uint64_t seed = first_seed(); seed < first_seed() + 12; ++seed) {
      const Object message = random_message(*type.info, seed);
      const std::string expected = reflect::to_json(*type.info, message.get());
      for (const bool big : {false, true}) {
        const Placed bytes(reflect::CdrWriter::bytes(*type.info, message.get(), big));
        const auto seen = type.see(bytes.data(), bytes.size());
        ASSERT_TRUE(seen) << type.info->name << ", seed " << seed;
        ASSERT_EQ(seen->json, expected) << type.info->name << ", seed " << seed;
        if (big != kBigHost) continue;
        ASSERT_EQ(seen->copied, 0u) << type.info->name << ", seed " << seed;
      }
    }
  }
}

TEST(ViewTest, AViewThatShowedAMessageShowsNothingOfItInTheNext) {
  for (const views::Type& type : all_types()) {
    for (std::uint64_t seed = first_seed(); seed < first_seed() + 6; ++seed) {
      const Object before = random_message(*type.info, seed);
      const Object message = random_message(*type.info, seed + 1);
      const bool big = seed % 2 == 0;  // of which what is copied goes, too
      const Placed first(reflect::CdrWriter::bytes(*type.info, before.get(), big));
      const Placed bytes(reflect::CdrWriter::bytes(*type.info, message.get(), !big));
      const auto seen = type.see_after(first.data(), first.size(), bytes.data(), bytes.size());
      ASSERT_TRUE(seen) << type.info->name << ", seed " << seed;
      ASSERT_EQ(seen->json, reflect::to_json(*type.info, message.get()))
          << type.info->name << ", seed " << seed;
      if (big == kBigHost) continue;
      ASSERT_EQ(seen->copied, 0u) << type.info->name << ", seed " << seed;
    }
  }
}

TEST(ViewTest, WhereverItsBytesLieAViewIsTheSame) {
  for (const views::Type& type : all_types()) {
    const Object message = random_message(*type.info, first_seed());
    const std::string expected = reflect::to_json(*type.info, message.get());
    const Bytes bytes = reflect::CdrWriter::bytes(*type.info, message.get(), kBigHost);
    for (std::size_t offset = 0; offset < 8; ++offset) {
      const Placed placed(bytes, offset);
      const auto seen = type.see(placed.data(), placed.size());
      ASSERT_TRUE(seen) << type.info->name << " at " << offset;
      ASSERT_EQ(seen->json, expected) << type.info->name << " at " << offset;
    }
  }
}

TEST(ViewTest, EveryTruncationIsJudgedAsByTheCodec) {
  for (const views::Type& type : all_types()) {
    const Object message = random_message(*type.info, first_seed() + 1);
    for (const bool big : {false, true}) {
      const Bytes bytes = reflect::CdrWriter::bytes(*type.info, message.get(), big);
      const std::size_t step = 1 + bytes.size() / 200;
      for (std::size_t size = 0; size <= bytes.size(); size += step) {
        expect_same(type, Placed(bytes, 0, size), std::to_string(size) + " bytes of it");
      }
    }
  }
}

TEST(ViewTest, DamagedBytesAreJudgedAsByTheCodec) {
  std::mt19937_64 random(first_seed());
  for (const views::Type& type : all_types()) {
    const Object message = random_message(*type.info, first_seed() + 2);
    for (int round = 0; round < 60; ++round) {
      Bytes bytes = reflect::CdrWriter::bytes(*type.info, message.get(), random() % 2 == 0);
      for (std::uint64_t changes = 1 + random() % 3; changes > 0; --changes) {
        bytes[random() % bytes.size()] = static_cast<unsigned char>(random());
      }
      expect_same(type, Placed(bytes),
                  "round " + std::to_string(round) + ", seed " + std::to_string(first_seed()));
    }
  }
}

template <typename M>
Bytes encoded(const M& message, bool big = kBigHost) {
  return reflect::CdrWriter::bytes(*views::type<M>().info, &message, big);
}

template <typename M>
ranvier::View<M> view_of(const Placed& bytes, std::shared_ptr<const void> keeper = nullptr) {
  ranvier::View<M> view;
  EXPECT_TRUE(ranvier::look(bytes.data(), bytes.size(), std::move(keeper), view));
  return view;
}

bool lies_in(const Placed& bytes, const void* at) {
  const auto* byte = static_cast<const unsigned char*>(at);
  return byte >= bytes.data() && byte < bytes.data() + bytes.size();
}

sensor_msgs::msg::Image image_of(std::size_t size) {
  sensor_msgs::msg::Image image;
  image.header.stamp.sec = 7;
  image.header.frame_id = "camera";
  image.encoding = "rgb8";
  image.step = 12;
  image.data.assign(size, 0xAB);
  return image;
}

TEST(ViewTest, PixelsAndStringsStayWhereTheyAre) {
  const Placed bytes(encoded(image_of(1000)));
  const auto image = view_of<sensor_msgs::msg::Image>(bytes);
  EXPECT_EQ(image.header.stamp.sec, 7);
  EXPECT_EQ(image.header.frame_id, "camera");
  EXPECT_EQ(image.encoding, "rgb8");
  EXPECT_EQ(image.step, 12u);
  ASSERT_EQ(image.data.size(), 1000u);
  EXPECT_EQ(image.data[999], 0xAB);
  EXPECT_TRUE(lies_in(bytes, image.data.data()));
  EXPECT_TRUE(lies_in(bytes, image.encoding.data()));
  EXPECT_EQ(ranvier::copied_bytes(image), 0u);
}

TEST(ViewTest, ManyMessagesOfNothingButNumbersStayWhereTheyAre) {
  geometry_msgs::msg::Polygon polygon;
  polygon.points.resize(20);
  polygon.points[19].set__x(1).set__y(2).set__z(3);
  const Placed bytes(encoded(polygon));
  const auto seen = view_of<geometry_msgs::msg::Polygon>(bytes);
  EXPECT_TRUE(lies_in(bytes, seen.points.data()));
  EXPECT_EQ(seen.points[19], polygon.points[19]);
}

TEST(ViewTest, NumbersThatCannotBeUsedWhereTheyAreAreCopied) {
  sensor_msgs::msg::JointState state;
  state.position = {1.5, -2.5};
  const Bytes foreign = encoded(state, !kBigHost), own = encoded(state);
  for (const Placed& bytes : {Placed(foreign), Placed(own, 4)}) {
    const auto seen = view_of<sensor_msgs::msg::JointState>(bytes);
    EXPECT_FALSE(lies_in(bytes, seen.position.data()));
    EXPECT_EQ(seen.position[1], -2.5);
    EXPECT_EQ(ranvier::copied_bytes(seen), 2 * sizeof(double));
    EXPECT_EQ(ranvier::View<sensor_msgs::msg::JointState>(seen).position.data(),
              seen.position.data());
  }
  const Placed aligned(own);
  EXPECT_TRUE(lies_in(aligned, view_of<sensor_msgs::msg::JointState>(aligned).position.data()));
}

TEST(ViewTest, AFlagIsTrueForAnyByteButZero) {
  test_msgs::msg::UnboundedSequences message;
  message.bool_values = {true, true, false};
  Bytes bytes = encoded(message);
  bytes[8] = 200;  // behind the header and the count
  const Placed placed(bytes);
  const auto seen = view_of<test_msgs::msg::UnboundedSequences>(placed);
  EXPECT_EQ(seen.bool_values[0], true);
  EXPECT_EQ(seen.bool_values[1], true);
  EXPECT_EQ(seen.bool_values[2], false);
}

TEST(ViewTest, TheBytesAreKeptUntilTheLastCopyIsGone) {
  const Placed bytes(encoded(image_of(10)));
  auto keeper = std::make_shared<int>(0);
  {
    ranvier::View<sensor_msgs::msg::Image> copy;
    {
      const auto first = view_of<sensor_msgs::msg::Image>(bytes, keeper);
      copy = first;
    }
    EXPECT_EQ(keeper.use_count(), 2);
    EXPECT_EQ(copy.data.size(), 10u);
  }
  EXPECT_EQ(keeper.use_count(), 1);
}

TEST(ViewTest, WhatIsRefusedKeepsNothing) {
  const Placed bytes(encoded(image_of(10)), 0, 30);
  auto keeper = std::make_shared<int>(0);
  ranvier::View<sensor_msgs::msg::Image> view;
  EXPECT_FALSE(ranvier::look(bytes.data(), bytes.size(), keeper, view));
  EXPECT_EQ(keeper.use_count(), 1);
}

// What a hostile publisher can do in shared memory: lengths that change while they
// are read. The sanitizers see whoever believes a number twice.
TEST(ViewTest, LengthsThatChangeMeanwhileLeadNowhereElse) {
  const Placed bytes(encoded(image_of(64)));
  std::atomic<bool> over{false};
  std::thread hostile([&] {
    std::mt19937 random(static_cast<unsigned>(first_seed()));
    while (!over) {
      volatile unsigned char& byte = bytes.data()[4 + random() % (bytes.size() - 4)];
      byte = static_cast<unsigned char>(random());
    }
  });
  std::size_t refused = 0, seen = 0, sum = 0;
  for (int round = 0; round < 20'000 || refused == 0; ++round) {
    ranvier::View<sensor_msgs::msg::Image> view;
    if (!ranvier::look(bytes.data(), bytes.size(), nullptr, view)) {
      ++refused;
      continue;
    }
    ++seen;
    ASSERT_TRUE(view.data.empty() || lies_in(bytes, view.data.end() - 1));
    for (const std::uint8_t pixel : view.data) sum += pixel;
    for (const char character : view.header.frame_id) sum += static_cast<unsigned char>(character);
  }
  over = true;
  hostile.join();
  RecordProperty("seen", static_cast<int>(seen));
  RecordProperty("sum", static_cast<int>(sum % 1000));
}

}  // namespace
