#include "ranvier/node/endpoint_status.h"

#include <gtest/gtest.h>

#include <climits>

namespace ranvier {
namespace {

using Kind = EndpointStatus::Kind;

EndpointEvent matched(int change) {
  EndpointEvent event{};
  event.kind = Kind::kMatched;
  event.change = change;
  return event;
}

TEST(EndpointStatusTest, WhatChangedIsCountedForEachWhoTakesIt) {
  EndpointStatus status;
  const int a = 0, b = 0;
  status.count(matched(1));
  status.count(matched(1));
  EXPECT_EQ(status.take(Kind::kMatched, &a).total_change, 2);
  status.count(matched(-1));
  const EventStatus at_a = status.take(Kind::kMatched, &a);
  EXPECT_EQ(at_a.total, 2);
  EXPECT_EQ(at_a.total_change, 0);
  EXPECT_EQ(at_a.current, 1);
  EXPECT_EQ(at_a.current_change, -1);
  const EventStatus at_b = status.take(Kind::kMatched, &b);
  EXPECT_EQ(at_b.total_change, 2);
  EXPECT_EQ(at_b.current_change, 1);
  EXPECT_EQ(status.take(Kind::kMatched).total_change, 2) << "and for nobody";
}

TEST(EndpointStatusTest, WhatIsMoreThanATotalHoldsStaysTheMost) {
  EndpointStatus status;
  EndpointEvent lost{};
  lost.kind = Kind::kMessageLost;
  lost.change = INT_MAX;
  status.count(lost);
  status.count(lost);
  EXPECT_EQ(status.take(Kind::kMessageLost).total, INT_MAX);
}

TEST(EndpointStatusTest, EveryListenerHearsOfAllAndOfWhatItHasNotTaken) {
  EndpointStatus status;
  const int a = 0, b = 0;
  int heard_a = 0, heard_b = 0;
  status.listen(Kind::kMatched, [&] { ++heard_a; }, &a);
  EXPECT_EQ(heard_a, 0);
  status.count(matched(1));
  status.listen(Kind::kMatched, [&] { ++heard_b; }, &b);
  EXPECT_EQ(heard_a, 1);
  EXPECT_EQ(heard_b, 1) << "of what happened before it listened";
  status.take(Kind::kMatched, &b);
  status.listen(Kind::kMatched, [&] { heard_b += 10; }, &b);
  EXPECT_EQ(heard_b, 1) << "it took that";
  status.listen(Kind::kMatched, nullptr, &a);
  status.count(matched(1));
  EXPECT_EQ(heard_a, 1);
  EXPECT_EQ(heard_b, 11);
}

struct OneLater final : EndpointStatus::Later {
  std::function<void()> listener() override {
    ++made;
    return [this] { ++heard; };
  }
  int made = 0, heard = 0;
};

EndpointEvent refused() {
  EndpointEvent event{};
  event.kind = Kind::kIncompatibleQos;
  event.change = 1;
  return event;
}

TEST(EndpointStatusTest, AListenerThatIsMadeLaterIsMadeByTheFirstEventOfItsKindAndHearsOfIt) {
  EndpointStatus status;
  OneLater later;
  status.listen_later(Kind::kIncompatibleQos, &later);
  status.count(matched(1));
  EXPECT_EQ(later.made, 0);
  status.count(refused());
  status.count(refused());
  EXPECT_EQ(later.made, 1);
  EXPECT_EQ(later.heard, 2);
}

TEST(EndpointStatusTest, AListenerThatComesLaterThanTheEventIsMadeAtOnceAndHearsOfIt) {
  EndpointStatus status;
  OneLater later;
  status.count(refused());
  status.listen_later(Kind::kIncompatibleQos, &later);
  EXPECT_EQ(later.made, 1);
  EXPECT_EQ(later.heard, 1);
}

TEST(EndpointStatusTest, AListenerIsMadeForWhoAsksAndNotOnceItWasEnded) {
  EndpointStatus status;
  OneLater asked, ended;
  status.listen_later(Kind::kIncompatibleQos, &asked);
  status.make_listener();
  status.make_listener();
  EXPECT_EQ(asked.made, 1);
  EXPECT_EQ(asked.heard, 0);
  status.count(refused());
  EXPECT_EQ(asked.heard, 1);
  status.listen_later(Kind::kIncompatibleType, &ended);
  status.listen_later(Kind::kIncompatibleType, nullptr);
  status.make_listener();
  EXPECT_EQ(ended.made, 0);
}

}  // namespace
}  // namespace ranvier
