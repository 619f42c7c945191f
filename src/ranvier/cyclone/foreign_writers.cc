#include "ranvier/cyclone/foreign_writers.h"

#include <iterator>

#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/proxy_writer.h"

namespace ranvier::cyclone {
namespace {

using std::chrono::milliseconds;

// An acknowledgement may be lost, or come before Cyclone has joined the two ends. A writer of
// Fast DDS gives a heartbeat by itself after three seconds.
constexpr milliseconds kTurns[] = {milliseconds(0), milliseconds(2), milliseconds(20),
                                   milliseconds(200), milliseconds(1000)};

}  // namespace

Result<std::unique_ptr<ForeignWriters>> ForeignWriters::open(Participant& participant) {
  std::unique_ptr<ForeignWriters> writers(new ForeignWriters(participant));
  writers->reader_ = Handle(create_builtin_reader(
      participant.entity(), DDS_BUILTIN_TOPIC_DCPSPUBLICATION, writers->feed_));
  if (writers->reader_.get() < 0) {
    return dds_error(writers->reader_.get(), "Cannot listen to the writers of peers");
  }
  return writers;
}

ForeignWriters::~ForeignWriters() { participant_.worker().cancel(this); }

void ForeignWriters::Feed::appeared(const dds_builtintopic_endpoint_t& endpoint,
                                    dds_instance_handle_t handle) {
  if (to_gid(endpoint.participant_key) == writers.participant_.gid()) return;
  Lock lock(writers.mutex_);
  writers.known_[handle] = to_gid(endpoint.key);
}

void ForeignWriters::Feed::gone(const dds_guid_t& key) {
  const Gid gid = to_gid(key);
  Lock lock(writers.mutex_);
  std::erase_if(writers.known_, [&](const auto& writer) { return writer.second == gid; });
}

Gid ForeignWriters::find(dds_instance_handle_t writer) {
  Lock lock(mutex_);
  const auto found = known_.find(writer);
  return found == known_.end() ? Gid{} : found->second;
}

void ForeignWriters::matched(dds_instance_handle_t writer) {
  const ddsi_domaingv* const domain = participant_.internals();
  const Gid gid = find(writer);
  if (domain == nullptr || gid == Gid{} || !expect_what_comes_first(*domain, gid)) return;
  participant_.worker().run(this, [this, gid] { ask(gid, 0); });
}

void ForeignWriters::ask(const Gid& writer, std::size_t turn) {
  if (!ask_for_heartbeat(*participant_.internals(), writer)) return;
  if (++turn == std::size(kTurns)) return;
  participant_.worker().run(this, [this, writer, turn] { ask(writer, turn); }, kTurns[turn]);
}

}  // namespace ranvier::cyclone
