// How many samples are missing between those that a reader got of a writer.
#pragma once

#include <cstdint>
#include <map>

#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {

/// Counts by the numbers that RTPS gives the samples of a writer, from 1 and without a hole. Cyclone
/// 0.10 reports none of them as lost: neither what a best-effort reader did not get, nor what a
/// reliable KEEP_LAST writer overwrote before its reader had it. What came before the first
/// sample is not missed: a reader may match a writer at any time.
///
/// Threads: any. Contract: no lock is held beyond a call.
class SampleGaps final {
 public:
  /// @param number  of a sample that came from the writer; 0 where it is not known
  /// @return how many are missing between it and the newest before
  std::uint64_t before(std::uint64_t writer, std::uint64_t number);
  /// The writer went.
  void forget(std::uint64_t writer);

 private:
  Mutex mutex_{"sample gaps"};  // innermost: nothing is called inside
  std::map<std::uint64_t, std::uint64_t> newest_ RANVIER_GUARDED_BY(mutex_);  // by writer
};

}  // namespace ranvier::cyclone
