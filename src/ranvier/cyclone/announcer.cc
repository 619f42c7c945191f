#include "ranvier/cyclone/announcer.h"

#include <algorithm>

#include "ranvier/cyclone/endpoints/writer.h"
#include "ranvier/os/clock.h"

namespace ranvier::cyclone {
namespace {

constexpr std::chrono::milliseconds kGather{2};
constexpr int kShareOfTime = 4;  // of four moments at most one is spent on announcing

}  // namespace

Result<std::unique_ptr<Announcer>> Announcer::open(Participant& participant) {
  std::unique_ptr<Announcer> announcer(new Announcer(participant));
  Result<std::unique_ptr<Writer>> writer =
      open_topic_writer(participant, discovery_info_endpoint(), {}, *announcer);
  if (!writer) return writer.error();
  announcer->writer_ = std::move(*writer);
  Lock lock(announcer->mutex_);
  announcer->publish_soon();  // an empty list: peers wait for a participant that has sent none
  return announcer;
}

Announcer::~Announcer() { participant_.worker().cancel(this); }

void Announcer::announce(NodeEntities entities, bool gone) {
  Lock lock(mutex_);
  if (gone) {
    nodes_.erase(entities.node);
  } else {
    nodes_[std::move(entities.node)] = {std::move(entities.readers), std::move(entities.writers)};
  }
  publish_soon();
}

void Announcer::publish_soon() {
  if (scheduled_) return;
  scheduled_ = true;
  participant_.worker().run(
      this, [this] { publish(); }, std::max<Worker::Clock::duration>(kGather, pause_));
}

std::vector<NodeEntities> Announcer::nodes() const {
  Lock lock(mutex_);
  std::vector<NodeEntities> all;
  all.reserve(nodes_.size());
  for (const auto& [name, ends] : nodes_) all.push_back({name, ends.readers, ends.writers});
  return all;
}

// Encoded at once: DDS keeps the last one, and its bytes are less than its objects.
Result<void> Announcer::write() {
  const ParticipantEntities info{participant_.gid(), nodes()};
  MessagePtr message = Message::from_encoded(participant_entities_type(), &info);
  if (!message) return Error{Code::kWorld, "There is no memory to tell peers of our nodes."};
  message->header().source_timestamp = system_ns();
  return writer_->write(std::move(message));
}

void Announcer::publish() {
  const Worker::Clock::time_point start = Worker::Clock::now();
  {
    Lock lock(mutex_);
    scheduled_ = false;
  }
  if (Result<void> written = write(); !written) participant_.warn(written.error().what);
  Lock lock(mutex_);
  pause_ = kShareOfTime * (Worker::Clock::now() - start);
}

}  // namespace ranvier::cyclone
