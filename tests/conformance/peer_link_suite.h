// What every PeerLink must do.
#pragma once

#include "endpoints.h"
#include "network.h"
#include "ranvier/route/peer_link.h"

namespace ranvier::conformance {

using namespace support;
using Kind = EndpointEvent::Kind;

// The matches of an endpoint, and which peer the last one named.
class Matches : public Waiter {
 public:
  void note(const EndpointEvent& event) {
    if (event.kind != Kind::kMatched) return;
    change([&] {
      matched_ += event.change;
      peer_ = event.peer;
    });
  }
  bool wait_matched(int count) {
    return wait([&] { return matched_ == count; });
  }
  std::uint64_t last_peer() {
    std::uint64_t peer = 0;
    change([&] { peer = peer_; });
    return peer;
  }

 private:
  int matched_ = 0;
  std::uint64_t peer_ = 0;
};

class OfWriter final : public EndpointEvents, public Matches {
 public:
  void on_event(const EndpointEvent& event) noexcept override { note(event); }
};

// A subscription that hears one publisher, or all.
class OfReader final : public PeerSink, public Matches {
 public:
  bool has_room() noexcept override { return true; }
  bool wants(const Gid& publisher) noexcept override { return publisher == wanted; }
  void deliver(MessagePtr message) noexcept override {
    change([&] { texts.push_back(data_of(message)); });
  }
  void on_event(const EndpointEvent& event) noexcept override { note(event); }
  Gid wanted;
  std::vector<std::string> texts;
};

// Two contexts that meet over the network; peers are looked up in the first.
class PeerLinkSuite : public ::testing::TestWithParam<Network> {
 protected:
  static std::unique_ptr<Reader> open(PeerLink& link, const std::string& user_data,
                                      PeerSink& sink) {
    return *link.open_reader(endpoint(), user_data, sink);
  }

  const std::unique_ptr<Route> near_ = GetParam().open(0);
  const std::unique_ptr<Route> far_ = GetParam().open(1);
  PeerLink& link_ = **near_->peer_link();
  PeerLink& far_link_ = **far_->peer_link();
  OfWriter events_;
  OfReader inbox_;
};

TEST_P(PeerLinkSuite, AMatchLeadsToTheUserDataOfTheOtherEnd) {
  const auto out = *near_->open_writer(endpoint(), events_);
  const auto in = open(far_link_, "a.place", inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  const auto peer = link_.find(events_.last_peer());
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->user_data, "a.place");
  EXPECT_EQ(peer->gid, in->gid());
}

TEST_P(PeerLinkSuite, AReaderFindsTheUserDataOfItsWriterAlsoIfThatWasThereBefore) {
  OfWriter far_events;
  const auto out = *far_link_.open_writer(endpoint(), "writer", far_events);
  const auto first = *near_->open_reader(endpoint(), inbox_);
  ASSERT_TRUE(inbox_.wait_matched(1));
  OfReader later;
  const auto second = *near_->open_reader(endpoint(), later);
  ASSERT_TRUE(later.wait_matched(1));
  const auto peer = link_.find(later.last_peer());
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->user_data, "writer");
  EXPECT_EQ(peer->gid, out->gid());
}

TEST_P(PeerLinkSuite, AnEndpointWithoutUserDataIsNoPeer) {
  const auto out = *near_->open_writer(endpoint(), events_);
  const auto in = *far_->open_reader(endpoint(), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  EXPECT_FALSE(link_.find(events_.last_peer()));
}

TEST_P(PeerLinkSuite, WhoHasGoneHasNoUserDataAndItsEndNamesTheSamePeer) {
  const auto out = *near_->open_writer(endpoint(), events_);
  auto in = open(far_link_, "short", inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  const std::uint64_t peer = events_.last_peer();
  in.reset();
  ASSERT_TRUE(events_.wait_matched(0));
  EXPECT_EQ(events_.last_peer(), peer);
  EXPECT_FALSE(link_.find(peer));
}

TEST_P(PeerLinkSuite, AReaderOfTheLinkGetsOnlyWhatItWants) {
  OfWriter other_events;
  OfReader picky, plain;
  const auto out = *near_->open_writer(endpoint(), events_);
  const auto other = *near_->open_writer(endpoint(), other_events);
  picky.wanted = other->gid();
  const auto in = open(far_link_, "picky", picky);
  const auto all = *far_->open_reader(endpoint(), plain);
  ASSERT_TRUE(events_.wait_matched(2) && other_events.wait_matched(2));
  ASSERT_TRUE(picky.wait_matched(2) && plain.wait_matched(2));
  EXPECT_TRUE(out->write(text("unwanted")));
  EXPECT_TRUE(other->write(text("wanted")));
  ASSERT_TRUE(plain.wait([&] { return plain.texts.size() == 2; }));
  ASSERT_TRUE(picky.wait([&] { return picky.texts.size() == 1; }));
  EXPECT_EQ(picky.texts, std::vector<std::string>{"wanted"});
}

}  // namespace ranvier::conformance
