// Callbacks in rounds and in a fixed order, as rclc's executor runs them.
//
// A work has a place in the order, its Work::order_value() from 1 on. What is ready is
// held, not run, until a trigger says of all places at once that a round may begin. The
// round then runs one piece of each held work, in the order of the places; what becomes
// ready meanwhile is for the next round. While no round begins, messages wait where they
// would anyway: their history says which are dropped.
//
// A work without a place (zero) is in no round. It runs as it becomes ready, each one once
// before a round is looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ranvier/os/mutex.h"
#include "ranvier/run/engine.h"
#include "ranvier/run/round_rules.h"
#include "ranvier/run/round_runner.h"

namespace ranvier {

/// The rounds of one engine.
///
/// Lock: "rounds", before "strand".
class Rounds final : public RoundRunner {
 public:
  Rounds(Engine& engine, RoundRules rules);
  ~Rounds() override { Rounds::give_back_moved(); }
  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;

  bool run(std::int64_t deadline, std::uint32_t stops) override;
  bool wait(std::int64_t deadline, std::uint32_t stops) override;
  void give_back_moved() noexcept override RANVIER_EXCLUDES(mutex_);

 private:
  struct Held {
    Work* work;
    std::size_t place;  // from 1 on; 0: none
  };
  using List = std::vector<Held>;

  void gather(std::uint32_t stops);
  void keep(Work& work) RANVIER_EXCLUDES(mutex_);
  bool may_begin() RANVIER_EXCLUDES(mutex_);
  void begin_round() RANVIER_EXCLUDES(mutex_);
  Work* next() RANVIER_EXCLUDES(mutex_);
  bool run(Work& work);
  static void put_back(Work& work) noexcept;

  Engine& engine_;
  const RoundRules rules_;
  std::vector<bool> ready_;  // by place; of the thread that runs
  Mutex mutex_{"rounds"};
  List held_ RANVIER_GUARDED_BY(mutex_);  // for the next round, as they became ready
  List next_ RANVIER_GUARDED_BY(mutex_);  // in the order in which they run; the last one first
};

}  // namespace ranvier
