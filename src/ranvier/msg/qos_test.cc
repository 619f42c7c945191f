#include "ranvier/msg/qos.h"

#include <gtest/gtest.h>

namespace ranvier {
namespace {

using std::chrono::seconds;

TEST(QosTest, EqualEndpointsMatch) { EXPECT_EQ(incompatible_policy(Qos{}, Qos{}), std::nullopt); }

// DDS 1.4, 2.2.3: what is offered must be at least what is requested.
TEST(QosTest, LessOfferedThanRequestedDoesNotMatchAndNamesThePolicy) {
  Qos less, more;
  less.reliability = Reliability::kBestEffort;
  EXPECT_EQ(incompatible_policy(less, more), QosPolicy::kReliability);
  EXPECT_EQ(incompatible_policy(more, less), std::nullopt);

  less = more = Qos{};
  more.durability = Durability::kTransientLocal;
  EXPECT_EQ(incompatible_policy(less, more), QosPolicy::kDurability);
  EXPECT_EQ(incompatible_policy(more, less), std::nullopt);

  less = more = Qos{};
  more.deadline = seconds(1);
  less.deadline = seconds(2);
  EXPECT_EQ(incompatible_policy(less, more), QosPolicy::kDeadline);
  EXPECT_EQ(incompatible_policy(more, less), std::nullopt);

  less = more = Qos{};
  more.liveliness = Liveliness::kManualByTopic;
  EXPECT_EQ(incompatible_policy(less, more), QosPolicy::kLiveliness);
  EXPECT_EQ(incompatible_policy(more, less), std::nullopt);

  less = more = Qos{};
  more.lease = seconds(1);
  EXPECT_EQ(incompatible_policy(less, more), QosPolicy::kLiveliness);
  EXPECT_EQ(incompatible_policy(more, less), std::nullopt);
}

TEST(QosTest, HistoryDepthAndLifespanNeverKeepAPairApart) {
  Qos offered, requested;
  offered.history = History::kKeepAll;
  requested.depth = 1;
  offered.lifespan = seconds(1);
  EXPECT_EQ(incompatible_policy(offered, requested), std::nullopt);
  EXPECT_EQ(incompatible_policy(requested, offered), std::nullopt);
}

TEST(QosTest, WhatIsBestToRequestMatchesEveryPublisher) {
  EXPECT_EQ(best_to_request({}), Qos{});
  Qos unreliable, kept;
  unreliable.reliability = Reliability::kBestEffort;
  unreliable.deadline = seconds(2);
  kept.durability = Durability::kTransientLocal;
  kept.deadline = seconds(1);
  const Qos offered[] = {unreliable, kept};
  const Qos best = best_to_request(offered);
  EXPECT_EQ(best.deadline, seconds(2));
  for (const Qos& one : offered) EXPECT_EQ(incompatible_policy(one, best), std::nullopt);
}

TEST(QosTest, WhatIsBestToOfferMatchesEverySubscription) {
  Qos watching, patient;
  watching.liveliness = Liveliness::kManualByTopic;
  watching.lease = seconds(1);
  patient.durability = Durability::kTransientLocal;
  const Qos requested[] = {watching, patient};
  const Qos best = best_to_offer(requested);
  EXPECT_EQ(best.reliability, Reliability::kReliable);
  EXPECT_EQ(best.lease, seconds(1));
  for (const Qos& one : requested) EXPECT_EQ(incompatible_policy(best, one), std::nullopt);
}

}  // namespace
}  // namespace ranvier
