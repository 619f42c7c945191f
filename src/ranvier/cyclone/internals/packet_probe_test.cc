#include "ranvier/cyclone/internals/packet_probe.h"

#include "ranvier/cyclone/internals/domain_internals.h"
#include "ranvier/cyclone/internals/identity_space.h"
#include "ranvier/cyclone/services/service_peer.h"
#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

class PacketProbe : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = Participant::open(loopback(0));
    ASSERT_TRUE(opened) << opened.error().what;
    participant_ = std::move(*opened);
    topic_ = *participant_->topic({"rt/probe", "test::Text_", &text_type(), Framing::kPlain});
    domain_ = participant_->internals();
    ASSERT_NE(domain_, nullptr);
  }
  std::unique_ptr<Participant> participant_;
  std::shared_ptr<Topic> topic_;
  const ddsi_domaingv* domain_ = nullptr;
};

TEST_F(PacketProbe, FindsThatCycloneKeepsPacketsAsExpected) {
  EXPECT_TRUE(packets_are_as_expected(*domain_));
}

TEST_F(PacketProbe, TellsOfACycloneThatKeepsThemInAnotherWay) {
  EXPECT_FALSE(
      packets_are_as_expected(*domain_, [](const nn_rdata&) noexcept { return Origin{}; }));
  EXPECT_FALSE(packets_are_as_expected(*domain_, [](const nn_rdata& data) noexcept {
    Origin origin = origin_of(data);
    origin.related.identity.number += 1;
    return origin;
  }));
}

TEST_F(PacketProbe, HasLeftTheDialectOfFastDdsWorking) { EXPECT_TRUE(identities_work()); }

}  // namespace
}  // namespace ranvier::cyclone::testing
