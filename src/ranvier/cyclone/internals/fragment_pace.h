// How fast the fragments of a large sample leave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ranvier/cyclone/internals/domain_internals.h"

namespace ranvier::cyclone {

/// The sample that a submessage is of.
struct SampleName {
  ddsi_guid_t writer{};
  std::uint64_t number = 0;
};
inline bool operator==(const SampleName& a, const SampleName& b) noexcept {
  return a.number == b.number && std::memcmp(&a.writer, &b.writer, sizeof a.writer) == 0;
}

/// Gives readers of Fast DDS time for the fragments of a large sample.
///
/// Their sockets hold 212,992 bytes unless the machine is set up otherwise
/// (net.core.rmem_default): three datagrams of 63 kB. What comes faster than their thread
/// takes it is dropped, and asking for it again takes them 5 ms a round. So a writer that has
/// such a reader pauses after each kBurst bytes of a sample; kPause bounds it to some
/// 1 GB/s, more than most networks carry. Writers without one never pause.
///
/// Threads: any; each counts what it sends itself.
class FragmentPace final {
 public:
  static constexpr std::size_t kBurst = 126'000;
  static constexpr std::int64_t kPause = 60'000;  // ns; a sleep of it takes some 110 us

  /// To be called when a packet with fragments of `sample` has left.
  /// @return true: slept
  static bool sent(const ddsi_domaingv& domain, const SampleName& sample,
                   std::size_t bytes) noexcept;
};

}  // namespace ranvier::cyclone
