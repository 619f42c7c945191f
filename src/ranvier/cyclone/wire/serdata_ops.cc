#include <algorithm>
#include <cstdio>
#include <cstring>

#include "ranvier/base/for_c.h"
#include "ranvier/codec/cdr.h"
#include "ranvier/cyclone/internals/tricks.h"
#include "ranvier/cyclone/wire/sample.h"

namespace ranvier::cyclone {
namespace {

using codec::kEncapsulationSize;

ddsi_serdata* from_keyhash(const ddsi_sertype* type, const ddsi_keyhash*) {
  return new_sample(type, SDK_KEY);
}

ddsi_serdata* from_sample(const ddsi_sertype*, ddsi_serdata_kind, const void*) { return nullptr; }

// --- What goes out ------------------------------------------------------------

uint32_t get_size(const ddsi_serdata* serdata) {
  const CdrSample& sample = as_cdr(serdata);
  if (sample.wire.size != 0) return static_cast<std::uint32_t>(sample.wire.size);
  if (!sample.message) return kEncapsulationSize;
  return static_cast<std::uint32_t>(sample.message->payload_size() + header_size(sample));
}

// Only outgoing samples are sent. A key has no bytes, nor has a message for which there is no
// memory now.
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

// Only Cyclone reads the status; here it makes room for the identity. Readers in this
// process may read it meanwhile (reader_cache.cc).
void set_status(CdrSample& sample, std::uint32_t status) noexcept {
  __atomic_store_n(&sample.statusinfo, status, __ATOMIC_RELAXED);
}

void finish_identity(CdrSample& sample) noexcept {
  if (sample.hash_place == nullptr) return;
  put_identity(sample.hash_place, sample.related);
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

// The first call for a message that goes out; the status is written next, then the payload.
void begin_identity(CdrSample& sample, std::uint8_t* hash) noexcept {
  const std::uint64_t number = number_before(hash);
  if (number == 0) return;
  sample.number.store(number, std::memory_order_relaxed);
  sample.hash_place = hash;
  set_status(sample, 1);
}

void get_keyhash(const ddsi_serdata* serdata, ddsi_keyhash* to, bool) {
  auto& sample = const_cast<CdrSample&>(as_cdr(serdata));
  std::memset(to->value, 0, sizeof to->value);
  if (sample.outgoing && sample.dialect == Dialect::kFast) begin_identity(sample, to->value);
}

ddsi_serdata_ops make_serdata_ops() {
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

}  // namespace

const ddsi_serdata_ops& cdr_sample_ops() {
  static const ddsi_serdata_ops ops = make_serdata_ops();
  return ops;
}

}  // namespace ranvier::cyclone
