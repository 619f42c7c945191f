// Makes the members of a type from its TypeInfo, when they are first asked for.
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "elements.hpp"
#include "rosidl_typesupport_introspection_cpp/field_types.hpp"
#include "rosidl_typesupport_introspection_cpp/identifier.hpp"
#include "rosidl_typesupport_introspection_cpp/service_introspection.hpp"

namespace rosidl_typesupport_introspection_cpp
{

const char * typesupport_identifier = "rosidl_typesupport_introspection_cpp";

namespace
{

using ranvier::codec::Member;
using ranvier::codec::Repeat;
using ranvier::codec::Scalar;
using ranvier::codec::ServiceTypeInfo;
using ranvier::codec::TypeInfo;
using rosidl_typesupport_ranvier::Described;
using rosidl_typesupport_ranvier::DescribedMessage;

// "std_msgs/msg/String" in two.
struct Name
{
  explicit Name(const std::string & full)
  : space(full.substr(0, full.rfind('/'))), last(full.substr(full.rfind('/') + 1))
  {
    if (const auto slash = space.find('/'); slash != std::string::npos) {
      space.replace(slash, 1, "::");
    }
  }
  std::string space;
  std::string last;
};

uint8_t type_id(Scalar scalar)
{
  switch (scalar) {
    case Scalar::kNested: return ROS_TYPE_MESSAGE;
    case Scalar::kInt8: return ROS_TYPE_INT8;
    case Scalar::kUint8: return ROS_TYPE_UINT8;
    case Scalar::kInt16: return ROS_TYPE_INT16;
    case Scalar::kUint16: return ROS_TYPE_UINT16;
    case Scalar::kInt32: return ROS_TYPE_INT32;
    case Scalar::kUint32: return ROS_TYPE_UINT32;
    case Scalar::kInt64: return ROS_TYPE_INT64;
    case Scalar::kUint64: return ROS_TYPE_UINT64;
    case Scalar::kFloat: return ROS_TYPE_FLOAT;
    case Scalar::kDouble: return ROS_TYPE_DOUBLE;
    case Scalar::kLongDouble: return ROS_TYPE_LONG_DOUBLE;
    case Scalar::kChar: return ROS_TYPE_CHAR;
    case Scalar::kWchar: return ROS_TYPE_WCHAR;
    case Scalar::kBoolean: return ROS_TYPE_BOOLEAN;
    case Scalar::kByte: return ROS_TYPE_OCTET;
    case Scalar::kString:
    case Scalar::kFixedString:
    case Scalar::kBoundedString: return ROS_TYPE_STRING;
    case Scalar::kWstring:
    case Scalar::kFixedWstring:
    case Scalar::kBoundedWstring: break;
  }
  return ROS_TYPE_WSTRING;
}

template<typename Handle>
const Handle * itself_if_named(const Handle * handle, const char * identifier)
{
  return std::strcmp(handle->typesupport_identifier, identifier) == 0 ? handle : nullptr;
}

// One type. The handle is first: get_type_hash_func is given its address alone.
struct Message
{
  rosidl_message_type_support_t handle;
  MessageMembers members;
  const rosidl_type_hash_t * hash;
  Name name;
  std::vector<MessageMember> all;

  static const rosidl_type_hash_t * hash_of(const rosidl_message_type_support_t * handle)
  {
    return reinterpret_cast<const Message *>(handle)->hash;
  }
};

struct Service
{
  rosidl_service_type_support_t handle;
  ServiceMembers members;
  const rosidl_type_hash_t * hash;
  Name name;

  static const rosidl_type_hash_t * hash_of(const rosidl_service_type_support_t * handle)
  {
    return reinterpret_cast<const Service *>(handle)->hash;
  }
};

// All that were ever asked for; they live as long as the process.
class Known
{
public:
  static Known & all()
  {
    static auto & one = *new Known;
    return one;
  }

  const rosidl_message_type_support_t * message(const DescribedMessage & type)
  {
    const std::lock_guard lock(mutex_);
    return &made(type).handle;
  }

