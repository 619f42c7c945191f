// What a subscription writes into its segment for publishers of other processes (ring/layout.h).
#pragma once

#include <array>

#include "ranvier/ring/layout.h"

namespace ranvier::shm {

using namespace ring;

constexpr std::uint64_t kSubscription = 0x7375'6273'6372'6201;

constexpr std::size_t kMostRequests = 64;  ///< of one subscription
constexpr std::size_t kFirstRequests = 2;  ///< for which its block has places; few have more

/// A publisher that matches a subscription, and how the subscription wants to read it.
struct AttachRequest {
  Word number;                    ///< of this attach request; 0: none. Written last
  std::array<Word, 2> publisher;  ///< its Gid
  Word reader;                    ///< the ReaderBlock for it; 0: over DDS
};

/// The places of the others.
struct alignas(kLine) MoreRequests {
  std::array<AttachRequest, kMostRequests - kFirstRequests> requests;
};

/// A subscription as publishers find it, in its process's segment.
struct alignas(kLine) SubscriptionBlock {
  Word kind;                  ///< kSubscription until it is closed
  std::array<Word, 2> owner;  ///< its Gid: another one's may lie here later
  Word others_over_dds;       ///< 1: there are more publishers than attach requests
  Word more;                  ///< offset of MoreRequests; 0: there were never so many
  std::array<AttachRequest, kFirstRequests> requests;
};
static_assert(sizeof(SubscriptionBlock) == 2 * kLine);

}  // namespace ranvier::shm
