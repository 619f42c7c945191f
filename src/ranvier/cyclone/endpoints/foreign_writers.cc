#include "ranvier/cyclone/endpoints/foreign_writers.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/endpoints/listener.h"
#include "ranvier/cyclone/internals/tricks.h"

namespace ranvier::cyclone {
namespace {

using std::chrono::milliseconds;

// An acknowledgement may be lost, or arrive before Cyclone has matched the two ends. A writer of
// Fast DDS sends a heartbeat by itself after three seconds.
constexpr milliseconds kTurns[] = {milliseconds(0), milliseconds(2), milliseconds(20),
                                   milliseconds(200), milliseconds(1000)};

}  // namespace

Result<std::unique_ptr<ForeignWriters>> ForeignWriters::open(Participant& participant) {
  std::unique_ptr<ForeignWriters> writers(new ForeignWriters(participant));
  Result<Handle> reader = open_builtin_reader(participant.entity(), Side::kWriter, *writers);
  if (!reader) return reader.error();
  writers->reader_ = std::move(*reader);
  writers->participants_ = Handle(
      dds_create_reader(participant.entity(), DDS_BUILTIN_TOPIC_DCPSPARTICIPANT, nullptr, nullptr));
  if (writers->participants_.get() < 0) {
    return dds_error(writers->participants_.get(), "Cannot listen to the participants of peers");
  }
  // Only now: the worker reads participants_ from the first call on.
  const ListenerPtr listener(dds_create_listener(writers.get()));
  dds_lset_data_available(listener.get(), for_c([](dds_entity_t, void* self) {
                            static_cast<ForeignWriters*>(self)->greet_soon();
                          }));
  dds_set_listener(writers->participants_.get(), listener.get());
  writers->greet_soon();  // participants that are there already
  return writers;
}

ForeignWriters::~ForeignWriters() {
  dds_set_listener(participants_.get(), nullptr);  // it gives the worker tasks,
  participant_.worker().cancel(this);              // which read participants_
}

void ForeignWriters::appeared(Side, const dds_builtintopic_endpoint_t& endpoint,
                              dds_instance_handle_t handle) {
  Lock lock(mutex_);
  known_[handle] = to_gid(endpoint.key);
}

void ForeignWriters::gone(const Gid& gid) {
  Lock lock(mutex_);
  std::erase_if(known_, [&](const auto& writer) { return writer.second == gid; });
}

Gid ForeignWriters::find(dds_instance_handle_t writer) {
  Lock lock(mutex_);
  const auto found = known_.find(writer);
  return found == known_.end() ? Gid{} : found->second;
}

void ForeignWriters::matched(dds_instance_handle_t writer) {
  const ddsi_domaingv* const domain = participant_.internals();
  const Gid gid = find(writer);
  if (domain && gid != Gid{} && expect_what_comes_first(*domain, gid)) {
    participant_.worker().run(this, [this, gid] { ask(gid, 0); });
  } else if (!tricks_work()) {  // as it may have found just now
    participant_.worker().run(this, [this] { participant_.warn_of_tricks(); });
  }
}

void ForeignWriters::greet_soon() {
  participant_.worker().run(this, [this] { greet(); });
}

// Before the first topic of ours nothing of Cyclone's inside is known.
void ForeignWriters::greet() {
  take_new_participants();
  if (to_greet_.empty()) return;
  const ddsi_domaingv* const domain = participant_.internals();
  if (domain == nullptr && tricks_work()) {
    return participant_.worker().run(this, [this] { greet(); }, kTurns[2]);
  }
  for (const Gid& peer : std::exchange(to_greet_, {})) {
    if (domain && vendor_of(*domain, peer) == Vendor::kEprosima) greet(peer);
  }
}

void ForeignWriters::take_new_participants() {
  constexpr std::size_t kRoom = 64;  // the same at each call: see builtin_reader.h
  void* samples[kRoom] = {};
  dds_sample_info_t infos[kRoom];
  dds_return_t count = 0;
  while ((count = dds_take(participants_.get(), samples, infos, kRoom, kRoom)) > 0) {
    for (dds_return_t i = 0; i < count; ++i) {
      if (!infos[i].valid_data || infos[i].instance_state != DDS_IST_ALIVE) continue;
      const auto& peer = *static_cast<const dds_builtintopic_participant_t*>(samples[i]);
      const Gid gid = to_gid(peer.key);
      if (gid == participant_.gid()) continue;
      to_greet_.push_back(gid);
      participant_.saw(gid);
    }
    dds_return_loan(participants_.get(), samples, count);
  }
}

// RTPS: the last four bytes of the GUIDs of its writers of publications and of subscriptions.
void ForeignWriters::greet(const Gid& participant) {
  for (const std::uint8_t which : {0x03, 0x04}) {
    Gid writer = participant;
    const std::uint8_t id[] = {0, 0, which, 0xc2};
    std::copy(std::begin(id), std::end(id), writer.bytes.end() - sizeof id);
    participant_.worker().run(this, [this, writer] { ask(writer, 0); });
  }
}

void ForeignWriters::ask(const Gid& writer, std::size_t turn) {
  const ddsi_domaingv* const domain = participant_.internals();
  if (domain == nullptr || !ask_for_heartbeat(*domain, writer)) return;
  if (++turn == std::size(kTurns)) return;
  participant_.worker().run(this, [this, writer, turn] { ask(writer, turn); }, kTurns[turn]);
}

}  // namespace ranvier::cyclone
