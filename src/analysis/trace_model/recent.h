// What happened of late: looks at a system that runs, added up over the last seconds.
//
// A look is a trace of the last seconds, as flight recorders have it. Looks overlap, so
// each is asked only about the time since the one before: every way, callback and
// drop is counted once, by the moment of its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "analysis/trace_model/chains.h"
#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// What a look is asked about. Moments since the epoch, as a trace has them.
struct Bounds {
  Nanoseconds from = 0, to = 0;  ///< what ended after `from` and not after `to`
  Nanoseconds edge = 0;          ///< up to here events may be missing
};

/// What one look saw, by names: objects come and go, and have other numbers next time.
struct Look {
  struct Ways {
    std::vector<Nanoseconds> latencies;  ///< publish() until the last callback begins
    Stages stages{};                     ///< of all ways together, until its end; over all links
  };
  struct Runs {
    std::vector<Nanoseconds> durations, periods;
  };
  Nanoseconds asked = 0;  ///< the time between the bounds
  Nanoseconds seen = 0;   ///< the part of it of which all events are there
  std::map<std::string, Ways> chains;
  std::map<std::string, Runs> callbacks;
  std::map<std::string, std::uint64_t> drops;  ///< of messages, by subscription and reason
  std::uint64_t cut = 0;   ///< messages that were published before the edge: of no chain
  std::uint64_t lost = 0;  ///< events for which recorders had no room; whoever looked says it
};

[[nodiscard]] Look look_at(const trace_read::Trace& trace, const Model& model,
                           const ChainQuery& query, const Bounds& bounds);

/// What several looks come to.
struct Latest {
  struct Chain {
    std::string name;
    double rate = 0;  ///< messages per second, of the time that was seen
    Statistics latency;
    std::array<double, kStageCount> stages{};  ///< their means, in ns
  };
  struct Callback {
    std::string name;
    double rate = 0;
    Statistics duration, period;
  };
  Nanoseconds asked = 0, seen = 0;
  std::vector<Chain> chains;        ///< those with the largest p99 first
  std::vector<Callback> callbacks;  ///< likewise, by their durations
  std::map<std::string, std::uint64_t> drops;
  std::uint64_t cut = 0, lost = 0;
};

/// The last looks.
///
/// Threads: one at a time.
class Window final {
 public:
  /// @param length  time that the looks may cover together.
  /// @param most    numbers that are kept: beyond, the oldest looks go before their time,
  ///                as Latest::asked says.
  explicit Window(Nanoseconds length, std::size_t most = kMost) : length_(length), most_(most) {}

  void add(Look look);
  /// @param whole  chains are whole ones: one that goes on in another of them is left out.
  [[nodiscard]] Latest recent(bool whole) const;

  static constexpr std::size_t kMost = 2'000'000;

 private:
  struct Kept {
    Look look;
    std::size_t numbers;
  };
  void drop_oldest();

  const Nanoseconds length_;
  const std::size_t most_;
  std::deque<Kept> looks_;
  Nanoseconds covered_ = 0;
  std::size_t numbers_ = 0;
};

}  // namespace ranvier::trace_model
