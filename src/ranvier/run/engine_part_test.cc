// The parts of a whole: one spin_ready() runs one of them.
#include "ranvier/run/engine.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "jobs.h"

namespace ranvier {
namespace {

using namespace support;

class PartsOfAWhole : public ::testing::Test {
 protected:
  Ref<Job> job(const Ref<Strand>& strand, char name, std::function<void()> then = [] {}) {
    return make_ref<Job>(strand, [this, name, then = std::move(then)] {
      ran_ += name;
      then();
    });
  }
  Ref<Job> part(const Ref<Strand>& strand, char name, const void* whole, Part place = Part::kAny) {
    auto made = job(strand, name);
    made->set_part(whole, place);
    return made;
  }
  static void ready(std::initializer_list<Ref<Job>> jobs) {
    for (const auto& one : jobs) one->make_ready();
  }
  /// What each further call ran, until one ran nothing.
  std::string calls() {
    std::string all;
    while (engine_.spin_ready()) all += std::exchange(ran_, {}) + ' ';
    return all;
  }
  Engine engine_;
  std::string ran_;
  const int action_ = 0, other_action_ = 0;  // their addresses are names
};

TEST_F(PartsOfAWhole, OneCallRunsOnePartOfEachWholeAndAllElse) {
  Attached one(engine_), other(engine_, Strand::Kind::kReentrant);
  const auto a = part(one, 'a', &action_), b = part(one, 'b', &action_);
  const auto c = part(one, 'c', &action_), x = part(other, 'x', &other_action_);
  const auto y = part(other, 'y', &other_action_), l = job(one, 'l'), m = job(other, 'm');
  ready({a, l, x, b, y, m, c});
  EXPECT_EQ(calls(), "alxm by c ");
}

TEST_F(PartsOfAWhole, APartThatIsReadyAgainWaitsBehindItsSiblings) {
  Attached strand(engine_);
  const auto b = part(strand, 'b', &action_);
  int times = 0;
  Ref<Job> a;
  a = job(strand, 'a', [&] {
    if (++times < 3) a->make_ready();
  });
  a->set_part(&action_, Part::kAny);
  ready({a, b});
  EXPECT_EQ(calls(), "a b a a ");
}

TEST_F(PartsOfAWhole, TheLastPartRunsWhenNoOtherIsReady) {
  Attached strand(engine_);
  const auto result = part(strand, 'r', &action_, Part::kLast);
  const auto status = part(strand, 's', &action_), feedback = part(strand, 'f', &action_);
  ready({result, feedback, status});
  EXPECT_EQ(calls(), "f s r ");
  ready({status, result, feedback});
  EXPECT_EQ(calls(), "s f r ");
  ready({result});
  EXPECT_EQ(calls(), "r ");
}

TEST_F(PartsOfAWhole, OtherOrdersRunOnePartToo) {
  engine_.use_order(Order::kPriority);
  Attached strand(engine_);
  const auto result = part(strand, 'r', &action_, Part::kLast);
  const auto status = part(strand, 's', &action_);
  const auto low = job(strand, 'l'), high = job(strand, 'h');
  result->set_order_value(5);
  status->set_order_value(1);
  high->set_order_value(9);
  ready({low, status, result, high});
  EXPECT_EQ(calls(), "hsl r ");
}

TEST_F(PartsOfAWhole, APartThatIsRetiredWhileItWaitsDoesNotRun) {
  Attached strand(engine_);
  const auto a = part(strand, 'a', &action_), b = part(strand, 'b', &action_);
  ready({a, b});
  EXPECT_TRUE(engine_.spin_ready());
  b->retire();
  EXPECT_EQ(calls(), "");
  EXPECT_EQ(ran_, "a");
}

TEST_F(PartsOfAWhole, SpinOnceRunsPartsAsTheyBecameReady) {
  Attached strand(engine_);
  const auto result = part(strand, 'r', &action_, Part::kLast);
  const auto status = part(strand, 's', &action_);
  ready({result, status});
  EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_TRUE(engine_.spin_once(0));
  EXPECT_EQ(ran_, "rs");
}

}  // namespace
}  // namespace ranvier
