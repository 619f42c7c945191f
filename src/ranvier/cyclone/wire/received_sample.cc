#include "ranvier/cyclone/internals/tricks.h"
#include "ranvier/cyclone/wire/assembler.h"
#include "ranvier/cyclone/wire/dialect.h"
#include "ranvier/cyclone/wire/sample.h"

namespace ranvier::cyclone {
namespace {

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
  sample->message->let_write(&writable_in_place);
  sample->keeper = {};  // it is the message's now
  if (framing == Framing::kService) sample->request = assembler.request();
  return sample.release();
}

const std::uint8_t* bytes_of(const nn_rdata& part) {
  return reinterpret_cast<const std::uint8_t*>(
      NN_RMSG_PAYLOADOFF(part.rmsg, NN_RDATA_PAYLOAD_OFF(&part)));
}

void tell_dialect(CdrSample& sample, const nn_rdata& first) {
  const Origin origin = origin_of(first);
  const Bytes payload{bytes_of(first), first.maxp1 - first.min};
  sample.dialect = dialect_of(origin, payload, sample.cdr_type().dialect_of_cyclone);
  if (sample.dialect != Dialect::kFast) return;
  sample.related = origin.related;
  sample.number.store(origin.number, std::memory_order_relaxed);
}

// What stands in the packet around a sample that somebody wants to know.
void tell_origin(CdrSample& sample, const nn_rdata& first) {
  if (sample.cdr_type().framing == Framing::kService) return tell_dialect(sample, first);
  if (sample.cdr_type().counting.load(std::memory_order_relaxed) == 0) return;
  sample.number.store(origin_of(first).number, std::memory_order_relaxed);
}

}  // namespace

ddsi_serdata* from_ser(const ddsi_sertype* type, ddsi_serdata_kind kind, const nn_rdata* fragments,
                       size_t size) {
  OwnedSample sample(new_sample(type, kind));
  if (fragments && tricks_work()) tell_origin(*sample, *fragments);
  return from_pieces(std::move(sample), size, [fragments](Assembler& to) {
    for (const nn_rdata* part = fragments; part; part = part->nextfrag) {
      to.add({part->min, bytes_of(*part), part->maxp1 - part->min});
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

}  // namespace ranvier::cyclone
