// Where an endpoint is in shared memory, as its user data says it to peers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ranvier/msg/qos.h"
#include "ranvier/ring/folder.h"

namespace ranvier::shm {

using namespace ring;

/// "<layout>.<place>.<segment>.<number>.<flags>": what a peer needs to reach the endpoint.
///
/// A place stands for a folder of segments: of one boot of one kernel, one mount
/// and one user. Containers that do not share /dev/shm have different places. The segment
/// need not be there yet.
struct Address {
  std::string place;         ///< 16 hexadecimal digits, of which 8 stand for the boot
  std::string segment;       ///< Folder::valid_name()
  std::uint64_t number = 0;  ///< of the endpoint in that segment's directory
  bool keeps_all = false;    ///< reliable keep-all
  bool keeps_past = false;   ///< reliable transient local

  bool operator==(const Address&) const = default;
};

/// The address of an endpoint of ours, with the flags of its QoS.
Address address_of(const std::string& place, const std::string& segment, std::uint64_t number,
                   const Qos& qos);
std::string to_user_data(const Address& address);
/// None for what is not exactly such user data, of another version too.
/// Contract: any input.
std::optional<Address> parse_user_data(const std::string& user_data);

/// Whether two places, each as place_of() makes them, are of one boot of one kernel.
bool same_host(const std::string& place, const std::string& other) noexcept;
/// The place of a folder. Fails if the system does not tell the boot's id.
Result<std::string> place_of(const Folder& folder);

}  // namespace ranvier::shm
