#include "ranvier/cyclone/services/held_replies.h"

#include <functional>
#include <thread>
#include <utility>

#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

using std::chrono::hours;

/// Does at each look what the test says, and counts them.
class Looks final : public Waiter, public HeldReplies::Server {
 public:
  using Held = std::deque<HeldReplies::Reply>;

  HeldReplies::Clock::duration look_at(Held& held) override {
    HeldReplies::Clock::duration next = hours(1);
    change([&] {
      seen_.clear();
      for (const auto& one : held) seen_.push_back(data_of(one.message));
      ++count_;
      if (on_look) on_look(held);
      next = until_next;
    });
    return next;
  }
  bool wait_for(std::size_t looks) {
    return wait([&] { return count_ >= looks; });
  }
  bool wait_for(const std::vector<std::string>& seen) {
    return wait([&] { return seen_ == seen; });
  }
  std::size_t count() {
    std::size_t now = 0;
    change([&] { now = count_; });
    return now;
  }

  std::function<void(Held&)> on_look;  // before the first hold, or in a look
  HeldReplies::Clock::duration until_next = hours(1);

 private:
  std::vector<std::string> seen_;
  std::size_t count_ = 0;
};

class HeldRepliesTest : public ::testing::Test {
 protected:
  ~HeldRepliesTest() override { held_.close(); }
  Looks looks_;
  Worker worker_;
  HeldReplies held_{worker_, looks_, "/add"};
};

TEST_F(HeldRepliesTest, AreLookedAtWhenTheyComeAndWhenSomethingHasChanged) {
  ASSERT_TRUE(held_.hold(text("a")));
  ASSERT_TRUE(looks_.wait_for({"a"}));
  const std::size_t before = looks_.count();
  held_.look_soon();
  EXPECT_TRUE(looks_.wait_for(before + 1));
}

TEST_F(HeldRepliesTest, KeepTheirOrderBesideThoseThatComeDuringALook) {
  bool came = false;
  std::thread second;
  looks_.on_look = [&](Looks::Held&) {
    if (std::exchange(came, true)) return;
    second = std::thread([&] { EXPECT_TRUE(held_.hold(text("b"))); });
    second.join();  // it is held before the first one is put back
  };
  ASSERT_TRUE(held_.hold(text("a")));
  EXPECT_TRUE(looks_.wait_for({"a", "b"}));
}

TEST_F(HeldRepliesTest, AreGoneOnceTheServerTakesThemAway) {
  looks_.on_look = [](Looks::Held& held) { held.clear(); };
  ASSERT_TRUE(held_.hold(text("a")));
  ASSERT_TRUE(looks_.wait_for(1));
  ASSERT_TRUE(held_.hold(text("b")));
  EXPECT_TRUE(looks_.wait_for({"b"}));
}

TEST_F(HeldRepliesTest, AreLookedAtAgainWhenTheTimeOfOneHasPassed) {
  looks_.until_next = std::chrono::milliseconds(1);
  ASSERT_TRUE(held_.hold(text("a")));
  EXPECT_TRUE(looks_.wait_for(5));
}

TEST_F(HeldRepliesTest, AreLookedAtAgainSoonWhileDdsTakesNoMore) {
  looks_.on_look = [&](Looks::Held&) { held_.set_congested(); };
  ASSERT_TRUE(held_.hold(text("a")));
  EXPECT_TRUE(looks_.wait_for(3));
}

TEST_F(HeldRepliesTest, AreRefusedBeyondTheirBoundWithTheNameOfTheService) {
  Result<void> last;
  // Those that a look has in its hands are not counted.
  for (std::size_t i = 0; i < 100 * HeldReplies::kMost && last; ++i) last = held_.hold(text("a"));
  ASSERT_FALSE(last);
  EXPECT_EQ(last.error().code, Code::kFull);
  EXPECT_NE(last.error().what.find("'/add' holds 1000 replies"), std::string::npos);
}

TEST_F(HeldRepliesTest, AreNotLookedAtOnceClosed) {
  looks_.until_next = std::chrono::milliseconds(1);
  ASSERT_TRUE(held_.hold(text("a")));
  ASSERT_TRUE(looks_.wait_for(2));
  held_.close();
  const std::size_t last = looks_.count();
  ASSERT_TRUE(held_.hold(text("b")));
  Waiter passed;  // what the worker had to do by now is done when this is
  bool done = false;
  worker_.run(nullptr, [&] { passed.change([&] { done = true; }); }, std::chrono::milliseconds(5));
  ASSERT_TRUE(passed.wait([&] { return done; }));
  EXPECT_EQ(looks_.count(), last);
}

}  // namespace
}  // namespace ranvier::cyclone::testing
