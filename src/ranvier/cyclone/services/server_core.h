// What a service knows of its clients, and the replies that it holds for them.
#pragma once

#include <deque>
#include <map>
#include <optional>

#include "ranvier/cyclone/services/held_replies.h"
#include "ranvier/cyclone/services/service_peer.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {

/// Takes requests; sends each reply once the client's reply reader is matched, in the
/// dialect in which the request came.
///
/// The two endpoints of a client are matched at different times, and a reply that is
/// written before the reply reader is matched is lost. So the first replies to a
/// client are held until it is, bounded in number and time, without a waiting thread. A client
/// on Fast DDS names its reader in the request. One that gives no id is taken to have
/// its two endpoints in one participant; if none is matched there in
/// `anonymous_patience`, its replies are sent all the same.
///
/// A peer that is slow to acknowledge does not block an executor for long either: what
/// DDS does not take within a slice is held, and so are the replies after it.
///
/// Threads:  accept() and writer_gone() on Cyclone's threads; reply() from any
///           other; the rest as ReaderCore says.
/// Lifetime: belongs to the request reader.
class ServerCore final : public SampleSink, private HeldReplies::Server {
 public:
  ServerCore(Participant& participant, const ServiceEndpoint& endpoint, MessageSink& sink);

  void accept(CdrSample& sample, const ddsi_writer_info& writer) override;
  void writer_gone(const ddsi_writer_info& writer) override;
  void start(dds_entity_t requests, const ServiceWriter& replies);
  Result<void> reply(const MessagePtr& reply);
  /// A writer of requests came. Contract: from its listener.
  void on_client(dds_instance_handle_t writer);
  /// A reader of replies was matched. Contract: from a listener; cheap when nothing is held.
  void on_reply_reader() { held_.look_soon(); }
  void close() noexcept;

 private:
  using Clock = Worker::Clock;
  struct Client {
    std::uint64_t id = 0;  // of a client on Fast DDS, which has none: the handle of its writer
    dds_instance_handle_t writer = 0;
    Gid gid;  // of its writer
    Dialect dialect = Dialect::kCyclone;
    InlineIdentity related;  // of kFast: as in its last request
    bool ready = false;      // its reply reader is matched, or need not be
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
    kGuessed,  ///< the client has no id: its reader may be in another participant
  };

  static Client client_of(const CdrSample& sample, const ddsi_writer_info& writer);
  void note(const Client& client);
  std::optional<Client> find(std::uint64_t client);
  Matched matched() const;
  Result<void> send(const Client& client, const MessagePtr& reply, int patience) const;
  static Reader reader_of(const Client& client, const Matched& matched);
  void make_ready(const Client& client);
  Clock::duration patience(Reader reader) const;
  Clock::duration look_at(std::deque<HeldReplies::Reply>& held) override;
  /// Sends or drops a held reply, if that can be.
  /// @return how long it may be held yet; none if it is sent or dropped.
  std::optional<Clock::duration> settle(const HeldReplies::Reply& held, const Matched& matched,
                                        Clock::time_point now);

  Participant& participant_;
  const std::string service_;
  MessageSink& sink_;
  Gate gate_;
  dds_entity_t requests_ = 0;
  const ServiceWriter* replies_ = nullptr;
  Mutex mutex_{"dds server"};  // inside the locks of DDS; nothing is called under it
  std::map<Gid, Client> clients_ RANVIER_GUARDED_BY(mutex_);  // by request writer
  HeldReplies held_;  // first to go: it calls what stands above
};

}  // namespace ranvier::cyclone
