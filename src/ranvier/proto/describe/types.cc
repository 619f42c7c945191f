#include "ranvier/proto/describe/types.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ranvier/msg/blob_type.h"
#include "type_description_interfaces/srv/get_type_description.hpp"

namespace ranvier {
namespace {

using codec::Member;
using codec::Repeat;
using codec::Scalar;
using type_description_interfaces::msg::Field;
using type_description_interfaces::msg::IndividualTypeDescription;
using type_description_interfaces::msg::TypeDescription;
using GetTypeDescription = type_description_interfaces::srv::GetTypeDescription;

/// Nested types in the order of their names, as the type hash has them.
using Referenced = std::map<std::string, IndividualTypeDescription>;

// FieldType: a scalar's number, 48 on for an array, 96 for a bounded sequence,
// 144 for one without bound.
uint8_t type_id(const Member& member) {
  return static_cast<uint8_t>(static_cast<int>(member.scalar) +
                              48 * static_cast<int>(member.repeat));
}

template <class Info>
void refer_to(const Info& type, Referenced& to);

Field field_of(const Member& member, Referenced& referenced) {
  Field field;
  field.name = member.name;
  field.type.type_id = type_id(member);
  field.type.capacity = member.capacity;
  field.type.string_capacity = member.string_capacity;
  field.default_value = member.default_value;
  if (member.nested) {
    field.type.nested_type_name = member.nested().name;
    refer_to(member.nested(), referenced);
  }
  return field;
}

IndividualTypeDescription individual(const TypeInfo& type, Referenced& referenced) {
  IndividualTypeDescription description;
  description.type_name = type.name;
  for (std::size_t i = 0; i < type.member_count; ++i) {
    description.fields.push_back(field_of(type.members[i], referenced));
  }
  return description;
}

Field nested_field(const char* name, const char* type) {
  Field field;
  field.name = name;
  field.type.type_id = static_cast<uint8_t>(Scalar::kNested);
  field.type.nested_type_name = type;
  return field;
}

IndividualTypeDescription individual(const ServiceTypeInfo& type, Referenced& referenced) {
  IndividualTypeDescription description;
  description.type_name = type.name;
  for (const auto& [name, part] :
       {std::pair("request_message", type.request), std::pair("response_message", type.response),
        std::pair("event_message", type.event)}) {
    description.fields.push_back(nested_field(name, part->name));
    refer_to(*part, referenced);
  }
  return description;
}

IndividualTypeDescription individual(const ActionTypeInfo& type, Referenced& referenced) {
  IndividualTypeDescription description;
  description.type_name = type.name;
  const auto add = [&](const char* name, const auto& part) {
    description.fields.push_back(nested_field(name, part.name));
    refer_to(part, referenced);
  };
  add("goal", *type.goal);
  add("result", *type.result);
  add("feedback", *type.feedback);
  add("send_goal_service", *type.send_goal);
  add("get_result_service", *type.get_result);
  add("feedback_message", *type.feedback_message);
  return description;
}

/// Describes a type that another one holds, unless that was done.
template <class Info>
void refer_to(const Info& type, Referenced& to) {
  if (!to.emplace(type.name, IndividualTypeDescription()).second) return;
  auto description = individual(type, to);
  to[type.name] = std::move(description);
}

template <class Info>
TypeDescription whole(const Info& type) {
  TypeDescription description;
  Referenced referenced;
  description.type_description = individual(type, referenced);
  for (auto& [name, part] : referenced) {
    description.referenced_type_descriptions.push_back(std::move(part));
  }
  return description;
}

/// The types that endpoints of this process use.
class Known {
 public:
  static Known& get() {
    static auto& known = *new Known;
    return known;
  }

  void add(const TypeInfo& type) {
    if (!is_blob_type(type)) add_to(messages_, type);  // of a blob only the name is known
  }
  void add(const ServiceTypeInfo& type) { add_to(services_, type); }
  void add(const ActionTypeInfo& type) { add_to(actions_, type); }

  void add(const std::string& hash, DescribedType type) {
    const std::lock_guard lock(mutex_);
    const std::string& name = type.description.type_description.type_name;
    described_.try_emplace({name, hash}, std::move(type));
  }

  std::optional<DescribedType> find(const std::string& name, const std::string& hash) {
    const std::lock_guard lock(mutex_);
    if (auto found = find_in(messages_, name, hash)) return found;
    if (auto found = find_in(services_, name, hash)) return found;
    if (auto found = find_in(actions_, name, hash)) return found;
    const auto described = described_.find({name, hash});
    if (described == described_.end()) return std::nullopt;
    return described->second;
  }

 private:
  template <class Info>
  static std::optional<DescribedType> find_in(const std::vector<const Info*>& list,
                                              const std::string& name, const std::string& hash) {
    for (const auto* type : list) {
      if (type->name == name && type->hash == hash) return DescribedType{describe_type(*type), {}};
    }
    return std::nullopt;
  }

  template <class Info>
  void add_to(std::vector<const Info*>& list, const Info& type) {
    const std::lock_guard lock(mutex_);
    if (std::find(list.begin(), list.end(), &type) == list.end()) list.push_back(&type);
  }

  std::mutex mutex_;
  std::vector<const TypeInfo*> messages_;
  std::vector<const ServiceTypeInfo*> services_;
  std::vector<const ActionTypeInfo*> actions_;
  std::map<std::pair<std::string, std::string>, DescribedType> described_;  // by name and hash
};

}  // namespace

void remember_type(const TypeInfo& type) { Known::get().add(type); }
void remember_type(const ServiceTypeInfo& type) { Known::get().add(type); }
void remember_type(const ActionTypeInfo& type) { Known::get().add(type); }
void remember_type(const std::string& hash, DescribedType type) {
  Known::get().add(hash, std::move(type));
}

TypeDescription describe_type(const TypeInfo& type) { return whole(type); }
TypeDescription describe_type(const ServiceTypeInfo& type) { return whole(type); }
TypeDescription describe_type(const ActionTypeInfo& type) { return whole(type); }

NodeService type_description_service() {
  return node_service<GetTypeDescription>(
      "~/get_type_description",
      [](const GetTypeDescription::Request& request, GetTypeDescription::Response& response) {
        auto found = Known::get().find(request.type_name, request.type_hash);
        response.successful = found.has_value();
        if (found) {
          response.type_description = std::move(found->description);
          if (request.include_type_sources) response.type_sources = std::move(found->sources);
        } else {
          response.failure_reason = "type '" + request.type_name + "' with hash '" +
                                    request.type_hash + "' is not in use by this node";
        }
      });
}

}  // namespace ranvier
