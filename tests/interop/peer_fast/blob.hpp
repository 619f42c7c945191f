// Payloads as they are on the wire, without the encapsulation header, under
// any DDS type name.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <fastdds/dds/topic/TopicDataType.hpp>

namespace interop {

using Bytes = std::vector<std::uint8_t>;

class BlobType : public eprosima::fastdds::dds::TopicDataType {
 public:
  explicit BlobType(const std::string& dds_type);

  bool serialize(void* data, eprosima::fastrtps::rtps::SerializedPayload_t* payload) override;
  bool deserialize(eprosima::fastrtps::rtps::SerializedPayload_t* payload, void* data) override;
  std::function<std::uint32_t()> getSerializedSizeProvider(void* data) override;
  void* createData() override { return new Bytes; }
  void deleteData(void* data) override { delete static_cast<Bytes*>(data); }
  bool getKey(void*, eprosima::fastrtps::rtps::InstanceHandle_t*, bool) override { return false; }
};

/// A std_msgs/String as CDR, little endian.
Bytes encode_text(const std::string& text);
/// The string in it; empty when the bytes hold none.
std::string decode_text(const Bytes& bytes);

}  // namespace interop
