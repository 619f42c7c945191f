// What the codec promises, by example; oracle_test.py judges whole messages.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <random>
#include <thread>

#include "geometry_msgs/msg/detail/polygon__rosidl_typesupport_ranvier.hpp"
#include "geometry_msgs/msg/detail/pose_with_covariance__rosidl_typesupport_ranvier.hpp"
#include "ranvier/codec/codec.h"
#include "rmw_dds_common/msg/detail/node_entities_info__rosidl_typesupport_ranvier.hpp"
#include "std_msgs/msg/detail/header__rosidl_typesupport_ranvier.hpp"

namespace {

using namespace ranvier::codec;
using Bytes = std::vector<unsigned char>;

template <typename T>
Bytes encoded(const T& value) {
  Bytes bytes(Codec<T>::size(value, 0));
  Encoder to(bytes.data(), bytes.size());
  Codec<T>::encode(value, to);
  EXPECT_TRUE(to.ok());
  EXPECT_EQ(to.position(), bytes.size());
  return bytes;
}

template <typename T>
bool decodes(const Bytes& bytes, T& value, bool swap = false) {
  Decoder from(bytes.data(), bytes.size(), swap);
  return Codec<T>::decode(value, from);
}

template <typename T>
bool decodes(const Bytes& bytes) {
  T value;
  return decodes(bytes, value);
}

TEST(EncoderTest, PadsEachNumberToItsSizeWithZeros) {
  Bytes bytes(16, 0xEE);
  Encoder to(bytes.data(), bytes.size());
  to.put<std::uint8_t>(7);
  to.put<std::uint64_t>(1);
  EXPECT_EQ(to.position(), 16u);
  EXPECT_EQ(Bytes(bytes.begin(), bytes.begin() + 8), Bytes({7, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(EncoderTest, DropsWhatDoesNotFitAndSaysSo) {
  Bytes bytes(6, 0xEE);
  Encoder to(bytes.data(), 5);
  to.put<std::uint32_t>(1);
  to.put<std::uint16_t>(2);
  EXPECT_FALSE(to.ok());
  EXPECT_EQ(to.position(), 4u);
  EXPECT_EQ(bytes[5], 0xEE);
}

TEST(DecoderTest, ReadsBothByteOrders) {
  std::uint32_t value = 0;
  EXPECT_TRUE(decodes(Bytes{1, 0, 0, 0}, value, !kLittleEndianHost));
  EXPECT_EQ(value, 1u);
  EXPECT_TRUE(decodes(Bytes{0, 0, 0, 1}, value, kLittleEndianHost));
  EXPECT_EQ(value, 1u);
}

TEST(DecoderTest, OpensPlainCdrOfBothOrdersAndNothingElse) {
  Decoder payload(nullptr, 0);
  const Bytes little = {0, 1, 0, 0, 9}, big = {0, 0, 0, 0, 9};
  EXPECT_TRUE(open_payload(little.data(), little.size(), payload));
  EXPECT_EQ(payload.swaps(), !kLittleEndianHost);
  EXPECT_EQ(payload.remaining(), 1u);
  EXPECT_TRUE(open_payload(big.data(), big.size(), payload));
  EXPECT_EQ(payload.swaps(), kLittleEndianHost);
  const Bytes parameter_list = {0, 3, 0, 0}, cdr2 = {0, 7, 0, 0}, vendor = {1, 1, 0, 0};
  for (const Bytes& other : {parameter_list, cdr2, vendor}) {
    EXPECT_FALSE(open_payload(other.data(), other.size(), payload));
  }
  EXPECT_FALSE(open_payload(little.data(), 3, payload));
}

TEST(StringCodecTest, CountsAndWritesTheTerminator) {
  EXPECT_EQ(encoded(std::string("ab")), (Bytes{3, 0, 0, 0, 'a', 'b', 0}));
  EXPECT_EQ(encoded(std::string()), (Bytes{1, 0, 0, 0, 0}));
}

TEST(StringCodecTest, TakesAnEmptyStringWithoutTerminator) {
  std::string value = "before";
  EXPECT_TRUE(decodes(Bytes{0, 0, 0, 0}, value));
  EXPECT_EQ(value, "");
}

TEST(StringCodecTest, RefusesMissingTerminatorAndMissingBytes) {
  EXPECT_FALSE(decodes<std::string>({2, 0, 0, 0, 'a', 'b'}));
  EXPECT_FALSE(decodes<std::string>({3, 0, 0, 0, 'a', 0}));
  EXPECT_FALSE(decodes<std::string>({0xFF, 0xFF, 0xFF, 0xFF, 0}));
  EXPECT_FALSE(decodes<std::string>({1, 0, 0}));
}

TEST(BoolCodecTest, AnyByteButZeroIsTrue) {
  bool value = false;
  EXPECT_TRUE(decodes(Bytes{2}, value));
  EXPECT_TRUE(value);
  std::array<bool, 3> three{};
  EXPECT_TRUE(decodes(Bytes{0, 255, 1}, three));
  EXPECT_EQ(encoded(three), (Bytes{0, 1, 1}));
}

TEST(SequenceCodecTest, EmptyOneIsNotPaddedForItsElements) {
  EXPECT_EQ(encoded(std::vector<double>()), (Bytes{0, 0, 0, 0}));
  EXPECT_EQ(encoded(std::vector<double>{0}).size(), 16u);
}

TEST(SequenceCodecTest, BoolsTakeOneByteEach) {
  const std::vector<bool> value = {true, false, true};
  EXPECT_EQ(encoded(value), (Bytes{3, 0, 0, 0, 1, 0, 1}));
  std::vector<bool> back;
  EXPECT_TRUE(decodes(encoded(value), back));
  EXPECT_EQ(back, value);
}

TEST(SequenceCodecTest, RefusesACountThatTheInputCannotHold) {
  EXPECT_FALSE(decodes<std::vector<std::uint8_t>>({5, 0, 0, 0, 1, 2, 3, 4}));
  EXPECT_FALSE(decodes<std::vector<double>>({0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0}));
  EXPECT_FALSE(decodes<std::vector<std::string>>({2, 0, 0, 0, 1, 0, 0, 0, 0}));
}

TEST(SequenceCodecTest, RefusesMoreThanItsBound) {
  using Two = rosidl_runtime_cpp::BoundedVector<std::uint8_t, 2>;
  Two value;
  EXPECT_TRUE(decodes(Bytes{2, 0, 0, 0, 1, 2}, value));
  EXPECT_FALSE(decodes<Two>({3, 0, 0, 0, 1, 2, 3}));
}

TEST(SequenceCodecTest, NumbersOfForeignOrderAreSwapped) {
  std::vector<std::uint16_t> value;
  const Bytes big = {0, 0, 0, 2, 1, 2, 3, 4};
  EXPECT_TRUE(decodes(big, value, kLittleEndianHost));
  EXPECT_EQ(value, (std::vector<std::uint16_t>{0x0102, 0x0304}));
}

TEST(MessageCodecTest, PlainOnesAreCopiedInOnePieceAndReadAlikeInBothOrders) {
  using geometry_msgs::msg::Point32;
  static_assert(Codec<Point32>::plain && Codec<geometry_msgs::msg::PoseWithCovariance>::plain);
  static_assert(!Codec<std_msgs::msg::Header>::plain);
  geometry_msgs::msg::Polygon polygon;
  polygon.points.resize(3);
  polygon.points[2].set__x(1).set__y(2).set__z(3);
  Bytes bytes = encoded(polygon);
  ASSERT_EQ(bytes.size(), 4 + 3 * 12u);
  geometry_msgs::msg::Polygon back;
  EXPECT_TRUE(decodes(bytes, back));
  EXPECT_EQ(back, polygon);

  for (std::size_t i = 0; i < bytes.size(); i += 4) std::reverse(&bytes[i], &bytes[i] + 4);
  EXPECT_TRUE(decodes(bytes, back, true));
  EXPECT_EQ(back, polygon);
}

TEST(MessageCodecTest, BoundedStringIsHeldBothWays) {
  rmw_dds_common::msg::NodeEntitiesInfo info;
  info.node_name.assign(256, 'n');
  Bytes bytes = encoded(info);
  EXPECT_TRUE(decodes(bytes, info));

  info.node_name += 'n';
  try {
    Codec<rmw_dds_common::msg::NodeEntitiesInfo>::size(info, 0);
    FAIL() << "a string beyond its bound was sized";
  } catch (const std::length_error& error) {
    EXPECT_STREQ(error.what(),
                 "A message cannot be sent: one of its strings is longer than the "
                 "256 characters that its type allows");
  }
  Bytes longer;  // the same with one more character, as a peer might send it
  longer.insert(longer.end(), bytes.begin(), bytes.begin() + 8);
  longer.insert(longer.end(), {2, 1, 0, 0});
  longer.insert(longer.end(), 257, 'n');
  longer.insert(longer.end(), 12, 0);
  EXPECT_FALSE(decodes<rmw_dds_common::msg::NodeEntitiesInfo>(longer));
}

TEST(MessageCodecTest, EveryTruncationIsRefused) {
  std_msgs::msg::Header header;
  header.frame_id = "map";
  const Bytes bytes = encoded(header);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decodes<std_msgs::msg::Header>(Bytes(bytes.begin(), bytes.begin() + size)))
        << size << " bytes";
  }
}

/// Bytes that end where the memory ends, and that another thread may write behind the
/// compiler's back: through a second mapping, as another process would.
class SharedBytes {
 public:
  explicit SharedBytes(const Bytes& bytes) : size_(bytes.size()) {
    const int file = ::memfd_create("bytes", 0);
    EXPECT_EQ(::ftruncate(file, kRoom), 0);
    read_ = map(PROT_READ, file);
    written_ = map(PROT_READ | PROT_WRITE, file);
    ::close(file);
    EXPECT_EQ(::mprotect(read_ + kRoom, kGuard, PROT_NONE), 0);
    std::copy(bytes.begin(), bytes.end(), written_ + kRoom - size_);
  }
  ~SharedBytes() {
    ::munmap(read_, kRoom + kGuard);
    ::munmap(written_, kRoom + kGuard);
  }
  SharedBytes(const SharedBytes&) = delete;
  Decoder decoder() const { return {read_ + kRoom - size_, size_}; }
  void set(std::size_t at, std::uint32_t value) {
    auto* word = reinterpret_cast<std::uint32_t*>(written_ + kRoom - size_ + at);
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
  }

 private:
  static constexpr std::size_t kRoom = 64 * 1024, kGuard = 64 * 1024;
  static unsigned char* map(int rights, int file) {
    return static_cast<unsigned char*>(
        ::mmap(nullptr, kRoom + kGuard, rights, MAP_SHARED, file, 0));
  }
  const std::size_t size_;
  unsigned char* read_;
  unsigned char* written_;
};

TEST(MessageCodecTest, LengthsThatChangeWhileTheyAreReadAreUsedAsTheyWereChecked) {
  using Info = rmw_dds_common::msg::NodeEntitiesInfo;
  std::vector<Info> infos(5);
  for (Info& info : infos) {
    info.node_namespace = "/deep/space";
    info.node_name = "nine";
    info.reader_gid_seq.resize(3);
    info.writer_gid_seq.resize(4);
  }
  const Bytes bytes = encoded(infos);
  ASSERT_EQ(bytes.size() % 4, 0u);
  SharedBytes shared(bytes);
  std::atomic<bool> over{false};
  std::thread writer([&] {
    std::minstd_rand random;
    while (!over) {
      const std::size_t at = random() % (bytes.size() / 4) * 4;
      shared.set(at, random() % 8 == 0 ? UINT32_MAX - random() % 2 : random() % 300);
      std::uint32_t right;  // so that decoding comes far, now and then
      std::memcpy(&right, bytes.data() + at, sizeof right);
      if (random() % 16 != 0) shared.set(at, right);
    }
  });
  int torn = 0;
  for (int round = 0; round < 20'000 || torn == 0; ++round) {
    std::vector<Info> read;
    Decoder from = shared.decoder();
    torn += !Codec<std::vector<Info>>::decode(read, from);
  }
  over = true;
  writer.join();
}

// Bytes of which each is told from its neighbours, and those a line and a page away.
Bytes pattern(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(i * 7 + i / 251);
  return bytes;
}

TEST(BulkTest, ASequenceTakesItWhateverItHeldBefore) {
  for (const std::size_t before : {std::size_t{0}, std::size_t{10}, 2 * kBulk, 9 * kBulk}) {
    const Bytes bytes = encoded(pattern(3 * kBulk));
    Bytes value(before, 1);
    ASSERT_TRUE(decodes(bytes, value));
    EXPECT_EQ(value, pattern(3 * kBulk)) << before;
  }
  const std::vector<double> numbers(kBulk, 0.5);
  std::vector<double> value(3);
  ASSERT_TRUE(decodes(encoded(numbers), value));
  EXPECT_EQ(value, numbers);
}

#ifdef __GLIBCXX__
// What VectorEnds knows of libstdc++, held against what the vector itself says.
TEST(VectorEndsTest, FindsTheThreePointersOfAVector) {
  std::vector<int> vector;
  VectorEnds<int>::lengthen(vector, 5);
  EXPECT_EQ(vector.size(), 5u);
  EXPECT_GE(vector.capacity(), 5u);
  vector.assign({1, 2, 3, 4, 5, 6});
  vector.shrink_to_fit();
  VectorEnds<int>::lengthen(vector, 3);
  EXPECT_EQ(vector, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(vector.capacity(), 6u) << "shorter than it was, in the same memory";
  const int elsewhere[] = {7, 8, 9};
  VectorEnds<int>::refer(vector, elsewhere, 3);
  EXPECT_EQ(vector.data(), elsewhere);
  EXPECT_EQ(vector.size(), 3u);
  EXPECT_EQ(vector.capacity(), 3u);
  VectorEnds<int>::forget(vector);
  EXPECT_TRUE(vector.empty());
  EXPECT_EQ(vector.data(), nullptr);
  EXPECT_EQ(vector.capacity(), 0u);
}
#endif

TEST(BulkTest, ACountThatTheBytesDoNotHoldMakesNoMemory) {
  Bytes bytes = encoded(pattern(2 * kBulk));
  bytes.resize(kBulk);
  Bytes value;
  EXPECT_FALSE(decodes(bytes, value));
  EXPECT_EQ(value.capacity(), 0u);
}

}  // namespace
