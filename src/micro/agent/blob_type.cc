#include "micro/agent/blob_type.h"

#include <string_view>

#include "ranvier/codec/cdr.h"
#include "ranvier/os/mutex.h"

namespace ranvier::micro {
namespace {

using codec::TypeInfo;

const Blob& blob(const void* object) { return *static_cast<const Blob*>(object); }

void encode(const void* object, codec::Encoder& to) {
  to.put_bytes(blob(object).bytes.data(), blob(object).bytes.size());
}

// Kept as it came, in its byte order: nothing here looks into it.
bool decode(void* object, codec::Decoder& from) {
  const std::size_t size = from.remaining();
  const unsigned char* at = from.take(size);
  static_cast<Blob*>(object)->bytes.assign(at, at + size);
  return true;
}

TypeInfo info_of(const char* name, const char* dds_name) {
  TypeInfo info{};
  info.name = name;
  info.dds_name = dds_name;
  info.hash = "";
  info.size = sizeof(Blob);
  info.alignment = alignof(Blob);
  info.has_fixed_size = false;
  info.create = []() -> void* { return new Blob; };
  info.destroy = [](void* object) { delete static_cast<Blob*>(object); };
  info.clone = [](const void* object) -> void* { return new Blob(blob(object)); };
  info.assign = [](void* to, const void* from) { *static_cast<Blob*>(to) = blob(from); };
  info.encoded_size = [](const void* object) { return blob(object).bytes.size(); };
  info.encode = &encode;
  info.decode = &decode;
  return info;
}

constexpr std::string_view kMark = "::dds_::";

// Keeps it until the process ends, and known to who looks for leaks.
template <class Type>
Type* for_ever(Type* made) {
  static Mutex& mutex = *new Mutex("blob types");
  static auto& all = *new std::vector<const void*>;
  Lock lock(mutex);
  all.push_back(made);
  return made;
}

Error too_many() {
  return {Code::kFull, "Boards have used " + std::to_string(BlobTypes::kMost) +
                           " type names, and the agent keeps no more. Restart it."};
}

}  // namespace

struct BlobTypes::Named {
  explicit Named(std::string of)
      : dds_name(std::move(of)),
        name(ros_type_name(dds_name)),
        info(info_of(name.c_str(), dds_name.c_str())) {}
  const std::string dds_name, name;
  const TypeInfo info;
};

struct BlobTypes::NamedService {
  std::string name, dds_name, hash;
  codec::ServiceTypeInfo info;
};

std::string ros_type_name(const std::string& dds_name) {
  const std::size_t mark = dds_name.find(kMark);
  if (mark == std::string::npos || dds_name.back() != '_') return dds_name;
  std::string name = dds_name.substr(0, mark);
  for (std::size_t at = name.find("::"); at != std::string::npos; at = name.find("::")) {
    name.replace(at, 2, "/");
  }
  const std::size_t begin = mark + kMark.size();
  return name + "/" + dds_name.substr(begin, dds_name.size() - begin - 1);
}

Result<const TypeInfo*> BlobTypes::message(const std::string& dds_name) {
  if (const auto found = topics_.find(dds_name); found != topics_.end()) return found->second;
  if (topics_.size() >= kMost) return too_many();
  const TypeInfo* type = lookup_(ros_type_name(dds_name)).message;
  if (type == nullptr || type->dds_name != dds_name) {
    const auto made = blob(dds_name);
    if (!made) return made.error();
    type = *made;
  }
  topics_.emplace(dds_name, type);
  return type;
}

Result<const TypeInfo*> BlobTypes::blob(const std::string& dds_name) {
  const auto [place, is_new] = messages_.try_emplace(dds_name, nullptr);
  if (!is_new) return &place->second->info;
  if (messages_.size() > kMost) {
    messages_.erase(place);
    return too_many();
  }
  place->second = for_ever(new Named(dds_name));
  return &place->second->info;
}

Result<const codec::ServiceTypeInfo*> BlobTypes::service(const std::string& request,
                                                         const std::string& reply) {
  const std::string key = request + " " + reply;
  if (const auto known = services_.find(key); known != services_.end()) {
    return &known->second->info;
  }
  const auto asks = blob(request);
  if (!asks) return asks.error();
  const auto answers = blob(reply);
  if (!answers) return answers.error();
  if (services_.size() >= kMost) return too_many();
  constexpr std::string_view kRequest = "Request_";
  auto* made = for_ever(new NamedService);
  made->dds_name =
      request.ends_with(kRequest) ? request.substr(0, request.size() - kRequest.size()) : request;
  made->name = ros_type_name(made->dds_name);
  made->hash = lookup_(made->name).hash;
  made->info = {
      made->name.c_str(), made->dds_name.c_str(), made->hash.c_str(), *asks, *answers, *asks};
  services_.emplace(key, made);
  return &made->info;
}

}  // namespace ranvier::micro