  const rosidl_service_type_support_t * service(const rosidl_service_type_support_t & ours);

private:
  const Message & made(const DescribedMessage & type);
  MessageMember entry(const DescribedMessage & type, size_t index);

  std::mutex mutex_;
  std::map<const void *, std::unique_ptr<Message>> messages_;
  std::map<const void *, std::unique_ptr<Service>> services_;
};

MessageMember Known::entry(const DescribedMessage & type, size_t index)
{
  const Member & member = type.info.members[index];
  MessageMember one{};
  one.name_ = member.name;
  one.type_id_ = type_id(member.scalar);
  one.string_upper_bound_ = member.string_capacity;
  if (member.nested) {
    one.members_ = &made(rosidl_typesupport_ranvier::described(member.nested())).handle;
  }
  one.is_array_ = member.repeat != Repeat::kNone;
  one.array_size_ = member.capacity;
  one.is_upper_bound_ = member.repeat == Repeat::kBoundedSequence;
  one.offset_ = member.offset;
  if (!one.is_array_) {return one;}
  const auto * elements = member.nested ? type.elements[index] : elements_of(member);
  one.size_function = member.size;
  one.get_const_function = member.at;
  one.get_function = elements->get;
  one.fetch_function = elements->fetch;
  one.assign_function = elements->assign;
  one.resize_function = member.resize;
  return one;
}

const Message & Known::made(const DescribedMessage & type)
{
  if (const auto found = messages_.find(&type); found != messages_.end()) {return *found->second;}
  auto one = std::make_unique<Message>(Message{{}, {}, &type.hash, Name(type.info.name), {}});
  for (size_t index = 0; index < type.info.member_count; ++index) {
    one->all.push_back(entry(type, index));
  }
  one->members = {one->name.space.c_str(), one->name.last.c_str(),
    static_cast<uint32_t>(one->all.size()), type.info.size, false, one->all.data(), type.init,
    type.fini};
  one->handle = {typesupport_identifier, &one->members,
    &itself_if_named<rosidl_message_type_support_t>, &Message::hash_of, nullptr, nullptr};
  return *(messages_[&type] = std::move(one));
}

const rosidl_service_type_support_t * Known::service(const rosidl_service_type_support_t & ours)
{
  const std::lock_guard lock(mutex_);
  if (const auto found = services_.find(ours.data); found != services_.end()) {
    return &found->second->handle;
  }
  const auto & type = *static_cast<const Described<ServiceTypeInfo> *>(ours.data);
  const Message & request = made(rosidl_typesupport_ranvier::described(*type.info.request));
  const Message & response = made(rosidl_typesupport_ranvier::described(*type.info.response));
  const Message & event = made(rosidl_typesupport_ranvier::described(*type.info.event));
  auto one = std::make_unique<Service>(Service{{}, {}, &type.hash, Name(type.info.name)});
  one->members = {one->name.space.c_str(), one->name.last.c_str(), &request.members,
    &response.members, &event.members};
  one->handle = {typesupport_identifier, &one->members,
    &itself_if_named<rosidl_service_type_support_t>, &request.handle, &response.handle,
    &event.handle, nullptr, nullptr, &Service::hash_of, nullptr, nullptr};
  return &(services_[ours.data] = std::move(one))->handle;
}

}  // namespace
}  // namespace rosidl_typesupport_introspection_cpp

using rosidl_typesupport_introspection_cpp::Known;

// Message libraries find these two by name, when they are asked for members.
extern "C" ROSIDL_TYPESUPPORT_INTROSPECTION_CPP_PUBLIC const rosidl_message_type_support_t *
ranvier_introspected_message(const rosidl_message_type_support_t * ours)
{
  return Known::all().message(
    *static_cast<const rosidl_typesupport_ranvier::DescribedMessage *>(ours->data));
}

extern "C" ROSIDL_TYPESUPPORT_INTROSPECTION_CPP_PUBLIC const rosidl_service_type_support_t *
ranvier_introspected_service(const rosidl_service_type_support_t * ours)
{
  return Known::all().service(*ours);
}
