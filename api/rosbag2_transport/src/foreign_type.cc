#include "foreign_type.hpp"

#include <array>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "ranvier/msg/blob_type.h"
#include "ranvier/proto/describe/types.h"
#include "rclcpp/detail/create.hpp"
#include "rcutils/sha256.h"
#include "rosidl_runtime_c/type_hash.h"

namespace rosbag2_transport
{
namespace
{

using ranvier::bag::FieldShape;
using ranvier::bag::TypeShape;
using ranvier::bag::TypeShapes;
using ranvier::bag::TypeText;
using type_description_interfaces::msg::Field;
using type_description_interfaces::msg::IndividualTypeDescription;
using type_description_interfaces::msg::TypeDescription;
using type_description_interfaces::msg::TypeSource;

template<typename T>
T value(ranvier::Result<T> result)
{
  if (!result) {throw std::runtime_error(result.error().what);}
  return std::move(*result);
}

TypeShape shape_of(const IndividualTypeDescription & described)
{
  TypeShape shape;
  shape.name = described.type_name;
  for (const Field & field : described.fields) {
    shape.fields.push_back(
      {field.name, field.type.type_id, field.type.capacity, field.type.string_capacity,
        field.type.nested_type_name});
  }
  return shape;
}

TypeShapes shapes_of(const TypeDescription & described)
{
  TypeShapes shapes{shape_of(described.type_description), {}};
  for (const auto & one : described.referenced_type_descriptions) {
    shapes.referenced.push_back(shape_of(one));
  }
  return shapes;
}

IndividualTypeDescription described(const TypeShape & shape)
{
  IndividualTypeDescription description;
  description.type_name = shape.name;
  for (const FieldShape & one : shape.fields) {
    Field field;
    field.name = one.name;
    field.type.type_id = one.type_id;
    field.type.capacity = one.capacity;
    field.type.string_capacity = one.string_capacity;
    field.type.nested_type_name = one.nested;
    description.fields.push_back(std::move(field));
  }
  return description;
}

TypeDescription described(const TypeShapes & shapes)
{
  TypeDescription description;
  description.type_description = described(shapes.root);
  for (const TypeShape & one : shapes.referenced) {
    description.referenced_type_descriptions.push_back(described(one));
  }
  return description;
}

void check(const TypeShapes & shapes, const std::string & hash)
{
  const std::string found = hash_of(shapes);
  if (hash.empty() || found == hash) {return;}
  throw std::runtime_error(
          "the description of type '" + shapes.root.name + "' has the hash " + found + ", not " +
          hash);
}

struct Handle
{
  rosidl_message_type_support_t support{};
  rosidl_type_hash_t hash{};
};

const rosidl_message_type_support_t * same(
  const rosidl_message_type_support_t * handle, const char *)
{
  return handle;
}

const rosidl_type_hash_t * hash_in(const rosidl_message_type_support_t * handle)
{
  // The handle is the first of its Handle.
  return &reinterpret_cast<const Handle *>(handle)->hash;
}

}  // namespace

const rosidl_message_type_support_t * installed_type(const std::string & type)
{
  try {
    return &rclcpp::detail::message_type_support(type);
  } catch (const std::exception &) {
    return nullptr;
  }
}

const rosidl_message_type_support_t & foreign_type(
  const std::string & type, const std::string & hash)
{
  static std::mutex & mutex = *new std::mutex;
  static auto & handles = *new std::map<const void *, Handle>;  // endpoints refer to them
  const auto * info = value(ranvier::blob_type(ranvier::dds_type_name(type), hash));
  std::lock_guard<std::mutex> lock(mutex);
  const auto [place, is_new] = handles.try_emplace(info);
  if (is_new) {
    place->second.support = {
      "rosidl_typesupport_ranvier", info, &same, &hash_in, nullptr, nullptr};
    (void)rosidl_parse_type_hash_string(hash.c_str(), &place->second.hash);
  }
  return place->second.support;
}

std::string hash_of(const TypeShapes & shapes)
{
  const std::string text = value(ranvier::bag::description_text(shapes));
  rcutils_sha256_ctx_t context;
  rcutils_sha256_init(&context);
  rcutils_sha256_update(&context, reinterpret_cast<const uint8_t *>(text.data()), text.size());
  std::array<uint8_t, RCUTILS_SHA256_BLOCK_SIZE> bytes{};
  rcutils_sha256_final(&context, bytes.data());
  constexpr const char * kDigits = "0123456789abcdef";
  std::string hash = "RIHS01_";
  for (const uint8_t byte : bytes) {
    hash += kDigits[byte / 16];
    hash += kDigits[byte % 16];
  }
  return hash;
}

ranvier::bag::Definition definition_from(
  const TypeDescription & description, const std::vector<TypeSource> & sources,
  const std::string & hash)
{
  const TypeShapes shapes = shapes_of(description);
  check(shapes, hash);
  std::vector<TypeText> texts;
  for (const TypeSource & source : sources) {
    // Some peers give the type itself among the others.
    const auto place = source.type_name == shapes.root.name ? texts.begin() : texts.end();
    texts.insert(place, {source.type_name, source.encoding, source.raw_file_contents});
  }
  if (auto joined = ranvier::bag::join_texts(texts)) {
    if (joined->encoding == "ros2idl") {return *joined;}  // not read here: it is the peer's word
    const auto said = ranvier::bag::read_shapes(shapes.root.name, *joined);
    if (said && *said == shapes) {return *joined;}
  }
  return value(ranvier::bag::make_definition(shapes));
}

std::string describe_by(
  const std::string & type, const ranvier::bag::Definition & definition, const std::string & hash)
{
  if (definition.encoding != "ros2msg") {return hash;}
  const TypeShapes shapes = value(ranvier::bag::read_shapes(type, definition));
  check(shapes, hash);
  ranvier::DescribedType known{described(shapes), {}};
  for (const TypeText & text : value(ranvier::bag::split_texts(type, definition))) {
    TypeSource source;
    source.type_name = text.name;
    source.encoding = text.encoding;
    source.raw_file_contents = text.text;
    known.sources.push_back(std::move(source));
  }
  const std::string found = hash_of(shapes);
  ranvier::remember_type(found, std::move(known));
  return found;
}

}  // namespace rosbag2_transport
