#include "ranvier/cyclone/internals/check.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>

#include "ranvier/cyclone/endpoints/reader.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

class CycloneCheck : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = Participant::open(loopback(0));
    ASSERT_TRUE(opened) << opened.error().what;
    participant_ = std::move(*opened);
    topic_ = *participant_->topic({"rt/check", "test::Text_", &text_type(), Framing::kPlain});
    domain_ = participant_->internals();
    ASSERT_NE(domain_, nullptr);
  }
  std::string found(const CycloneBuild& expected = {}) {
    const char* const what = difference(*domain_, participant_->entity(), expected);
    return what ? what : "";
  }
  static Gid peer_participant(Gid endpoint) {
    constexpr std::array<std::uint8_t, 4> kParticipant = {0, 0, 1, 0xc1};
    std::copy(kParticipant.begin(), kParticipant.end(), endpoint.bytes.end() - 4);
    return endpoint;
  }
  std::unique_ptr<Participant> participant_;
  std::shared_ptr<Topic> topic_;
  const ddsi_domaingv* domain_ = nullptr;
};

TEST_F(CycloneCheck, FindsTheCycloneThatThisWasBuiltWith) {
  EXPECT_EQ(found(), "");
  EXPECT_EQ(announced_version(*domain_, participant_->entity()), DDS_VERSION);
}

TEST_F(CycloneCheck, TellsOfAnotherVersion) {
  EXPECT_EQ(found({.version = "0.10.9"}), "its version");
}

TEST_F(CycloneCheck, TellsOfACycloneWithoutSecurityOrWithIt) {
  EXPECT_EQ(found({.security = !CycloneBuild{}.security}), "whether it has DDS Security");
}

// As if a field before it had come or gone: what is read is the same memory, some bytes further.
TEST_F(CycloneCheck, TellsOfADomainWhoseFieldsLieElsewhere) {
  constexpr std::size_t kMoved = 8;
  const auto memory = std::make_unique<std::byte[]>(sizeof(ddsi_domaingv) + kMoved);
  const auto* const at = reinterpret_cast<const ddsi_domaingv*>(memory.get());
  for (const std::size_t from :
       {offsetof(ddsi_domaingv, config), offsetof(ddsi_domaingv, m_tkmap),
        offsetof(ddsi_domaingv, xmit_conns), offsetof(ddsi_domaingv, n_interfaces)}) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(domain_);
    std::memcpy(memory.get(), bytes, from);
    std::memcpy(memory.get() + from + kMoved, bytes + from, sizeof *domain_ - from);
    const char* const what = difference(*at, participant_->entity());
    ASSERT_NE(what, nullptr) << "moved from byte " << from;
    EXPECT_THAT(what, ::testing::HasSubstr("layout"));
  }
}

TEST_F(CycloneCheck, FindsThatPacketsAreKeptAsExpected) {
  EXPECT_TRUE(packets_are_as_expected(*domain_));
}

TEST_F(CycloneCheck, TellsOfACycloneThatKeepsPacketsInAnotherWay) {
  EXPECT_FALSE(
      packets_are_as_expected(*domain_, [](const nn_rdata&) noexcept { return Origin{}; }));
  EXPECT_FALSE(packets_are_as_expected(*domain_, [](const nn_rdata& data) noexcept {
    Origin origin = origin_of(data);
    origin.related.identity.number += 1;
    return origin;
  }));
}

// Each of these compares what it finds of the peer with what the headers say.
TEST_F(CycloneCheck, FindsThePartsOfAPeerAsExpected) {
  const auto peer = open_context(loopback(100));
  WriterEvents events;
  Collector inbox;
  const auto writer = open_writer(*peer, endpoint(), events);
  const auto reader = open_topic_reader(*participant_, endpoint(), inbox);
  ASSERT_TRUE(reader);
  ASSERT_TRUE(inbox.wait_matched(1));
  EXPECT_EQ(vendor_of(*domain_, writer->gid()), Vendor::kEclipse);
  EXPECT_FALSE(expect_what_comes_first(*domain_, writer->gid()));  // of Cyclone's own
  EXPECT_TRUE(ask_for_heartbeat(*domain_, writer->gid()));
  EXPECT_EQ(unknown_entities(*domain_, {writer->gid(), Gid{}}), 1U);
  EXPECT_EQ(undiscovered_of_this_host(*domain_, {peer_participant(writer->gid())}), 0U);
  EXPECT_TRUE(tricks_work());
}

TEST_F(CycloneCheck, HasLeftTricksWorking) {
  EXPECT_TRUE(tricks_work());
  EXPECT_EQ(why_no_tricks(), "");
}

}  // namespace
}  // namespace ranvier::cyclone::testing
