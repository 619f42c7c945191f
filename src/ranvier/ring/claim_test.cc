// The claim protocol under seeded interleavings, one step at a time; and that
// these find a protocol that is broken.
#include "ranvier/ring/claim.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "seeded.h"

namespace ranvier::ring {
namespace {

/// Two threads of which one runs at a time; who goes on after a pause, a seed says.
class Turns {
 public:
  explicit Turns(support::Seeded& random) : random_(random) {}

  template <class First, class Second>
  void run(First first, Second second) {
    std::thread other([&] { part(1, second); });
    part(0, first);
    other.join();
  }
  /// The running thread's: lets the other one run, perhaps.
  void pause(int me) {
    std::unique_lock lock(mutex_);
    if (ended_ == 0) turn_ = static_cast<int>(random_.below(2));
    changed_.notify_all();
    changed_.wait(lock, [&] { return turn_ == me; });
  }

 private:
  template <class Run>
  void part(int me, Run& run) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return turn_ == me; });
    }
    run([this, me] { pause(me); });
    std::lock_guard lock(mutex_);
    ++ended_;
    turn_ = 1 - me;
    changed_.notify_all();
  }
  support::Seeded& random_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int turn_ = 0;
  int ended_ = 0;
};

/// The protocol as it is.
struct Sound {
  template <class Pause>
  static bool claim(const Word& entry, Word& word, std::uint64_t sequence, Pause pause) {
    return ring::claim(entry, word, sequence, pause);
  }
  template <class Claimed, class Pause>
  static bool retire(Word& entry, Claimed claimed, Pause pause) {
    return ring::retire(entry, claimed, pause);
  }
};

/// A reader that trusts its first look.
struct TrustingReader : Sound {
  template <class Pause>
  static bool claim(const Word&, Word& word, std::uint64_t sequence, Pause pause) {
    pause();
    word = sequence;
    return true;
  }
};

/// A reader that looks first and says so afterwards.
struct LateReader : Sound {
  template <class Pause>
  static bool claim(const Word& entry, Word& word, std::uint64_t sequence, Pause pause) {
    if (entry != sequence) return false;
    pause();
    word = sequence;
    return true;
  }
};

/// A writer that looks for claims before it takes the message away.
struct HastyWriter : Sound {
  template <class Claimed, class Pause>
  static bool retire(Word& entry, Claimed claimed, Pause pause) {
    const bool free = !claimed();
    pause();
    entry = 0;
    return free;
  }
};

/// A ring of one entry over two payloads: as little room as there can be.
template <class Protocol>
class Model {
 public:
  static constexpr std::uint64_t kMessages = 8;

  template <class Pause>
  void write(Pause pause) {
    for (std::uint64_t sequence = 1; sequence <= kMessages; ++sequence) {
      if (kept_ != 0 && claim_ != kept_) {
        free_.push_back(kept_payload_);
        kept_ = 0;
      }
      if (free_.empty()) continue;
      const std::uint64_t payload = free_.back();
      free_.pop_back();
      payloads_[payload][0] = sequence;
      pause();
      payloads_[payload][1] = sequence;
      offset_ = payload;
      entry_ = sequence;
      pause();
      if (Protocol::retire(entry_, [&] { return claim_ == sequence; }, pause)) {
        free_.push_back(payload);
      } else {
        kept_ = sequence;
        kept_payload_ = payload;
      }
    }
  }

  template <class Pause>
  void read(Pause pause) {
    for (int i = 0; i < 12; ++i) {
      pause();
      const std::uint64_t sequence = entry_;
      if (sequence == 0) continue;
      const std::uint64_t payload = offset_;
      pause();
      if (!Protocol::claim(entry_, claim_, sequence, pause)) continue;
      ++taken;
      const std::uint64_t first = payloads_[payload][0];
      pause();
      const std::uint64_t second = payloads_[payload][1];
      if (first != sequence || second != sequence) ++wrong;
      unclaim(claim_);
    }
  }

  int taken = 0;
  int wrong = 0;

 private:
  Word entry_{0};
  Word offset_{0};
  Word claim_{0};
  std::uint64_t payloads_[2][2] = {};
  std::vector<std::uint64_t> free_{0, 1};
  std::uint64_t kept_ = 0;
  std::uint64_t kept_payload_ = 0;
};

class ClaimTest : public support::SeededTest {
 protected:
  /// Wrong reads in so many interleavings, up to the first.
  template <class Protocol>
  int wrong_reads(int interleavings) {
    taken_ = 0;
    for (int i = 0; i < interleavings; ++i) {
      Model<Protocol> model;
      Turns turns(random_);
      turns.run([&](auto pause) { model.write(pause); }, [&](auto pause) { model.read(pause); });
      taken_ += model.taken;
      if (model.wrong != 0) return model.wrong;
    }
    return 0;
  }
  int taken_ = 0;
};

TEST_F(ClaimTest, WhatIsClaimedIsNotWrittenOver) {
  EXPECT_EQ(wrong_reads<Sound>(500), 0);
  EXPECT_GT(taken_, 100) << "the interleavings must let the reader have something";
}

TEST_F(ClaimTest, TheInterleavingsFindAReaderThatDoesNotLookAgain) {
  EXPECT_GT(wrong_reads<TrustingReader>(2000), 0);
}

TEST_F(ClaimTest, TheInterleavingsFindAReaderThatClaimsAfterItsLook) {
  EXPECT_GT(wrong_reads<LateReader>(2000), 0);
}

TEST_F(ClaimTest, TheInterleavingsFindAWriterThatLooksForClaimsTooEarly) {
  EXPECT_GT(wrong_reads<HastyWriter>(2000), 0);
}

}  // namespace
}  // namespace ranvier::ring
