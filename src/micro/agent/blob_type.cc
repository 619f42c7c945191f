#include "micro/agent/blob_type.h"

#include <string_view>

#include "ranvier/os/mutex.h"

namespace ranvier::micro {
namespace {

using codec::TypeInfo;

Error too_many() {
  return {Code::kFull, "Boards have used " + std::to_string(BlobTypes::kMost) +
                           " type names, and the agent keeps no more. Restart it."};
}

// Keeps it until the process ends, and known to who looks for leaks.
template <class Type>
Type* for_ever(Type* made) {
  static Mutex& mutex = *new Mutex("blob services");
  static auto& all = *new std::vector<const void*>;
  Lock lock(mutex);
  all.push_back(made);
  return made;
}

}  // namespace

struct BlobTypes::NamedService {
  std::string name, dds_name, hash;
  codec::ServiceTypeInfo info;
};

Result<const TypeInfo*> BlobTypes::message(const std::string& dds_name) {
  if (const auto found = topics_.find(dds_name); found != topics_.end()) return found->second;
  if (topics_.size() >= kMost) return too_many();
  const TypeInfo* type = lookup_(ros_type_name(dds_name)).message;
  if (type == nullptr || type->dds_name != dds_name) {
    const auto made = blob_type(dds_name, "");
    if (!made) return made.error();
    type = *made;
  }
  topics_.emplace(dds_name, type);
  return type;
}

Result<const codec::ServiceTypeInfo*> BlobTypes::service(const std::string& request,
                                                         const std::string& reply) {
  const std::string key = request + " " + reply;
  if (const auto known = services_.find(key); known != services_.end()) {
    return &known->second->info;
  }
  const auto asks = blob_type(request, "");
  if (!asks) return asks.error();
  const auto answers = blob_type(reply, "");
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
