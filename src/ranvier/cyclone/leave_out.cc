#include "ranvier/cyclone/leave_out.h"

#include <arpa/inet.h>
#include <dds/ddsi/ddsi_guid.h>
#include <dds/ddsi/q_thread.h>

#include <cstring>

// As dds/ddsi/ddsi_proxy_endpoint.h has them, which C++ cannot include: it names a
// struct and a pointer to it alike.
extern "C" {
struct ddsi_domaingv;
DDS_EXPORT int ddsi_delete_proxy_writer(ddsi_domaingv* domain, const ddsi_guid* guid,
                                        ddsrt_wctime_t when, int is_implicit);
DDS_EXPORT int ddsi_delete_proxy_reader(ddsi_domaingv* domain, const ddsi_guid* guid,
                                        ddsrt_wctime_t when, int is_implicit);
}

namespace ranvier::cyclone {
namespace {

ddsi_guid_t guid_of(const Gid& gid) noexcept {
  std::uint32_t words[4];
  static_assert(sizeof words == sizeof gid.bytes);
  std::memcpy(words, gid.bytes.data(), sizeof words);
  ddsi_guid_t guid;
  for (int i = 0; i < 3; ++i) guid.prefix.u[i] = ntohl(words[i]);
  guid.entityid.u = ntohl(words[3]);
  return guid;
}

// While it lives, what this thread looks up in the domain is not freed.
class Awake final {
 public:
  explicit Awake(const ddsi_domaingv* domain) noexcept : thread_(lookup_thread_state()) {
    thread_state_awake(thread_, domain);
  }
  ~Awake() { thread_state_asleep(thread_); }
  Awake(const Awake&) = delete;

 private:
  thread_state* const thread_;
};

}  // namespace

bool leave_out(const ddsi_sertype& type, Side side, const Gid& endpoint) noexcept {
  auto* const domain = static_cast<ddsi_domaingv*>(ddsrt_atomic_ldvoidp(&type.gv));
  if (domain == nullptr) return false;  // of a topic that was never made
  const ddsi_guid_t guid = guid_of(endpoint);
  const ddsrt_wctime_t now = ddsrt_time_wallclock();
  const Awake awake(domain);
  const int result = side == Side::kReader ? ddsi_delete_proxy_reader(domain, &guid, now, 0)
                                           : ddsi_delete_proxy_writer(domain, &guid, now, 0);
  return result == 0;
}

}  // namespace ranvier::cyclone
