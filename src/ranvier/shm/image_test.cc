#include "ranvier/shm/image.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "grid_type.h"
#include "text_type.h"

namespace ranvier::shm {
namespace {

using support::Grid;
using support::grid_type;

struct alignas(kLine) Line {
  std::byte bytes[kLine];
};

class ImageTest : public ::testing::Test {
 protected:
  ImageTest() { new (type_.begin(start())) Grid; }
  std::byte* start() { return lines_[0].bytes; }
  ImageHeader& header() { return *reinterpret_cast<ImageHeader*>(start()); }
  Bytes all() { return {reinterpret_cast<std::uint8_t*>(start()), type_.size()}; }

  const ImageType type_{grid_type()};
  std::vector<Line> lines_{2 + type_.size() / kLine};
};

TEST_F(ImageTest, TheObjectIsFoundALineBehindItsBeginning) {
  EXPECT_EQ(type_.find(all()), start() + kLine);
  EXPECT_EQ(type_.size(), kLine + sizeof(Grid));
}

TEST_F(ImageTest, TypesWithStringsHaveNone) {
  const ImageType text(support::text_type());
  EXPECT_FALSE(text);
  EXPECT_EQ(text.find(all()), nullptr);
}

TEST_F(ImageTest, AnotherTypeOrLayoutOfTheSameNameIsRefused) {
  TypeInfo other = grid_type();
  other.hash = "RIHS01_0000000000000000000000000000000000000000000000000000000000000004";
  EXPECT_EQ(ImageType(other).find(all()), nullptr);
  other = grid_type();
  other.size -= 8;
  EXPECT_EQ(ImageType(other).find(all()), nullptr);
  other = grid_type();
  other.alignment = 4;
  EXPECT_EQ(ImageType(other).find(all()), nullptr);
}

TEST_F(ImageTest, WhatIsShorterThanItSaysIsRefused) {
  Bytes bytes = all();
  --bytes.size;
  EXPECT_EQ(type_.find(bytes), nullptr);
  bytes.size = 3;
  EXPECT_EQ(type_.find(bytes), nullptr);
  header().size += 1;
  EXPECT_EQ(type_.find(all()), nullptr);
}

TEST_F(ImageTest, CdrIsNone) {
  header().representation = {0, 1, 0, 0};
  EXPECT_EQ(type_.find(all()), nullptr);
}

TEST_F(ImageTest, AnObjectThatIsNotAlignedIsRefused) {
  std::memmove(start() + 4, start(), type_.size());
  EXPECT_EQ(type_.find({reinterpret_cast<std::uint8_t*>(start()) + 4, type_.size()}), nullptr);
}

}  // namespace
}  // namespace ranvier::shm
