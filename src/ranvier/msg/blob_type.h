// Types of which only the name is known: their messages go through as the bytes that came.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/codec/type_info.h"

namespace ranvier {

/// The object of such a type: CDR without its encapsulation header, in the byte order in which it
/// came.
struct Blob {
  std::vector<std::uint8_t> bytes;
};

/// Names come from peers and boards: a process keeps so many of them.
inline constexpr std::size_t kMostBlobTypes = 4096;

/// "std_msgs/msg/Int32" of "std_msgs::msg::dds_::Int32_"; the same name where it has no such form.
std::string ros_type_name(const std::string& dds_name);
/// The reverse, of three parts.
std::string dds_type_name(const std::string& ros_name);

/// A type whose objects are Blobs. It has no members, and stays until the process ends: the routes
/// remember types. The same names and hash give the same type.
/// @param hash  "RIHS01_...": what a publisher announces. A reader has none (""), so that
///              it is sent encoded messages: with a hash, a writer of this host might share its
///              objects as they lie in memory (shm_route.cc).
/// Fails (kFull) when there are kMostBlobTypes. Contract: any thread, locks.
Result<const codec::TypeInfo*> blob_type(const std::string& dds_name, const std::string& hash);

/// Whether a type is one that blob_type() made.
bool is_blob_type(const codec::TypeInfo& type) noexcept;

}  // namespace ranvier
