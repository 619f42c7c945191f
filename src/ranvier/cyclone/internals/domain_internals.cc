#include "ranvier/cyclone/internals/domain_internals.h"

#include <arpa/inet.h>

#include <cstring>

namespace ranvier::cyclone {

ddsi_guid_t guid_of(const Gid& gid) noexcept {
  std::uint32_t words[4];
  static_assert(sizeof words == sizeof gid.bytes);
  std::memcpy(words, gid.bytes.data(), sizeof words);
  ddsi_guid_t guid;
  for (int i = 0; i < 3; ++i) guid.prefix.u[i] = ntohl(words[i]);
  guid.entityid.u = ntohl(words[3]);
  return guid;
}

namespace {

// What is used of a writer lies between its GUID and its queue of events, which never change.
template <class Entity>
Entity* if_as_expected(Entity* found, const ddsi_domaingv& domain, const ddsi_guid_t& guid,
                       const char* what) noexcept {
  if (found == nullptr) return nullptr;
  bool expected = found->e.gv == &domain && std::memcmp(&found->e.guid, &guid, sizeof guid) == 0;
  if constexpr (requires { found->evq; }) expected = expected && found->evq == domain.xevents;
  if (expected) return found;
  tricks_do_not_work(what);
  return nullptr;
}

}  // namespace

ddsi_writer* find_writer(const ddsi_domaingv& domain, const ddsi_guid_t& guid) noexcept {
  return if_as_expected(entidx_lookup_writer_guid(domain.entity_index, &guid), domain, guid,
                        "the layout of its writers");
}

ddsi_proxy_writer* find_proxy_writer(const ddsi_domaingv& domain,
                                     const ddsi_guid_t& guid) noexcept {
  return if_as_expected(entidx_lookup_proxy_writer_guid(domain.entity_index, &guid), domain, guid,
                        "the layout of its writers of peers");
}

const ddsi_proxy_reader* find_proxy_reader(const ddsi_domaingv& domain,
                                           const ddsi_guid_t& guid) noexcept {
  return if_as_expected(entidx_lookup_proxy_reader_guid(domain.entity_index, &guid), domain, guid,
                        "the layout of its readers of peers");
}

ddsi_proxy_participant* find_proxy_participant(const ddsi_domaingv& domain,
                                               const ddsi_guid_t& guid) noexcept {
  return if_as_expected(entidx_lookup_proxy_participant_guid(domain.entity_index, &guid), domain,
                        guid, "the layout of its participants of peers");
}

}  // namespace ranvier::cyclone
