// The messages that readers of this process get of a sample.
#include <cstring>

#include "ranvier/base/saturating.h"
#include "ranvier/cyclone/wire/sample.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/ring_batch.h"

namespace ranvier::cyclone {
namespace {

void fill_header(Message& message, const CdrSample& sample, const ddsi_writer_info& writer) {
  MessageHeader& header = message.header();
  header.source_timestamp = sample.timestamp.v;
  header.received_timestamp = system_ns();
  header.publisher = to_gid(writer.guid);
  header.request = sample.request;
  if (writer.lifespan_exp.v == DDS_NEVER) return;
  header.expires = add_saturating(header.received_timestamp,
                                  subtract_saturating(writer.lifespan_exp.v, steady_ns()));
}

Message* fresh_echo(CdrSample& sample, const ddsi_writer_info& writer) {
  MessagePtr kept = sample.message;
  const Bytes bytes = kept->bytes();
  const BytesKeeper keeper{
      [](void* message) noexcept { MessagePtr::adopt(static_cast<Message*>(message)).reset(); },
      kept.release()};
  MessagePtr echo = Message::from_bytes(*sample.cdr_type().info, bytes, keeper);
  fill_header(*echo, sample, writer);
  return echo.release();
}

constexpr std::size_t kLargestRecalled = 256 * 1024;

// What came in last on this thread, for a type with several readers. Static objects
// may still write when the main thread has lost it.
constinit thread_local bool recalls = true;
struct Recalled {
  ~Recalled() { recalls = false; }
  MessagePtr message;
};
thread_local Recalled last_here;

bool same_sample(Message& one, Message& other) {
  const MessageHeader& a = one.header();
  const MessageHeader& b = other.header();
  if (&one.type() != &other.type() || a.publisher != b.publisher) return false;
  if (a.source_timestamp != b.source_timestamp || a.request != b.request) return false;
  const Bytes left = one.bytes(), right = other.bytes();
  return left.size == right.size && std::memcmp(left.data, right.data, left.size) == 0;
}

// Cyclone gives a best-effort writer's samples to each volatile reader on its
// own, decoded from the packet each time: the readers shall share one message still.
void recall(CdrSample& sample) {
  if (sample.cdr_type().readers.load(std::memory_order_relaxed) < 2) return;
  if (sample.message->bytes().size > kLargestRecalled || !recalls) return;
  MessagePtr& recalled = last_here.message;
  if (recalled && same_sample(*recalled, *sample.message)) {
    sample.message = recalled;
  } else {
    recalled = sample.message;
  }
}

// Readers of one process may ask at once when the sample is one of our own.
MessagePtr echo_of(CdrSample& sample, const ddsi_writer_info& writer) {
  Message* echo = sample.echo.load(std::memory_order_acquire);
  if (echo == nullptr) {
    Message* fresh = fresh_echo(sample, writer);
    race_checker::released(&sample.echo);
    if (sample.echo.compare_exchange_strong(echo, fresh, std::memory_order_acq_rel)) {
      echo = fresh;
    } else {
      MessagePtr::adopt(fresh).reset();
    }
  }
  race_checker::acquired(&sample.echo);
  MessagePtr shared = MessagePtr::adopt(echo);
  MessagePtr copy = shared;
  shared.release();
  return copy;
}

}  // namespace

MessagePtr incoming_message(CdrSample& sample, const ddsi_writer_info& writer) {
  if (sample.kind != SDK_DATA || !sample.message) return {};
  if (sample.outgoing) return echo_of(sample, writer);
  if (!sample.completed) {
    RingBatch::open();
    fill_header(*sample.message, sample, writer);
    sample.completed = true;
    recall(sample);
  }
  return sample.message;
}

}  // namespace ranvier::cyclone
