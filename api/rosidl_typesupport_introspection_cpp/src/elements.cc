#include "elements.hpp"

#include <string>
#include <vector>

namespace rosidl_typesupport_introspection_cpp
{
namespace
{

using ranvier::codec::Member;
using ranvier::codec::Repeat;
using ranvier::codec::Scalar;
using rosidl_typesupport_ranvier::ElementAccess;

// A std::array is its elements; a sequence, bounded or not, is exactly one std::vector.
template<typename T, bool is_array>
struct Access
{
  static T & one(void * member, size_t index)
  {
    if constexpr (is_array) {
      return static_cast<T *>(member)[index];
    } else {
      return (*static_cast<std::vector<T> *>(member))[index];
    }
  }
  static void * get(void * member, size_t index) {return &one(member, index);}
  static void fetch(const void * member, size_t index, void * value)
  {
    *static_cast<T *>(value) = one(const_cast<void *>(member), index);
  }
  static void assign(void * member, size_t index, const void * value)
  {
    one(member, index) = *static_cast<const T *>(value);
  }
  static constexpr ElementAccess access{&get, &fetch, &assign};
};

// Its elements are bits, which have no address.
template<>
struct Access<bool, false>
{
  static void fetch(const void * member, size_t index, void * value)
  {
    *static_cast<bool *>(value) = (*static_cast<const std::vector<bool> *>(member))[index];
  }
  static void assign(void * member, size_t index, const void * value)
  {
    (*static_cast<std::vector<bool> *>(member))[index] = *static_cast<const bool *>(value);
  }
  static constexpr ElementAccess access{nullptr, &fetch, &assign};
};

template<typename T>
const ElementAccess * access_of(Repeat repeat)
{
  return repeat == Repeat::kArray ? &Access<T, true>::access : &Access<T, false>::access;
}

}  // namespace

const ElementAccess * elements_of(const Member & member)
{
  switch (member.scalar) {
    case Scalar::kInt8: return access_of<int8_t>(member.repeat);
    case Scalar::kInt16: return access_of<int16_t>(member.repeat);
    case Scalar::kUint16: return access_of<uint16_t>(member.repeat);
    case Scalar::kInt32: return access_of<int32_t>(member.repeat);
    case Scalar::kUint32: return access_of<uint32_t>(member.repeat);
    case Scalar::kInt64: return access_of<int64_t>(member.repeat);
    case Scalar::kUint64: return access_of<uint64_t>(member.repeat);
    case Scalar::kFloat: return access_of<float>(member.repeat);
    case Scalar::kDouble: return access_of<double>(member.repeat);
    case Scalar::kLongDouble: return access_of<long double>(member.repeat);
    case Scalar::kWchar: return access_of<char16_t>(member.repeat);
    case Scalar::kBoolean: return access_of<bool>(member.repeat);
    case Scalar::kString:
    case Scalar::kFixedString:
    case Scalar::kBoundedString: return access_of<std::string>(member.repeat);
    case Scalar::kWstring:
    case Scalar::kFixedWstring:
    case Scalar::kBoundedWstring: return access_of<std::u16string>(member.repeat);
    case Scalar::kUint8:
    case Scalar::kByte:
    case Scalar::kChar:
    case Scalar::kNested: break;
  }
  return access_of<uint8_t>(member.repeat);
}

}  // namespace rosidl_typesupport_introspection_cpp
