#include "type_descriptions.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "rclcpp/service.hpp"
#include "type_description_interfaces/srv/get_type_description.hpp"

namespace rclcpp::detail
{
namespace
{

using rosidl_typesupport_ranvier::Member;
using rosidl_typesupport_ranvier::Repeat;
using rosidl_typesupport_ranvier::Scalar;
using rosidl_typesupport_ranvier::ServiceTypeInfo;
using rosidl_typesupport_ranvier::TypeInfo;
using type_description_interfaces::msg::Field;
using type_description_interfaces::msg::IndividualTypeDescription;
using type_description_interfaces::msg::TypeDescription;
using GetTypeDescription = type_description_interfaces::srv::GetTypeDescription;

/// Nested types in the order of their names, as the type hash has them.
using Referenced = std::map<std::string, IndividualTypeDescription>;

// FieldType: a scalar's number, 48 on for an array, 96 for a bounded sequence,
// 144 for one without bound.
uint8_t type_id(const Member & member)
{
  return static_cast<uint8_t>(
    static_cast<int>(member.scalar) + 48 * static_cast<int>(member.repeat));
}

void refer_to(const TypeInfo & type, Referenced & to);

Field field_of(const Member & member, Referenced & referenced)
{
  Field field;
  field.name = member.name;
  field.type.type_id = type_id(member);
  field.type.capacity = member.capacity;
  field.type.string_capacity = member.string_capacity;
  if (member.nested) {
    field.type.nested_type_name = member.nested().name;
    refer_to(member.nested(), referenced);
  }
  return field;
}

IndividualTypeDescription individual(const TypeInfo & type, Referenced & referenced)
{
  IndividualTypeDescription description;
  description.type_name = type.name;
  for (std::size_t i = 0; i < type.member_count; ++i) {
    description.fields.push_back(field_of(type.members[i], referenced));
  }
  return description;
}

void refer_to(const TypeInfo & type, Referenced & to)
{
  if (!to.emplace(type.name, IndividualTypeDescription()).second) {return;}
  auto description = individual(type, to);
  to[type.name] = std::move(description);
}

void append(const Referenced & referenced, TypeDescription & to)
{
  for (const auto & [name, description] : referenced) {
    to.referenced_type_descriptions.push_back(description);
  }
}

Field nested_field(const char * name, const TypeInfo & type, Referenced & referenced)
{
  Field field;
  field.name = name;
  field.type.type_id = static_cast<uint8_t>(Scalar::kNested);
  field.type.nested_type_name = type.name;
  refer_to(type, referenced);
  return field;
}

/// The types that endpoints of this process use.
class Known
{
public:
  static Known & get()
  {
    static auto & known = *new Known;
    return known;
  }

  void add(const TypeInfo & type) {add_to(messages_, type);}
  void add(const ServiceTypeInfo & type) {add_to(services_, type);}

  std::optional<TypeDescription> find(const std::string & name, const std::string & hash)
  {
    const std::lock_guard lock(mutex_);
    for (const auto * type : messages_) {
      if (type->name == name && type->hash == hash) {return describe(*type);}
    }
    for (const auto * type : services_) {
      if (type->name == name && type->hash == hash) {return describe(*type);}
    }
    return std::nullopt;
  }

private:
  template<class Info>
  void add_to(std::vector<const Info *> & list, const Info & type)
  {
    const std::lock_guard lock(mutex_);
    if (std::find(list.begin(), list.end(), &type) == list.end()) {list.push_back(&type);}
  }

  std::mutex mutex_;
  std::vector<const TypeInfo *> messages_;
  std::vector<const ServiceTypeInfo *> services_;
};

}  // namespace

void remember_type(const TypeInfo & type) {Known::get().add(type);}

void remember_type(const ServiceTypeInfo & type) {Known::get().add(type);}

TypeDescription describe(const TypeInfo & type)
{
  TypeDescription description;
  Referenced referenced;
  description.type_description = individual(type, referenced);
  append(referenced, description);
  return description;
}

TypeDescription describe(const ServiceTypeInfo & type)
{
  TypeDescription description;
  Referenced referenced;
  auto & whole = description.type_description;
  whole.type_name = type.name;
  whole.fields.push_back(nested_field("request_message", *type.request, referenced));
  whole.fields.push_back(nested_field("response_message", *type.response, referenced));
  whole.fields.push_back(nested_field("event_message", *type.event, referenced));
  append(referenced, description);
  return description;
}

std::shared_ptr<ServiceBase> serve_type_descriptions(node_interfaces::NodeBaseInterface & node)
{
  auto service = std::make_shared<Service<GetTypeDescription>>(
    &node, "~/get_type_description", ServicesQoS(), nullptr);
  service->start(
    [](
      std::shared_ptr<GetTypeDescription::Request> request,
      std::shared_ptr<GetTypeDescription::Response> response) {
      auto found = Known::get().find(request->type_name, request->type_hash);
      response->successful = found.has_value();
      if (found) {
        response->type_description = std::move(*found);
      } else {
        response->failure_reason = "type '" + request->type_name + "' with hash '" +
          request->type_hash + "' is not in use by this node";
      }
    });
  return service;
}

}  // namespace rclcpp::detail
