// The types of boards: those that are installed, and blobs, of which only the name is known.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/codec/type_info.h"
#include "ranvier/msg/blob_type.h"

namespace ranvier::micro {

/// What the message packages of this machine have of a name.
struct KnownType {
  const codec::TypeInfo* message = nullptr;  ///< null: it is none, or no message
  std::string hash = {};                     ///< of the message or service; "": not known
};

/// Finds types by name, or makes blobs of that name, and keeps them until the process ends: the
/// routes remember them.
/// Threads: one.
class BlobTypes {
 public:
  /// Names come from boards: there may be so many of them.
  static constexpr std::size_t kMost = kMostBlobTypes;
  using Lookup = std::function<KnownType(const std::string& ros_name)>;

  explicit BlobTypes(Lookup lookup) : lookup_(std::move(lookup)) {}

  /// For a topic. The real type where it is installed, else a blob without a hash.
  Result<const codec::TypeInfo*> message(const std::string& dds_name);
  /// For a service: blobs.
  /// @param request, reply  "pkg::srv::dds_::Name_Request_", "…_Response_".
  Result<const codec::ServiceTypeInfo*> service(const std::string& request,
                                                const std::string& reply);

 private:
  struct NamedService;

  const Lookup lookup_;
  std::map<std::string, const codec::TypeInfo*> topics_;
  std::map<std::string, const NamedService*> services_;
};

}  // namespace ranvier::micro
