// Notices peers that use one of our topics or services with another type. DDS does not
// report such pairs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ranvier/cyclone/endpoints/reader_cache.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/os/mutex.h"
#include "ranvier/route/type_report.h"

namespace ranvier::cyclone {

/// Knows which types each topic has, ours and the peers'. Of a service the topic of its
/// requests stands for both.
///
/// It learns of endpoints through the built-in topics, with readers that store
/// nothing (the graph's are opened when it is asked, and store everything).
/// What is kept of a peer's endpoint is its name on the wire and a count.
///
/// Threads: all functions from any thread. Lock: inside those of DDS; event sinks
/// are called under it, and nothing of DDS is.
class TypeWatch final : private EndpointSink {
 public:
  static Result<std::unique_ptr<TypeWatch>> open(Participant& participant);

  class Member;

 private:
  using Key = std::pair<std::string, std::string>;  // DDS names of topic and type
  struct Ours {
    EndpointEvents* events;  // null for an end of a service: it has no such event
    Side side;
    bool operator==(const Ours&) const = default;
  };
  struct Users {
    int peers[2] = {0, 0};  // by Side
    std::vector<Ours> ours;
  };
  using Table = std::map<Key, Users>;

  explicit TypeWatch(Participant& participant) : participant_(participant) {}
  Table::iterator join(const TopicName& topic, const Ours& ours);
  void leave(Table::iterator at, const Ours& ours) noexcept;
  void appeared(Side side, const dds_builtintopic_endpoint_t& endpoint,
                dds_instance_handle_t handle) override;
  void gone(const Gid& gid) override;
  template <class Visit>
  void for_each_other_type(Table::iterator of, Visit&& visit) RANVIER_REQUIRES(mutex_);
  [[gnu::cold]] void report(const Key& ours, const Key& theirs, Side side_of_theirs);
  void forget_if_unused(Table::iterator at) noexcept RANVIER_REQUIRES(mutex_);

  Participant& participant_;
  Mutex mutex_{"type watch"};
  Table table_ RANVIER_GUARDED_BY(mutex_);
  std::map<Gid, std::pair<Table::iterator, Side>> peers_ RANVIER_GUARDED_BY(mutex_);
  Handle writers_;  // these two go first: they call what stands above
  Handle readers_;
};

/// One of our endpoints. It gets an event for every peer's endpoint on its topic that
/// would match but for its type: once, for as long as this lives. For a service or client
/// it is the endpoint for requests, and only the log reports it.
class TypeWatch::Member final {
 public:
  Member(TypeWatch& watch, const TopicName& topic, Side side, EndpointEvents& events)
      : watch_(watch), ours_{&events, side}, at_(watch.join(topic, ours_)) {}
  Member(TypeWatch& watch, const TopicName& requests, Side side)
      : watch_(watch), ours_{nullptr, side}, at_(watch.join(requests, ours_)) {}
  ~Member() { watch_.leave(at_, ours_); }
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

 private:
  TypeWatch& watch_;
  const Ours ours_;
  const Table::iterator at_;
};

}  // namespace ranvier::cyclone
