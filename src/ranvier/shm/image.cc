#include "ranvier/shm/image.h"

#include <cstring>
#include <new>
#include <string_view>

#include "ranvier/base/annotations.h"
#include "ranvier/codec/cdr.h"

namespace ranvier::shm {
namespace {

using codec::once;

constexpr std::array<std::uint8_t, 4> kRepresentation{0xFF, 'o', 'b', 'j'};

// FNV-1a: names something, guards nothing.
std::uint64_t mixed(std::uint64_t value, std::string_view bytes) noexcept {
  for (const char byte : bytes) {
    value = (value ^ static_cast<unsigned char>(byte)) * 0x100'0000'01b3;
  }
  return value;
}

// Of the type's definition, and of what machines of one host may lay out differently.
std::uint64_t name_of(const TypeInfo& type) noexcept {
  if (!type.has_fixed_size || type.alignment > kLine) return 0;
  const char layout[] = {static_cast<char>(type.alignment), sizeof(void*),
                         codec::kLittleEndianHost};
  const std::uint64_t name = mixed(0xcbf2'9ce4'8422'2325, type.name);
  return mixed(mixed(name, type.hash), {layout, sizeof layout}) | 1;
}

}  // namespace

ImageType::ImageType(const TypeInfo& type) noexcept
    : name_(name_of(type)), object_size_(type.size), alignment_(type.alignment) {}

void* ImageType::begin(std::byte* image) const noexcept {
  new (image) ImageHeader{kRepresentation, 0, name_, object_size_};
  return image + sizeof(ImageHeader);
}

RANVIER_HOT const void* ImageType::find(const Bytes& received) const noexcept {
  if (name_ == 0 || received.size < size()) return nullptr;
  ImageHeader header;
  std::memcpy(&header, received.data, sizeof header);
  if (header.representation != kRepresentation || once(header.type) != name_ ||
      once(header.size) != object_size_) {
    return nullptr;
  }
  const std::uint8_t* object = received.data + sizeof(ImageHeader);
  return reinterpret_cast<std::uintptr_t>(object) % alignment_ == 0 ? object : nullptr;
}

}  // namespace ranvier::shm
