// A publisher on the way through shared memory, beside the network.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "ranvier/os/mutex.h"
#include "ranvier/route/route.h"
#include "ranvier/shm/address.h"
#include "ranvier/shm/host.h"
#include "ranvier/shm/image.h"
#include "ranvier/shm/listing.h"
#include "ranvier/shm/shared_loan.h"
#include "ranvier/shm/wishes.h"

namespace ranvier::shm {

/// Stands between a publisher, its writer on the network, and its sender.
///
/// The network matches; of a reader that can be met in shared memory the
/// publisher hears only once it is met there, or cannot be. Until then the
/// network serves it too, and it holds that back (subscription.h). A message
/// goes to the network for as long as some matched reader is not met, or the
/// network must keep it or see a sign of life.
///
/// The sender is made with the first reader of this host. What a publisher must keep
/// for late joiners it keeps as messages until then, as the network does.
///
/// Threads:  on_event() on the network's, serve() on one that serves, the rest on any.
///           Lock: none of them under another, but the sender's, and that of what is
///           kept under that of serve().
/// Lifetime: shared with the host until end(). The host outlives both.
class Publication final : public Served, public EndpointEvents, public Near {
 public:
  static Result<std::shared_ptr<Publication>> open(Host& host, PeerNotes& notes,
                                                   const Endpoint& endpoint,
                                                   std::size_t keep_all_bound,
                                                   EndpointEvents& events);
  /// What peers are to be told.
  std::string note() const;
  /// From now on readers are met; `writer` is ours on the network, until end().
  void start(Writer& writer);
  /// The writer is about to go: nothing more is asked of it but to write.
  void close();
  /// The writer is gone. Nothing is told to the publisher any more after this.
  void end();

  Result<void> write(const MessagePtr& message);
  Result<void> write_copy(const void* object, const MessageHeader& header);
  MessagePtr lend();
  MessagePtr lend_bytes(std::size_t size);
  bool lends() const noexcept { return static_cast<bool>(image_); }
  bool wait_for_all_acked(std::chrono::nanoseconds timeout);
  const std::atomic<std::size_t>& matched_count() const noexcept { return matched_; }
  void stop() noexcept;

  void on_event(const EndpointEvent& event) noexcept override;
  Next serve() override;

 private:
  // What the network told: a reader that can be met came, or went.
  struct News {
    bool came;
    std::uint64_t peer;
    Gid gid;
    Address at;
  };
  struct Met {
    enum class State { kWaiting, kHere, kOverNetwork };
    State state = State::kWaiting;
    std::uint64_t peer;
    Gid gid;
    Address at;
    bool told = false;  // the publisher counts it
    Patience patience;
    Ref<Window> window;
    std::uint64_t where = 0;   // in it, once it was found
    FoundWish wish;            // of kHere
    std::uint64_t ticket = 0;  // too
  };

  Publication(Host& host, std::uint64_t number, PeerNotes& notes, const Endpoint& endpoint,
              std::size_t keep_all_bound, EndpointEvents& events);
  bool note_news(const EndpointEvent& event);
  void take_news();
  void went(std::uint64_t peer);
  void make_sender();
  void share_kept();
  bool look_for(Met& pair);
  void meet(Met& pair);
  void attach(Met& pair, const FoundWish& wish);
  void check(Met& pair);
  void spare(const Met& pair);
  void tell_of_elsewhere();
  void serve_on_network(const Met& pair);
  void leave_to_network(Met& pair);
  void tell(Met& pair, bool there);
  // The sender is there then.
  bool shares() const noexcept {
    return keeps_always_.load(std::memory_order_acquire) ||
           met_.load(std::memory_order_acquire) != 0;
  }
  bool shares(const MessagePtr& message) { return shares() || shares_later(message); }
  bool shares_later(const MessagePtr& message);
  bool network_too() const noexcept {
    return network_always_ || over_network_.load(std::memory_order_acquire) != 0;
  }
  Result<void> write_both(const MessagePtr& message);
  Result<void> share(const MessagePtr& message, bool network_as_well);
  Result<void> share_unlent(const MessagePtr& message, bool network_as_well);
  Result<void> share_bytes(Bytes bytes, const MessageHeader& header);
  Result<void> share_object(const void* object, const MessageHeader& header);
  Result<void> share_image(const void* object, const MessageHeader& header);
  Result<void> share_later(SharedLoan& loan, std::size_t size, Stamp stamp);
  Result<Loan> borrow(std::size_t size, std::uint64_t begin);
  Result<void> publish(Loan& loan, std::size_t size, const MessageHeader& header);
  std::int64_t patience() const noexcept;
  void leave_trail() const noexcept;
  Error worded(const Error& error) const;
  Error unencodable() const;

  // What every message touches comes first.
  Host& host_;
  const TypeInfo& type_;
  const ImageType image_;
  const bool network_always_;
  const bool may_wait_;  // for room: reliable keep-all
  std::atomic<bool> keeps_always_{false};     // the sender is made, and keeps for late joiners
  std::atomic<std::size_t> matched_{0};       // as the publisher is told
  std::atomic<std::size_t> over_network_{0};  // matched there, and not met here
  std::atomic<std::size_t> met_{0};
  Writer* writer_ = nullptr;
  std::unique_ptr<Sender> sender_;  // guarded by making_ until it is made, then there for good

  Listing listing_;
  PeerNotes& notes_;
  EndpointEvents& events_;
  const std::string topic_;
  const Qos qos_;
  const std::uint64_t history_;  // messages that are kept for late joiners
  Gid gid_{};

  Mutex making_;  // guards the next four; before the sender's
  enum class Made { kNot, kThere, kFailed } made_ = Made::kNot;
  bool stopped_ = false;
  std::vector<MessagePtr> kept_;  // in turns, until the sender is made
  std::size_t oldest_ = 0;        // of those

  Mutex news_mutex_;  // innermost; guards the next two
  std::vector<News> news_;
  std::vector<std::uint64_t> able_;  // matched peers that can be met

  Mutex serving_;  // guards the next four; held while the publisher is told
  std::vector<Met> pairs_;
  bool elsewhere_ = false;  // as the network's writer was told
  bool closing_ = false;
  bool ended_ = false;
};

}  // namespace ranvier::shm
