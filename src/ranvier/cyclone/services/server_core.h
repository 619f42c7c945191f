// What a service knows of its clients, and the replies that it holds for them.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <optional>

#include "ranvier/cyclone/services/service_peer.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {

/// Takes requests; sends each reply once the client's reply reader is matched, in the
/// dialect in which the request came.
///
/// The two endpoints of a client match in their own time: a reply that is
/// written before the reply reader is matched is lost. So the first replies to a
/// client wait for it, bounded in number and time, and on no thread. A client
/// on Fast DDS names its reader in the request. One that tells no id is taken to have
/// its two endpoints in one participant; if none is matched there in
/// `anonymous_patience`, it is served all the same.
///
/// A peer that is slow to acknowledge holds up no executor for long either: what
/// DDS does not take within a slice waits here, and so do the replies after it.
///
/// Threads:  accept() and writer_gone() on Cyclone's threads; reply() from any
///           other; the rest as ReaderCore says.
/// Lifetime: belongs to the request reader.
class ServerCore final : public SampleSink {
 public:
  static constexpr std::size_t kMostHeld = 1000;
  static constexpr std::chrono::milliseconds kCongestionPause{20};

  ServerCore(Participant& participant, const ServiceEndpoint& endpoint, MessageSink& sink);

  void accept(CdrSample& sample, const ddsi_writer_info& writer) override;
  void writer_gone(const ddsi_writer_info& writer) override;
  void start(dds_entity_t requests, const ServiceWriter& replies);
  Result<void> reply(const MessagePtr& reply);
  /// A writer of requests came. Contract: from its listener.
  void on_client(dds_instance_handle_t writer);
  /// A reader of replies came. Contract: from a listener; cheap when nothing is held.
  void send_held_soon();
  void close() noexcept;

 private:
  using Clock = Worker::Clock;
  struct Client {
    std::uint64_t id = 0;  // a client on Fast DDS tells none: the handle of its writer
    dds_instance_handle_t writer = 0;
    Gid gid;  // of its writer
    Dialect dialect = Dialect::kCyclone;
    InlineIdentity related;  // of kFast: as in its last request
    bool ready = false;      // its reply reader is matched, or need not be
  };
  struct Held {
    MessagePtr reply;
    Clock::time_point since;
  };
  /// The clients' endpoints that are matched now.
  struct Matched {
    std::vector<ServicePeer> writers;
    std::vector<ServicePeer> readers;
  };
  /// Of a client's reply reader.
  enum class Reader {
    kMatched,  ///< or the client has gone
    kAwaited,
    kGuessed,  ///< the client tells no id: it may have one elsewhere
  };

  static Client client_of(const CdrSample& sample, const ddsi_writer_info& writer);
  void note(const Client& client);
  std::optional<Client> find(std::uint64_t client);
  Matched matched() const;
  Result<void> send(const Client& client, const MessagePtr& reply, int patience) const;
  static Reader reader_of(const Client& client, const Matched& matched);
  void make_ready(const Client& client);
  Clock::duration patience(Reader reader) const;
  Result<void> hold(const MessagePtr& reply);
  Result<void> send_or_hold(const Client& client, const MessagePtr& reply);
  void send_held();
  /// @return how long to wait before the next look at it; none if it is done.
  Clock::duration hold_on(Held held, Clock::duration left);
  void retry_soon();
  std::optional<Clock::duration> send_or_hold_on(Held held, const Matched& matched,
                                                 Clock::time_point now);

  Participant& participant_;
  const std::string service_;
  MessageSink& sink_;
  Gate gate_;
  dds_entity_t requests_ = 0;
  const ServiceWriter* replies_ = nullptr;
  std::atomic<bool> holding_{false};
  std::atomic<bool> retrying_{false};
  std::atomic<bool> congested_{false};  // DDS did not take the last reply in time
  Mutex mutex_{"dds server"};           // inside the locks of DDS; nothing is called under it
  std::map<Gid, Client> clients_ RANVIER_GUARDED_BY(mutex_);  // by request writer
  std::deque<Held> held_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier::cyclone
