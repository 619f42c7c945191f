// The headers of sensor_msgs that are not messages.
#include <gtest/gtest.h>

#include "sensor_msgs/distortion_models.hpp"
#include "sensor_msgs/fill_image.hpp"
#include "sensor_msgs/image_encodings.hpp"
#include "sensor_msgs/point_cloud2_iterator.hpp"
#include "sensor_msgs/point_field_conversion.hpp"

namespace {

namespace enc = sensor_msgs::image_encodings;
using sensor_msgs::PointCloud2Iterator;
using sensor_msgs::PointCloud2Modifier;
using sensor_msgs::msg::PointCloud2;
using sensor_msgs::msg::PointField;

TEST(ImageEncodingsTest, SayChannelsAndBits) {
  const struct {
    const char* name;
    int channels, bits;
  } cases[] = {{enc::RGB8, 3, 8},          {enc::BGRA16, 4, 16},     {enc::MONO16, 1, 16},
               {enc::BAYER_GRBG16, 1, 16}, {enc::BAYER_RGGB8, 1, 8}, {enc::TYPE_32FC3, 3, 32},
               {enc::TYPE_8UC1, 1, 8},     {"64FC", 1, 64},          {"16SC10", 10, 16},
               {enc::YUYV, 2, 8},          {enc::NV21, 2, 8}};
  for (const auto& one : cases) {
    EXPECT_EQ(enc::numChannels(one.name), one.channels) << one.name;
    EXPECT_EQ(enc::bitDepth(one.name), one.bits) << one.name;
  }
}

TEST(ImageEncodingsTest, RefuseUnknownNames) {
  for (const char* name : {"", "8", "8U", "9UC1", "8XC1", "8UC1x", "rgb", "8UC99999"}) {
    EXPECT_THROW(enc::numChannels(name), std::runtime_error) << name;
    EXPECT_THROW(enc::bitDepth(name), std::runtime_error) << name;
  }
}

TEST(ImageEncodingsTest, TellKindsApart) {
  EXPECT_TRUE(enc::isColor("bgra8") && enc::hasAlpha("bgra8") && !enc::isMono("bgra8"));
  EXPECT_TRUE(enc::isBayer("bayer_gbrg8") && !enc::isColor("bayer_gbrg8"));
  EXPECT_TRUE(enc::isColor("yuyv") && !enc::isColor("8UC3"));
}

TEST(FillImageTest, CopiesPixelsAndDescribesThem) {
  const unsigned char pixels[] = {1, 2, 3, 4, 5, 6};
  sensor_msgs::msg::Image image;
  EXPECT_TRUE(sensor_msgs::fillImage(image, enc::MONO8, 2, 3, 3, pixels));
  EXPECT_EQ(image.data, (std::vector<uint8_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(image.height, 2u);
  EXPECT_EQ(image.step, 3u);
  sensor_msgs::clearImage(image);
  EXPECT_TRUE(image.data.empty());
}

TEST(PointCloud2Test, GroupsTakeSixteenBytesEach) {
  PointCloud2 cloud;
  cloud.height = 1;
  PointCloud2Modifier modifier(cloud);
  modifier.setPointCloud2FieldsByString(2, "xyz", "rgb");
  modifier.resize(5);
  EXPECT_EQ(cloud.point_step, 32u);
  EXPECT_EQ(cloud.row_step, 160u);
  EXPECT_EQ(cloud.width, 5u);
  EXPECT_EQ(modifier.size(), 5u);
  EXPECT_EQ(cloud.fields[3].name, "rgb");
  EXPECT_EQ(cloud.fields[3].offset, 16u);
  EXPECT_THROW(modifier.setPointCloud2FieldsByString(1, "xyzw"), std::runtime_error);
}

TEST(PointCloud2Test, IteratorsWriteAndReadOneField) {
  PointCloud2 cloud;
  PointCloud2Modifier modifier(cloud);
  modifier.setPointCloud2Fields(3, "x", 1, PointField::FLOAT32, "v", 2, PointField::UINT16, "rgb",
                                1, PointField::FLOAT32);
  EXPECT_EQ(cloud.point_step, 12u);
  modifier.resize(2, 2);
  float next = 0;
  PointCloud2Iterator<std::uint16_t> v(cloud, "v");
  for (PointCloud2Iterator<float> x(cloud, "x"); x != x.end(); ++x, ++v) {
    *x = next;
    v[1] = static_cast<std::uint16_t>(10 * next++);
  }
  *PointCloud2Iterator<std::uint8_t>(cloud, "r") = 7;

  const PointCloud2& read = cloud;
  sensor_msgs::PointCloud2ConstIterator<float> x(read, "x");
  EXPECT_EQ(next, 4);
  EXPECT_EQ(*(x + 3), 3);
  EXPECT_EQ((sensor_msgs::PointCloud2ConstIterator<std::uint16_t>(read, "v") + 2)[1], 20);
  EXPECT_EQ(read.data[8 + 2], 7);
  EXPECT_THROW(sensor_msgs::PointCloud2ConstIterator<float>(read, "y"), std::runtime_error);
}

TEST(PointCloud2Test, ColumnsStayColumns) {
  PointCloud2 cloud;
  cloud.width = 1;
  cloud.height = 3;
  PointCloud2Modifier modifier(cloud);
  modifier.setPointCloud2Fields(1, "a", 1, PointField::INT8);
  modifier.resize(7);
  EXPECT_EQ(cloud.height, 7u);
  EXPECT_EQ(cloud.width, 1u);
  EXPECT_EQ(cloud.data.size(), 7u);
}

TEST(PointFieldTest, ReadsAndWritesByType) {
  unsigned char bytes[9] = {};
  sensor_msgs::writePointCloud2BufferValue(bytes + 1, PointField::FLOAT64, 2.5);
  EXPECT_EQ(sensor_msgs::readPointCloud2BufferValue<float>(bytes + 1, PointField::FLOAT64), 2.5f);
  sensor_msgs::writePointCloud2BufferValue<PointField::INT16>(bytes, -3.0);
  EXPECT_EQ((sensor_msgs::readPointCloud2BufferValue<PointField::INT16, int>(bytes)), -3);
  EXPECT_EQ(sensor_msgs::readPointCloud2BufferValue<int>(bytes, 99), 0);
  static_assert(sensor_msgs::typeAsPointFieldType<float>::value == PointField::FLOAT32);
}

}  // namespace
