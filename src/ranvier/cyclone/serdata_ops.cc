#include "ranvier/cyclone/serdata_ops.h"

#include <dds/ddsi/q_radmin.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

#include "ranvier/base/block_pool.h"
#include "ranvier/base/for_c.h"
#include "ranvier/base/saturating.h"
#include "ranvier/codec/cdr.h"
#include "ranvier/cyclone/assembler.h"
#include "ranvier/cyclone/identity_space.h"
#include "ranvier/cyclone/payload.h"
#include "ranvier/cyclone/received_packet.h"
#include "ranvier/cyclone/sertype.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/ring_batch.h"

namespace ranvier::cyclone {
namespace {

using codec::kEncapsulationSize;
using codec::kLittleEndianHost;
using codec::swap_bytes;

static_assert(sizeof(CdrSample) <= BlockPool::kBlockSize);

CdrSample& as_cdr(ddsi_serdata* sample) { return *static_cast<CdrSample*>(sample); }
const CdrSample& as_cdr(const ddsi_serdata* sample) {
  return *static_cast<const CdrSample*>(sample);
}

CdrSample* new_sample(const ddsi_sertype* type, ddsi_serdata_kind kind) {
  auto* sample = new (BlockPool::process().take()) CdrSample{};
  ddsi_serdata_init(sample, type, kind);
  return sample;
}

void free_sample(ddsi_serdata* serdata) noexcept {
  CdrSample& sample = as_cdr(serdata);
  // Pairs with the releases of other holders. Cyclone's own code orders them;
  // this says so to ThreadSanitizer too, which sees ours alone.
  static_cast<void>(__atomic_load_n(&sample.refc.v, __ATOMIC_ACQUIRE));
  if (sample.completed) RingBatch::close();  // it has been given to its last reader
  MessagePtr::adopt(sample.echo.load(std::memory_order_acquire)).reset();
  if (sample.keeper.release) sample.keeper.release(sample.keeper.keeper);
  sample.~CdrSample();
  BlockPool::process().give(&sample);
}

// A sample that nobody but this refers to.
struct FreeSample {
  void operator()(CdrSample* sample) const noexcept { free_sample(sample); }
};
using OwnedSample = std::unique_ptr<CdrSample, FreeSample>;

// --- What comes in ------------------------------------------------------------

// What stands before the message in this very sample.
Framing framing_of(const CdrSample& sample) {
  return sample.dialect == Dialect::kFast ? Framing::kPlain : sample.cdr_type().framing;
}

// A sample from the pieces that `feed` gives to an Assembler; null if they do
// not make a whole CDR payload.
template <class Feed>
ddsi_serdata* from_pieces(OwnedSample sample, std::size_t size, Feed&& feed) {
  if (sample->kind != SDK_DATA) return sample.release();
  const CdrType& cdr_type = sample->cdr_type();
  const Framing framing = framing_of(*sample);
  Assembler assembler(size, framing);
  if (!assembler.start(sample->keeper)) return nullptr;
  feed(assembler);
  if (!assembler.complete()) return nullptr;
  sample->message = Message::from_bytes(*cdr_type.info, assembler.bytes(), sample->keeper);
  sample->keeper = {};  // it is the message's now
  if (framing == Framing::kService) sample->request = assembler.request();
  return sample.release();
}

// The vendor tells the dialect: `ros2-client` writes an identity in each of them, and a client
// of Fast DDS may leave it out.
void tell_dialect(CdrSample& sample, const nn_rdata& first) {
  const Origin origin = origin_of(first);
  if (!origin.eprosima) return;
  sample.dialect = Dialect::kFast;
  sample.related = origin.related;
  sample.number.store(origin.number, std::memory_order_relaxed);
}

ddsi_serdata* from_ser(const ddsi_sertype* type, ddsi_serdata_kind kind, const nn_rdata* fragments,
                       size_t size) {
  OwnedSample sample(new_sample(type, kind));
  if (fragments && sample->cdr_type().framing == Framing::kService) {
    tell_dialect(*sample, *fragments);
  }
  return from_pieces(std::move(sample), size, [fragments](Assembler& to) {
    for (const nn_rdata* part = fragments; part; part = part->nextfrag) {
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(
          NN_RMSG_PAYLOADOFF(part->rmsg, NN_RDATA_PAYLOAD_OFF(part)));
      to.add({part->min, bytes, part->maxp1 - part->min});
    }
  });
}

ddsi_serdata* from_ser_iov(const ddsi_sertype* type, ddsi_serdata_kind kind,
                           ddsrt_msg_iovlen_t count, const ddsrt_iovec_t* parts, size_t size) {
  OwnedSample sample(new_sample(type, kind));
  return from_pieces(std::move(sample), size, [count, parts](Assembler& to) {
    std::size_t offset = 0;
    for (ddsrt_msg_iovlen_t i = 0; i < count; offset += parts[i++].iov_len) {
      to.add({offset, static_cast<const std::uint8_t*>(parts[i].iov_base), parts[i].iov_len});
    }
  });
}

ddsi_serdata* from_keyhash(const ddsi_sertype* type, const ddsi_keyhash*) {
  return new_sample(type, SDK_KEY);
}

ddsi_serdata* from_sample(const ddsi_sertype*, ddsi_serdata_kind, const void*) { return nullptr; }

// --- What goes out ------------------------------------------------------------

std::size_t header_size(const CdrSample& sample) {
  return framing_of(sample) == Framing::kService ? kServiceHeaderSize : 0;
}

uint32_t get_size(const ddsi_serdata* serdata) {
  const CdrSample& sample = as_cdr(serdata);
  if (sample.wire.size != 0) return static_cast<std::uint32_t>(sample.wire.size);
  if (!sample.message) return kEncapsulationSize;
  return static_cast<std::uint32_t>(sample.message->payload_size() + header_size(sample));
}

// Only outgoing samples are sent. Of a key there is nothing, and of a message for
// whose bytes there is no memory now.
Bytes wire_of(const CdrSample& sample) noexcept {
  if (sample.wire.data || !sample.message) return sample.wire;
  try {
    return sample.message->bytes();
  } catch (...) {
    return {};
  }
}

void to_ser(const ddsi_serdata* serdata, size_t offset, size_t size, void* to) {
  const Bytes wire = wire_of(as_cdr(serdata));
  std::memset(to, 0, size);
  if (offset < wire.size) std::memcpy(to, wire.data + offset, std::min(size, wire.size - offset));
}

// The status is Cyclone's word alone; here it makes room for the identity. Readers in this
// process may look at it meanwhile (reader_cache.cc).
void set_status(CdrSample& sample, std::uint32_t status) noexcept {
  __atomic_store_n(&sample.statusinfo, status, __ATOMIC_RELAXED);
}

void finish_identity(CdrSample& sample) noexcept {
  if (sample.hash_place == nullptr) return;
  if (!put_identity(sample.hash_place, sample.related)) identities_do_not_work();
  sample.hash_place = nullptr;
  set_status(sample, 0);
}

// Cyclone asks for multiples of four: the bytes behind `wire` are padding that
// make_outgoing() has made sure of.
ddsi_serdata* to_ser_ref(const ddsi_serdata* serdata, size_t offset, size_t size,
                         ddsrt_iovec_t* to) {
  static std::uint8_t nothing[64 * 1024] = {};  // no datagram asks for more
  finish_identity(const_cast<CdrSample&>(as_cdr(serdata)));
  const Bytes wire = wire_of(as_cdr(serdata));
  const auto* from = wire.data ? wire.data + offset : nothing;
  to->iov_base = const_cast<std::uint8_t*>(from);
  to->iov_len = static_cast<ddsrt_iov_len_t>(size);
  return ddsi_serdata_ref(serdata);
}

void to_ser_unref(ddsi_serdata* serdata, const ddsrt_iovec_t*) { ddsi_serdata_unref(serdata); }

// --- What Cyclone may ask of any sample ------------------------------------------

bool eqkey(const ddsi_serdata*, const ddsi_serdata*) { return true; }  // keyless
bool to_sample(const ddsi_serdata*, void*, void**, void*) { return false; }
bool untyped_to_sample(const ddsi_sertype*, const ddsi_serdata*, void*, void**, void*) {
  return true;
}

ddsi_serdata* to_untyped(const ddsi_serdata* serdata) {
  CdrSample* untyped = new_sample(serdata->type, SDK_KEY);
  untyped->type = nullptr;
  return untyped;
}

size_t print(const ddsi_sertype* type, const ddsi_serdata* serdata, char* to, size_t size) {
  const int written = std::snprintf(to, size, "(%s, %u bytes)", type ? type->type_name : "key",
                                    serdata->kind == SDK_DATA ? get_size(serdata) : 0);
  return static_cast<size_t>(std::max(written, 0));
}

// The first call for a message that goes out; a status follows, then the payload.
void begin_identity(CdrSample& sample, std::uint8_t* hash) noexcept {
  const KeyHashPlace place = look_at_place(hash);
  if (!place.expected) return identities_do_not_work();
  sample.number.store(place.number, std::memory_order_relaxed);
  sample.hash_place = hash;
  set_status(sample, 1);
}

void get_keyhash(const ddsi_serdata* serdata, ddsi_keyhash* to, bool) {
  auto& sample = const_cast<CdrSample&>(as_cdr(serdata));
  std::memset(to->value, 0, sizeof to->value);
  if (sample.outgoing && sample.dialect == Dialect::kFast) begin_identity(sample, to->value);
}

ddsi_serdata_ops make_ops() {
  ddsi_serdata_ops ops{};
  ops.eqkey = for_c<eqkey>();
  ops.get_size = for_c<get_size>();
  ops.from_ser = for_c<from_ser>();
  ops.from_ser_iov = for_c<from_ser_iov>();
  ops.from_keyhash = for_c<from_keyhash>();
  ops.from_sample = for_c<from_sample>();
  ops.to_ser = for_c<to_ser>();
  ops.to_ser_ref = for_c<to_ser_ref>();
  ops.to_ser_unref = for_c<to_ser_unref>();
  ops.to_sample = for_c<to_sample>();
  ops.to_untyped = for_c<to_untyped>();
  ops.untyped_to_sample = for_c<untyped_to_sample>();
  ops.free = for_c<free_sample>();
  ops.print = for_c<print>();
  ops.get_keyhash = for_c<get_keyhash>();
  return ops;
}

// A copy of the message's bytes with a service's header in it, or with padding.
Bytes framed_copy(const Bytes& bytes, Framing framing, const RequestId& request,
                  BytesKeeper& keeper) {
  const std::size_t header = framing == Framing::kService ? kServiceHeaderSize : 0;
  std::uint8_t* copy = take_payload(bytes.size + header, keeper);
  if (copy == nullptr) return {};
  std::memcpy(copy, bytes.data, kEncapsulationSize);
  if (header) {
    const bool swap = (bytes.data[1] == 1) != kLittleEndianHost;
    const std::uint64_t client = swap ? swap_bytes(request.client) : request.client;
    const std::int64_t sequence = swap ? swap_bytes(request.sequence) : request.sequence;
    std::memcpy(copy + kEncapsulationSize, &client, 8);
    std::memcpy(copy + kEncapsulationSize + 8, &sequence, 8);
  }
  std::memcpy(copy + kEncapsulationSize + header, bytes.data + kEncapsulationSize,
              bytes.size - kEncapsulationSize);
  std::memset(copy + bytes.size + header, 0, -(bytes.size + header) & 3);
  return {copy, bytes.size + header};
}

// The encoder pads what it makes; of bytes from elsewhere nothing is known.
bool is_padded(const MessagePtr& message, const Bytes& bytes) {
  return bytes.size % 4 == 0 || message->padded();
}

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

bool encode_now(CdrSample& sample) {
  const Bytes bytes = sample.message->bytes();
  if (bytes.size < kEncapsulationSize) return false;
  const Framing framing = framing_of(sample);
  sample.wire = bytes;
  if (framing == Framing::kService || !is_padded(sample.message, bytes)) {
    sample.wire = framed_copy(bytes, framing, sample.request, sample.keeper);
  }
  return sample.wire.data != nullptr;
}

// For a sample that is encoded when DDS asks for it, where nothing may be refused.
bool measure(CdrSample& sample) {
  const std::size_t size = sample.message->encoded_size();
  if (size != 0) sample.wire.size = size + header_size(sample);
  return size != 0;
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
// own, made anew from the packet: the readers shall share one message still.
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

const ddsi_serdata_ops& cdr_sample_ops() {
  static const ddsi_serdata_ops ops = make_ops();
  return ops;
}

namespace {

OwnedSample outgoing(const ddsi_sertype& type, const MessagePtr& message) {
  OwnedSample sample(new_sample(&type, SDK_DATA));
  sample->outgoing = true;
  sample->timestamp.v = message->header().source_timestamp;
  sample->message = message;
  sample->request = message->header().request;
  return sample;
}

}  // namespace

CdrSample* make_outgoing(const ddsi_sertype& type, const MessagePtr& message,
                         const InlineIdentity& identity) {
  OwnedSample sample = outgoing(type, message);
  sample->dialect = Dialect::kFast;
  sample->related = identity;
  const bool good = encode_now(*sample);
  given_to_c();
  return good && sample->wire.size <= UINT32_MAX ? sample.release() : nullptr;
}

CdrSample* make_outgoing(const ddsi_sertype& type, const MessagePtr& message, Encode when) {
  OwnedSample sample = outgoing(type, message);
  const bool later = when == Encode::kWhenSent && message->born_as_object();
  const bool good = later ? measure(*sample) : encode_now(*sample);
  given_to_c();
  return good && sample->wire.size <= UINT32_MAX ? sample.release() : nullptr;
}

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
