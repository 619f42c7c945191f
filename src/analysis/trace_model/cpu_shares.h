// How much of some delays was a wait for a CPU.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// A delay that somebody asks about: of one thread, between two moments.
struct CpuClaim {
  Index thread = kNone;
  Nanoseconds from = 0, until = 0;
  Nanoseconds delay = 0;  ///< no more than this is a wait
  /// Which claims come first, where a wait may be of several.
  enum class Rank : std::uint8_t {
    kWoken,    ///< the thread had been woken: it could do nothing but wait
    kAtWork,   ///< it was at it, as far as the trace says
    kPerhaps,  ///< it may have had a part in it
  };
  Rank rank = Rank::kAtWork;
  Nanoseconds waited = 0;  ///< the answer
};

/// The waits of each thread, to be asked.
///
/// Lifetime: the model must outlive it. Threads: const calls from any.
class CpuShares final {
 public:
  explicit CpuShares(const Model& model);

  /// Answers all, as those of one message: a wait is not counted twice. Claims of one rank
  /// share it in proportion to what is unexplained of them.
  void answer(std::span<CpuClaim> claims) const;

 private:
  static void share(const CpuWait& wait, std::span<CpuClaim> claims);

  std::vector<std::vector<CpuWait>> by_thread_;  // by their end
};

}  // namespace ranvier::trace_model
