#include "ranvier/cyclone/internals/check.h"

#include <algorithm>
#include <array>
#include <atomic>

// Only a library that is built with DDS Security has it.
extern "C" [[gnu::weak]] void dds_security_check_plugin_configuration();

namespace ranvier::cyclone {
namespace {

std::atomic<bool> working{true};
std::atomic<bool> told{false};
std::atomic<const char*> differing{nullptr};

bool is_domain_of(const ddsi_domaingv& domain, dds_entity_t participant) {
  std::uint32_t id = 0;
  return dds_get_domainid(participant, &id) == DDS_RETCODE_OK && domain.config.domainId == id;
}

// Between the configuration and the transport stands what is used of entities.
bool has_transport(const ddsi_domaingv& domain) {
  constexpr std::array kNames = {"udp", "udp6", "tcp", "tcp6", "raweth"};
  return domain.m_factory != nullptr &&
         std::any_of(kNames.begin(), kNames.end(), [&](const char* name) {
           return ddsi_factory_find(&domain, name) == domain.m_factory;
         });
}

bool has_connections(const ddsi_domaingv& domain) {
  if (domain.n_interfaces < 1 || domain.n_interfaces > MAX_XMIT_CONNS) return false;
  const auto same = [](const ddsi_tran_conn* one, const ddsi_xlocator_t& other) {
    return one != nullptr && one == other.conn;
  };
  const int count = domain.n_interfaces;
  if (!std::equal(domain.xmit_conns, domain.xmit_conns + count, domain.intf_xlocators, same)) {
    return false;
  }
  return std::all_of(domain.xmit_conns, domain.xmit_conns + count, [&](const auto* one) {
    return one->m_base.gv == &domain && one->m_factory == domain.m_factory;
  });
}

const ddsi_writer* announcer_of(const ddsi_domaingv& domain, dds_entity_t participant) {
  dds_guid_t bytes{};
  Gid gid;
  dds_get_guid(participant, &bytes);
  std::copy(std::begin(bytes.v), std::end(bytes.v), gid.bytes.begin());
  ddsi_guid_t guid = guid_of(gid);
  guid.entityid.u = NN_ENTITYID_SPDP_BUILTIN_PARTICIPANT_WRITER;
  return find_writer(domain, guid);
}

std::string last_sample(const ddsi_writer& writer) {
  whc_state held;
  whc_borrowed_sample sample;
  whc_get_state(writer.whc, &held);
  if (WHCST_ISEMPTY(&held) || !whc_borrow_sample(writer.whc, held.max_seq, &sample)) return {};
  std::string bytes(ddsi_serdata_size(sample.serdata), '\0');
  ddsi_serdata_to_ser(sample.serdata, 0, bytes.size(), bytes.data());
  whc_return_sample(writer.whc, &sample, false);
  return bytes;
}

}  // namespace

// "<host>/0.10.2/Linux/Linux"
std::string announced_version(const ddsi_domaingv& domain, dds_entity_t participant) {
  constexpr std::string_view kBehind = "/" DDS_HOST_NAME "/" DDS_TARGET_NAME;
  const Awake awake(domain);
  const ddsi_writer* const writer = announcer_of(domain, participant);
  const std::string announced = writer ? last_sample(*writer) : "";
  const std::size_t end = announced.find(kBehind);
  if (end == std::string::npos || end == 0) return {};
  const std::size_t before = announced.rfind('/', end - 1);
  return before == std::string::npos ? "" : announced.substr(before + 1, end - before - 1);
}

const char* difference(const ddsi_domaingv& domain, dds_entity_t participant,
                       const CycloneBuild& expected) {
  const bool security = dds_security_check_plugin_configuration != nullptr;
  if (security != expected.security) return "whether it has DDS Security";
  if (!is_domain_of(domain, participant)) return "the layout of its configuration";
  if (!has_transport(domain)) return "the layout of its domains";
  if (!has_connections(domain)) return "the layout of its connections";
  {
    const Awake awake(domain);
    if (announcer_of(domain, participant) == nullptr) return "the layout of its writers";
  }
  if (announced_version(domain, participant) != expected.version) return "its version";
  if (!packets_are_as_expected(domain)) return "the layout of its packets";
  return nullptr;
}

void check_tricks(const ddsi_sertype& type, dds_entity_t participant) {
  static const bool checked = [&] {
    const auto* const domain = static_cast<const ddsi_domaingv*>(ddsrt_atomic_ldvoidp(&type.gv));
    const char* const what = domain ? difference(*domain, participant) : "the layout of its types";
    if (what != nullptr) tricks_do_not_work(what);
    return true;
  }();
  static_cast<void>(checked);
}

bool tricks_work() noexcept { return working.load(std::memory_order_acquire); }

void tricks_do_not_work(const char* what) noexcept {
  const char* none = nullptr;
  differing.compare_exchange_strong(none, what);
  working.store(false, std::memory_order_release);
}

std::string why_no_tricks() {
  if (tricks_work() || told.exchange(true)) return {};
  return std::string("This Cyclone DDS is not the version " DDS_VERSION
                     " that this library was built with: it differs in ") +
         differing.load() +
         ". Services, actions and parameters of peers on Fast DDS are out of reach, and samples "
         "that are large or the first may be lost between them and this process. Install that "
         "version, build this library with the one that is here, or start those peers with "
         "RMW_IMPLEMENTATION=rmw_cyclonedds_cpp.";
}

const ddsi_domaingv* internals_of(const ddsi_sertype& type) noexcept {
  if (!tricks_work()) return nullptr;
  return static_cast<const ddsi_domaingv*>(ddsrt_atomic_ldvoidp(&type.gv));
}

}  // namespace ranvier::cyclone
