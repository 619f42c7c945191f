#include "bench/raw/blob.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "dds/ddsi/q_radmin.h"

namespace ranvier::bench {
namespace {

struct Blob {
  ddsi_serdata base;  // first: Cyclone sees only this
  std::uint32_t size;
  std::uint8_t* bytes;
};

constexpr std::size_t round_up_4(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

const Blob* as_blob(const ddsi_serdata* data) { return reinterpret_cast<const Blob*>(data); }

Blob* new_blob(const ddsi_sertype* type, ddsi_serdata_kind kind, std::size_t size) {
  auto* blob = static_cast<Blob*>(std::calloc(1, sizeof(Blob)));
  if (blob == nullptr) throw std::bad_alloc();
  ddsi_serdata_init(&blob->base, type, kind);
  blob->base.hash = type->serdata_basehash;
  blob->size = static_cast<std::uint32_t>(size);
  blob->bytes = static_cast<std::uint8_t*>(std::malloc(round_up_4(size)));
  if (blob->bytes == nullptr) throw std::bad_alloc();
  return blob;
}

bool same_key(const ddsi_serdata*, const ddsi_serdata*) { return true; }

std::uint32_t get_size(const ddsi_serdata* data) { return as_blob(data)->size; }

// Fragments may overlap; only bytes beyond those already copied are taken.
ddsi_serdata* from_fragments(const ddsi_sertype* type, ddsi_serdata_kind kind,
                             const nn_rdata* fragment, std::size_t size) {
  Blob* blob = new_blob(type, kind, size);
  std::uint32_t done = 0;
  for (; fragment != nullptr && done < size; fragment = fragment->nextfrag) {
    if (fragment->maxp1 <= done) continue;
    const auto* payload = reinterpret_cast<const std::uint8_t*>(
        NN_RMSG_PAYLOADOFF(fragment->rmsg, NN_RDATA_PAYLOAD_OFF(fragment)));
    std::memcpy(blob->bytes + done, payload + (done - fragment->min), fragment->maxp1 - done);
    done = fragment->maxp1;
  }
  return &blob->base;
}

ddsi_serdata* from_iovec(const ddsi_sertype* type, ddsi_serdata_kind kind, ddsrt_msg_iovlen_t count,
                         const ddsrt_iovec_t* parts, std::size_t size) {
  Blob* blob = new_blob(type, kind, size);
  std::size_t done = 0;
  for (ddsrt_msg_iovlen_t i = 0; i < count && done < size; ++i) {
    const std::size_t take = std::min<std::size_t>(parts[i].iov_len, size - done);
    std::memcpy(blob->bytes + done, parts[i].iov_base, take);
    done += take;
  }
  return &blob->base;
}

ddsi_serdata* from_keyhash(const ddsi_sertype* type, const ddsi_keyhash*) {
  return &new_blob(type, SDK_KEY, 4)->base;
}

void to_ser(const ddsi_serdata* data, std::size_t offset, std::size_t size, void* to) {
  std::memcpy(to, as_blob(data)->bytes + offset, size);
}

ddsi_serdata* to_ser_ref(const ddsi_serdata* data, std::size_t offset, std::size_t size,
                         ddsrt_iovec_t* ref) {
  ref->iov_base = as_blob(data)->bytes + offset;
  ref->iov_len = size;
  return ddsi_serdata_ref(data);
}

void to_ser_unref(ddsi_serdata* data, const ddsrt_iovec_t*) { ddsi_serdata_unref(data); }

ddsi_serdata* to_untyped(const ddsi_serdata* data) {
  Blob* key = new_blob(data->type, SDK_KEY, 4);
  key->base.type = nullptr;
  return &key->base;
}

void free_blob(ddsi_serdata* data) {
  std::free(as_blob(data)->bytes);
  std::free(data);
}

std::size_t print(const ddsi_sertype*, const ddsi_serdata*, char* to, std::size_t size) {
  if (size > 0) to[0] = 0;
  return 0;
}

void get_keyhash(const ddsi_serdata*, ddsi_keyhash* to, bool) { std::memset(to, 0, sizeof *to); }

// Blobs are made and read through dds_writecdr and dds_takecdr alone: the
// sample-based calls have no meaning for them and answer "cannot".
ddsi_serdata* from_sample(const ddsi_sertype*, ddsi_serdata_kind, const void*) { return nullptr; }
bool to_sample(const ddsi_serdata*, void*, void**, void*) { return false; }
bool untyped_to_sample(const ddsi_sertype*, const ddsi_serdata*, void*, void**, void*) {
  return true;
}

ddsi_serdata_ops make_serdata_ops() {
  ddsi_serdata_ops ops{};
  ops.eqkey = same_key;
  ops.get_size = get_size;
  ops.from_ser = from_fragments;
  ops.from_ser_iov = from_iovec;
  ops.from_keyhash = from_keyhash;
  ops.from_sample = from_sample;
  ops.to_ser = to_ser;
  ops.to_ser_ref = to_ser_ref;
  ops.to_ser_unref = to_ser_unref;
  ops.to_sample = to_sample;
  ops.to_untyped = to_untyped;
  ops.untyped_to_sample = untyped_to_sample;
  ops.free = free_blob;
  ops.print = print;
  ops.get_keyhash = get_keyhash;
  return ops;
}

void free_type(ddsi_sertype* type) {
  ddsi_sertype_fini(type);
  std::free(type);
}

void zero_samples(const ddsi_sertype*, void*, std::size_t) {}
void realloc_samples(void**, const ddsi_sertype*, void*, std::size_t, std::size_t) {}
void free_samples(const ddsi_sertype*, void**, std::size_t, dds_free_op_t) {}
bool same_type(const ddsi_sertype*, const ddsi_sertype*) { return true; }
std::uint32_t hash_type(const ddsi_sertype*) { return 0; }

// One encoding only, so the derived type is the type itself, counted.
ddsi_sertype* derive(const ddsi_sertype* type, dds_data_representation_id_t,
                     dds_type_consistency_enforcement_qospolicy_t) {
  return const_cast<ddsi_sertype*>(type);
}

ddsi_sertype_ops make_sertype_ops() {
  ddsi_sertype_ops ops{};
  ops.version = ddsi_sertype_v0;
  ops.free = free_type;
  ops.zero_samples = zero_samples;
  ops.realloc_samples = realloc_samples;
  ops.free_samples = free_samples;
  ops.equal = same_type;
  ops.hash = hash_type;
  ops.derive_sertype = derive;
  return ops;
}

}  // namespace

ddsi_sertype* make_blob_type(const char* dds_type_name) {
  static const ddsi_serdata_ops serdata_ops = make_serdata_ops();
  static const ddsi_sertype_ops sertype_ops = make_sertype_ops();
  auto* type = static_cast<ddsi_sertype*>(std::calloc(1, sizeof(ddsi_sertype)));
  if (type == nullptr) throw std::bad_alloc();
  ddsi_sertype_init(type, dds_type_name, &sertype_ops, &serdata_ops, true);
  type->allowed_data_representation = DDS_DATA_REPRESENTATION_FLAG_XCDR1;
  return type;
}

ddsi_serdata* make_blob(const ddsi_sertype* type, std::size_t size) {
  Blob* blob = new_blob(type, SDK_DATA, size);
  const std::uint8_t little_endian[4] = {0, 1, 0, 0};
  std::memcpy(blob->bytes, little_endian, sizeof little_endian);
  return &blob->base;
}

std::uint8_t* blob_bytes(const ddsi_serdata* blob) noexcept { return as_blob(blob)->bytes; }
std::size_t blob_size(const ddsi_serdata* blob) noexcept { return as_blob(blob)->size; }

}  // namespace ranvier::bench
