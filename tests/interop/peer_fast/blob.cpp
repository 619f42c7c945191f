#include "blob.hpp"

#include <cstring>
#include <functional>

namespace interop {
namespace {
constexpr std::size_t kHeader = 4;
}

BlobType::BlobType(const std::string& dds_type) {
  setName(dds_type.c_str());
  m_typeSize = kHeader + 1024;  // only a first guess: payloads are resized
  m_isGetKeyDefined = false;
}

bool BlobType::serialize(void* data, eprosima::fastrtps::rtps::SerializedPayload_t* payload) {
  const auto& bytes = *static_cast<Bytes*>(data);
  const std::uint8_t header[kHeader] = {0, 1, 0, 0};
  if (payload->max_size < kHeader + bytes.size()) return false;
  std::memcpy(payload->data, header, kHeader);
  if (!bytes.empty()) std::memcpy(payload->data + kHeader, bytes.data(), bytes.size());
  payload->encapsulation = CDR_LE;
  payload->length = static_cast<std::uint32_t>(kHeader + bytes.size());
  return true;
}

bool BlobType::deserialize(eprosima::fastrtps::rtps::SerializedPayload_t* payload, void* data) {
  if (payload->length < kHeader) return false;
  static_cast<Bytes*>(data)->assign(payload->data + kHeader, payload->data + payload->length);
  return true;
}

std::function<std::uint32_t()> BlobType::getSerializedSizeProvider(void* data) {
  const auto size = static_cast<Bytes*>(data)->size();
  return [size] { return static_cast<std::uint32_t>(kHeader + size); };
}

Bytes encode_text(const std::string& text) {
  const auto length = static_cast<std::uint32_t>(text.size() + 1);
  Bytes out(sizeof(length) + length, 0);
  std::memcpy(out.data(), &length, sizeof(length));
  std::memcpy(out.data() + sizeof(length), text.data(), text.size());
  return out;
}

std::string decode_text(const Bytes& bytes) {
  std::uint32_t length = 0;
  if (bytes.size() < sizeof(length)) return {};
  std::memcpy(&length, bytes.data(), sizeof(length));
  if (length == 0 || length > bytes.size() - sizeof(length)) return {};
  return {reinterpret_cast<const char*>(bytes.data()) + sizeof(length), length - 1};
}

}  // namespace interop
