// Raw Cyclone DDS with its security plugins, over keystores of ours.
#include <dds/dds.h>
#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "child.h"
#include "cyclone_security.h"
#include "keystore_files.h"
#include "own_domain.h"
#include "security/keystore/keystore.h"

namespace ranvier::security {
namespace {

using namespace testing;

constexpr const char* kLoopback =
    "<CycloneDDS><Domain><General><AllowMulticast>false</AllowMulticast><Interfaces>"
    "<NetworkInterface name='lo'/></Interfaces></General><Discovery>"
    "<ParticipantIndex>auto</ParticipantIndex><Peers><Peer Address='localhost'/></Peers>"
    "</Discovery><Tracing><Verbosity>none</Verbosity></Tracing></Domain></CycloneDDS>";

struct Number {
  std::uint32_t value;
};
constexpr std::uint32_t kNumberOps[] = {
    static_cast<std::uint32_t>(DDS_OP_ADR) | static_cast<std::uint32_t>(DDS_OP_TYPE_4BY),
    offsetof(Number, value), DDS_OP_RTS};
constexpr dds_topic_descriptor_t kNumberType = {.m_size = sizeof(Number),
                                                .m_align = alignof(Number),
                                                .m_flagset = DDS_TOPIC_FIXED_SIZE,
                                                .m_nkeys = 0,
                                                .m_typename = "test::Number",
                                                .m_keys = nullptr,
                                                .m_nops = 2,
                                                .m_ops = kNumberOps,
                                                .m_meta = "",
                                                .type_information = {},
                                                .type_mapping = {},
                                                .restrict_data_representation = 0};

using OwnedQos = std::unique_ptr<dds_qos_t, decltype(&dds_delete_qos)>;

// A reader that comes later than a sample gets it all the same.
OwnedQos kept() {
  OwnedQos qos(dds_create_qos(), dds_delete_qos);
  dds_qset_durability(qos.get(), DDS_DURABILITY_TRANSIENT_LOCAL);
  dds_qset_reliability(qos.get(), DDS_RELIABILITY_RELIABLE, DDS_SECS(5));
  return qos;
}

// A participant of an enclave; negative if Cyclone refuses it.
dds_entity_t join(int domain, const fs::path& folder) {
  const auto id = static_cast<dds_domainid_t>(domain);
  if (dds_create_domain(id, kLoopback) < 0) return -1;
  const std::unique_ptr<dds_qos_t, decltype(&dds_delete_qos)> qos(dds_create_qos(), dds_delete_qos);
  support::secure(qos.get(), folder);
  return dds_create_participant(id, qos.get(), nullptr);
}

dds_entity_t topic_of(dds_entity_t participant, const char* name) {
  return dds_create_topic(participant, &kNumberType, name, nullptr, nullptr);
}

bool wait_for(dds_entity_t entity, std::uint32_t status) {
  const dds_entity_t set = dds_create_waitset(dds_get_participant(entity));
  dds_set_status_mask(entity, status);
  dds_waitset_attach(set, entity, 0);
  const bool came = dds_waitset_wait(set, nullptr, 0, DDS_SECS(30)) > 0;
  dds_delete(set);
  return came;
}

// The other process: hears one number, and stays until it has.
bool listen(int domain, const fs::path& folder) {
  const dds_entity_t participant = join(domain, folder);
  if (participant < 0) return false;
  const dds_entity_t reader =
      dds_create_reader(participant, topic_of(participant, "rt/number"), kept().get(), nullptr);
  if (reader < 0 || !wait_for(reader, DDS_DATA_AVAILABLE_STATUS)) return false;
  Number number{};
  void* place = &number;
  dds_sample_info_t info{};
  return dds_take(reader, &place, &info, 1, 1) == 1 && number.value == 42;
}

TEST(CycloneKeystoreTest, TwoEnclavesOfOursTalkAndWhatAPolicyDeniesIsRefused) {
  const Folder folder;
  const int domain = support::own_domain();
  Keystore keystore(folder / "keys");
  const Making making{static_cast<std::uint32_t>(domain), {}};
  ASSERT_TRUE(is_good(keystore.create(making)));
  ASSERT_TRUE(is_good(keystore.create_enclave("/talker", making)));
  ASSERT_TRUE(is_good(keystore.create_enclave("/ns/listener", making)));
  ASSERT_TRUE(is_good(keystore.create_enclave("/revoked", making)));
  ASSERT_TRUE(is_good(keystore.revoke_enclave("/revoked")));
  const Policy policy = {{"/talker", {{"/", "talker", {{{Access::kPublish, true}, {"number"}}}}}}};
  ASSERT_TRUE(is_good(keystore.create_permissions("/talker", policy, making)));

  support::Child listener(
      [&] { ::_exit(listen(domain, keystore.folder_of("/ns/listener")) ? 0 : 1); });
  const dds_entity_t participant = join(domain, keystore.folder_of("/talker"));
  ASSERT_GT(participant, 0) << dds_strretcode(participant);
  EXPECT_EQ(topic_of(participant, "rt/other"), DDS_RETCODE_NOT_ALLOWED_BY_SECURITY);
  const dds_entity_t topic = topic_of(participant, "rt/number");
  ASSERT_GT(topic, 0) << dds_strretcode(topic);
  const dds_entity_t writer = dds_create_writer(participant, topic, kept().get(), nullptr);
  ASSERT_GT(writer, 0);
  ASSERT_TRUE(wait_for(writer, DDS_PUBLICATION_MATCHED_STATUS)) << "the two do not match";
  const Number number{42};
  EXPECT_EQ(dds_write(writer, &number), DDS_RETCODE_OK);
  EXPECT_TRUE(listener.went_well());
  dds_delete(DDS_CYCLONEDDS_HANDLE);
}

TEST(CycloneKeystoreTest, OtherDomainsAndRevokedCertificatesGetNoParticipant) {
  const Folder folder;
  const int domain = support::own_domain();
  Keystore keystore(folder / "keys");
  const Making making{static_cast<std::uint32_t>(domain), {}};
  ASSERT_TRUE(is_good(keystore.create(making)));
  ASSERT_TRUE(is_good(keystore.create_enclave("/revoked", making)));
  ASSERT_TRUE(is_good(keystore.revoke_enclave("/revoked")));
  EXPECT_LT(join(domain, keystore.folder_of("/revoked")), 0);
  dds_delete(DDS_CYCLONEDDS_HANDLE);
}

}  // namespace
}  // namespace ranvier::security
