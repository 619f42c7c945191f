// What stands in place of this folder's other sources where the headers of the installed Cyclone
// are not as they expect (cmake/ranvier_cyclone.cmake): nothing works, and that is said.
#include <atomic>

#include "ranvier/cyclone/internals/tricks.h"

namespace ranvier::cyclone {

void check_tricks(const ddsi_sertype&, dds_entity_t) {}
bool tricks_work() noexcept { return false; }
std::string why_no_tricks() {
  static std::atomic<bool> told{false};
  if (told.exchange(true)) return {};
  return "This library was built with a Cyclone DDS whose headers are not those of version 0.10.2. "
         "Services, actions and parameters of peers on Fast DDS are out of reach, and samples "
         "that are large or the first may be lost between them and this process. What the network "
         "loses of a publisher's messages is not counted. Build it with "
         "version 0.10.2, or start those peers with RMW_IMPLEMENTATION=rmw_cyclonedds_cpp.";
}
const ddsi_domaingv* internals_of(const ddsi_sertype&) noexcept { return nullptr; }

// What follows is called with a domain of internals_of() alone, or by Cyclone while tricks work.
Vendor vendor_of(const ddsi_domaingv&, const Gid&) noexcept { return Vendor::kUnknown; }
bool expect_what_comes_first(const ddsi_domaingv&, const Gid&) noexcept { return false; }
bool ask_for_heartbeat(const ddsi_domaingv&, const Gid&) noexcept { return false; }
std::size_t undiscovered_of_this_host(const ddsi_domaingv&, const std::vector<Gid>&) { return 0; }
std::size_t unknown_entities(const ddsi_domaingv&, const std::vector<Gid>&) { return 0; }
bool has_send_room(const ddsi_domaingv&, const Gid&) noexcept { return true; }
void send_over_loopback_to_this_host(const ddsi_domaingv&) noexcept {}
void mend_packets_for_fast(const ddsi_domaingv&) noexcept {}
bool ask_for_key_hash(const ddsi_domaingv&, const Gid&, const ddsi_sertype&) noexcept {
  return false;
}
std::uint64_t number_before(const std::uint8_t*) noexcept { return 0; }
void put_identity(std::uint8_t*, const InlineIdentity&) noexcept {}
Origin origin_of(const nn_rdata&) noexcept { return {}; }

}  // namespace ranvier::cyclone
