// Types of which only the name is known: their samples stay the bytes that they came as.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/codec/type_info.h"

namespace ranvier::micro {

/// The object of such a type: CDR without its encapsulation header.
struct Blob {
  std::vector<std::uint8_t> bytes;
};

/// "std_msgs/msg/Int32" of "std_msgs::msg::dds_::Int32_"; the same name where it has no such form.
std::string ros_type_name(const std::string& dds_name);

/// Makes types by name, and keeps them until the process ends: the routes remember them.
/// Threads: one.
class BlobTypes {
 public:
  /// Names come from boards: there may be so many of them.
  static constexpr std::size_t kMost = 4096;
  /// The hash of a type by its ROS name, "" if the type is not known.
  using HashOf = std::function<std::string(const std::string& ros_name)>;

  explicit BlobTypes(HashOf hash_of) : hash_of_(std::move(hash_of)) {}

  Result<const codec::TypeInfo*> message(const std::string& dds_name);
  /// @param request, reply  "pkg::srv::dds_::Name_Request_", "…_Response_".
  Result<const codec::ServiceTypeInfo*> service(const std::string& request,
                                                const std::string& reply);

 private:
  struct Named;
  struct NamedService;
  HashOf hash_of_;
  std::map<std::string, const Named*> messages_;
  std::map<std::string, const NamedService*> services_;
};

}  // namespace ranvier::micro
