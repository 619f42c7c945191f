// How a subscription tells publishers of other processes that it wants to hear
// them: in its own segment, where they look.
#pragma once

#include <memory>
#include <optional>

#include "ranvier/msg/gid.h"
#include "ranvier/ring/segment.h"
#include "ranvier/shm/attach_layout.h"

namespace ranvier::shm {

/// The list of a subscription's attach requests, one for each publisher that it matches.
///
/// Threads: one at a time.
class AttachRequests final {
 public:
  static Result<std::unique_ptr<AttachRequests>> open(Ref<Segment> segment);
  /// Withdraws them all.
  ~AttachRequests();
  AttachRequests(const AttachRequests&) = delete;
  AttachRequests& operator=(const AttachRequests&) = delete;

  /// Whose attach requests they are; before the first.
  void set_owner(const Gid& subscription) noexcept;
  /// What publishers need beside the name of the segment.
  std::uint64_t where() const noexcept { return where_.offset; }
  /// @param reader  RingReader::where(); 0: over DDS.
  /// @return its place, for withdraw(). None if there is no place: then all publishers
  /// without an attach request find "over DDS", until an attach request is withdrawn.
  std::optional<std::size_t> add(const Gid& publisher, std::uint64_t reader) noexcept;
  void withdraw(std::size_t place) noexcept;

 private:
  std::size_t places() const noexcept { return more_ ? kMostRequests : kFirstRequests; }
  AttachRequest& at(std::size_t place) noexcept {
    return place < kFirstRequests ? block_.requests[place]
                                  : more_->requests[place - kFirstRequests];
  }
  std::optional<std::size_t> free_place() noexcept;
  bool make_more() noexcept;
  AttachRequests(Ref<Segment> segment, Block where, SubscriptionBlock& block)
      : segment_(std::move(segment)), where_(where), block_(block) {}
  const Ref<Segment> segment_;
  const Block where_;
  SubscriptionBlock& block_;      // written here alone
  MoreRequests* more_ = nullptr;  // made with the first that needs it
  Block more_where_;
};

/// What a publisher finds of a subscription of another process.
struct FoundRequest {
  enum class Kind { kNone, kOverDds, kReader };
  Kind kind = Kind::kNone;
  std::uint64_t reader = 0;  ///< of kReader; to be checked by who uses it
  std::size_t place = 0;     ///< of the attach request, and its number: for still_there()
  std::uint64_t number = 0;
};

/// @param where  as the subscription's address says. The network may still know
/// one that has gone, when another's attach requests lie there already.
/// Contract: any thread; any content of that memory.
FoundRequest find_request(const Window& peer, std::uint64_t where, const Gid& subscription,
                          const Gid& publisher) noexcept;
/// Whether the same attach request is there still. Contract: as find_request(); one look.
bool still_there(const Window& peer, std::uint64_t where, const FoundRequest& request) noexcept;

}  // namespace ranvier::shm
