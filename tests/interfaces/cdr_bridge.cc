// Lets a test in Python drive the generated codecs: one command a line on
// standard input, one answer a line on standard output.
//
//   info TYPE              hash, DDS name, number of members of a message
//   service TYPE           hash, DDS name, names of the three messages
//   action TYPE            hash, names of the four messages and two services
//   describe KIND TYPE     what ~/get_type_description tells of it: JSON
//   recode TYPE HEX        decodes a payload (with its encapsulation header) and
//                          encodes it again: "HEX JSON", or "rejected"
//   random TYPE SEED       a message drawn from the seed: "HEX JSON"
//   default TYPE           a new message: JSON
//   hostile TYPE HEX       decodes every truncation of the payload, and it with
//                          every word made huge: the most bytes that one decode
//                          allocated, per byte of its input, rounded up
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>

#include "ranvier/codec/cdr.h"
#include "ranvier/proto/describe/types.h"
#include "reflect.h"
#include "rosidl_runtime_c/action_type_support_struct.h"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

static std::size_t allocated = 0;

void* operator new(std::size_t size) {
  allocated += size;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace ranvier::codec;
using Bytes = std::vector<unsigned char>;
using Object = std::unique_ptr<void, void (*)(void*)>;

Object make(const TypeInfo& type) { return Object(type.create(), type.destroy); }

void* library(const std::string& folder, const std::string& package) {
  const std::string path = folder + "/lib" + package + "__rosidl_typesupport_cpp.so";
  void* handle = dlopen(path.c_str(), RTLD_NOW);
  if (handle == nullptr) throw std::runtime_error(dlerror());
  return handle;
}

/// The handle of a type, through the C function that its library exports.
template <typename Handle>
const Handle* handle(const std::string& folder, const std::string& kind, const std::string& name) {
  std::string symbol = "rosidl_typesupport_cpp__get_" + kind + "_type_support_handle__";
  for (const char c : name) symbol += c == '/' ? std::string("__") : std::string(1, c);
  void* address = dlsym(library(folder, name.substr(0, name.find('/'))), symbol.c_str());
  if (address == nullptr) throw std::runtime_error(dlerror());
  return reinterpret_cast<const Handle* (*)()>(address)();
}

const TypeInfo& find(const std::string& folder, const std::string& name) {
  const auto& message = *handle<rosidl_message_type_support_t>(folder, "message", name);
  const auto* own = message.func(&message, "rosidl_typesupport_ranvier");
  if (own == nullptr || message.func(&message, "another") != nullptr) {
    throw std::runtime_error(name + " answers to the wrong identifier");
  }
  return *static_cast<const TypeInfo*>(own->data);
}

std::string binary(const rosidl_type_hash_t* hash) {
  return "RIHS0" + std::to_string(hash->version) + "_" +
         reflect::hex(hash->value, sizeof hash->value);
}

std::string info(const std::string& folder, const std::string& name) {
  const TypeInfo& type = find(folder, name);
  const auto& message = *handle<rosidl_message_type_support_t>(folder, "message", name);
  if (binary(message.get_type_hash_func(&message)) != type.hash) {
    throw std::runtime_error("the two forms of the hash of " + name + " differ");
  }
  return std::string(type.hash) + " " + type.dds_name + " " + std::to_string(type.member_count);
}

std::string service(const std::string& folder, const std::string& name) {
  const auto& own = *handle<rosidl_service_type_support_t>(folder, "service", name);
  const auto& type = *static_cast<const ServiceTypeInfo*>(own.data);
  const auto* request = static_cast<const TypeInfo*>(own.request_typesupport->data);
  if (request != type.request) throw std::runtime_error("two requests of " + name);
  return binary(own.get_type_hash_func(&own)) + " " + type.dds_name + " " + type.request->name +
         " " + type.response->name + " " + type.event->name;
}

std::string action(const std::string& folder, const std::string& name) {
  const auto& own = *handle<rosidl_action_type_support_t>(folder, "action", name);
  const auto& type = *static_cast<const ActionTypeInfo*>(own.data);
  const auto* cancel = static_cast<const ServiceTypeInfo*>(own.cancel_service_type_support->data);
  return binary(own.get_type_hash_func(&own)) + " " + type.goal->name + " " + type.result->name +
         " " + type.feedback->name + " " + type.feedback_message->name + " " +
         type.send_goal->name + " " + type.get_result->name + " " + cancel->name;
}

std::string describe(const std::string& folder, const std::string& kind, const std::string& name) {
  using Description = type_description_interfaces::msg::TypeDescription;
  Description found;
  if (kind == "message") found = ranvier::describe_type(find(folder, name));
  if (kind == "service") {
    const void* type = handle<rosidl_service_type_support_t>(folder, kind, name)->data;
    found = ranvier::describe_type(*static_cast<const ServiceTypeInfo*>(type));
  }
  if (kind == "action") {
    const void* type = handle<rosidl_action_type_support_t>(folder, kind, name)->data;
    found = ranvier::describe_type(*static_cast<const ActionTypeInfo*>(type));
  }
  const auto* own = rosidl_typesupport_cpp::get_message_type_support_handle<Description>();
  return reflect::to_json(*static_cast<const TypeInfo*>(own->data), &found);
}

Bytes from_hex(const std::string& text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<unsigned char>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

bool decode(const TypeInfo& type, const Bytes& bytes, void* object) {
  Decoder from(nullptr, 0);
  return open_payload(bytes.data(), bytes.size(), from) && type.decode(object, from);
}

std::string encode(const TypeInfo& type, const void* object) {
  Bytes bytes(kEncapsulationSize + type.encoded_size(object));
  write_encapsulation(bytes.data());
  Encoder to(bytes.data() + kEncapsulationSize, bytes.size() - kEncapsulationSize);
  type.encode(object, to);
  if (!to.ok() || to.position() != bytes.size() - kEncapsulationSize) {
    throw std::runtime_error("encoded_size() and encode() of " + std::string(type.name) +
                             " differ");
  }
  return reflect::hex(bytes.data(), bytes.size());
}

std::string both(const TypeInfo& type, const void* object) {
  return encode(type, object) + " " + reflect::to_json(type, object);
}

std::string recode(const TypeInfo& type, const std::string& payload) {
  const Object object = make(type);
  return decode(type, from_hex(payload), object.get()) ? both(type, object.get()) : "rejected";
}

std::string random(const TypeInfo& type, std::uint64_t seed) {
  const Object object = make(type);
  reflect::Filler(seed).fill(type, object.get());
  const Object copy(type.clone(object.get()), type.destroy);
  type.assign(object.get(), copy.get());
  return both(type, object.get());
}

std::size_t cost(const TypeInfo& type, const Bytes& bytes) {
  const Object object = make(type);
  allocated = 0;
  decode(type, bytes, object.get());
  const std::size_t size = std::max<std::size_t>(bytes.size(), 1);
  return (allocated + size - 1) / size;
}

std::string hostile(const TypeInfo& type, const Bytes& bytes) {
  std::size_t most = 0;
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    // A copy of its own, so that a sanitizer sees a read past its end.
    most =
        std::max(most, cost(type, Bytes(bytes.begin(), bytes.begin() + static_cast<long>(size))));
  }
  for (std::size_t at = kEncapsulationSize; at + 4 <= bytes.size(); ++at) {
    for (const unsigned char high : {0x00, 0x7F, 0xFF}) {
      Bytes huge = bytes;
      std::fill_n(huge.begin() + static_cast<long>(at), 3, 0xFF);
      huge[at + 3] = high;
      most = std::max(most, cost(type, huge));
    }
  }
  return std::to_string(most);
}

std::string answer(const std::string& folder, const std::string& line) {
  std::istringstream words(line);
  std::string command, name, rest;
  words >> command >> name >> rest;
  if (command == "info") return info(folder, name);
  if (command == "service") return service(folder, name);
  if (command == "action") return action(folder, name);
  if (command == "describe") return describe(folder, name, rest);
  const TypeInfo& type = find(folder, name);
  if (command == "recode") return recode(type, rest);
  if (command == "random") return random(type, std::stoull(rest));
  if (command == "default") return reflect::to_json(type, make(type).get());
  if (command == "hostile") return hostile(type, from_hex(rest));
  throw std::runtime_error("unknown command '" + command + "'");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: cdr_bridge FOLDER-OF-MESSAGE-LIBRARIES\n";
    return 2;
  }
  for (std::string line; std::getline(std::cin, line);) {
    try {
      std::cout << answer(argv[1], line) << std::endl;
    } catch (const std::exception& error) {
      std::cout << "error " << error.what() << std::endl;
    }
  }
  return 0;
}
