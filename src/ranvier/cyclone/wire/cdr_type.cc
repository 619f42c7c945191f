#include "ranvier/cyclone/wire/cdr_type.h"

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/wire/sample.h"

namespace ranvier::cyclone {
namespace {

const CdrType& as_cdr_type(const ddsi_sertype* type) { return *static_cast<const CdrType*>(type); }

void free_type(ddsi_sertype* type) {
  ddsi_sertype_fini(type);
  delete static_cast<CdrType*>(type);
}

bool equal(const ddsi_sertype* a, const ddsi_sertype* b) {
  return as_cdr_type(a).info == as_cdr_type(b).info &&
         as_cdr_type(a).framing == as_cdr_type(b).framing;
}

uint32_t hash(const ddsi_sertype*) { return 0; }  // the type name is hashed already

// There is one representation, so the type derived for it is the type.
ddsi_sertype* derive(const ddsi_sertype* type, dds_data_representation_id_t,
                     dds_type_consistency_enforcement_qospolicy_t) {
  return const_cast<ddsi_sertype*>(type);
}

// Typed reads and loans are never asked for.
void zero_samples(const ddsi_sertype*, void*, size_t) {}
void realloc_samples(void**, const ddsi_sertype*, void*, size_t, size_t) {}
void free_samples(const ddsi_sertype*, void**, size_t, dds_free_op_t) {}

ddsi_sertype_ops make_sertype_ops() {
  ddsi_sertype_ops ops{};
  ops.version = ddsi_sertype_v0;
  ops.free = for_c<free_type>();
  ops.zero_samples = for_c<zero_samples>();
  ops.realloc_samples = for_c<realloc_samples>();
  ops.free_samples = for_c<free_samples>();
  ops.equal = for_c<equal>();
  ops.hash = for_c<hash>();
  ops.derive_sertype = for_c<derive>();
  return ops;
}

const ddsi_sertype_ops& type_ops() {
  static const ddsi_sertype_ops ops = make_sertype_ops();
  return ops;
}

}  // namespace

ddsi_sertype* make_cdr_type(const TypeInfo& info, const char* dds_name, Framing framing,
                            Dialect of_cyclone) {
  auto* type = new CdrType{};
  ddsi_sertype_init(type, dds_name, &type_ops(), &cdr_sample_ops(), true);
  type->allowed_data_representation = DDS_DATA_REPRESENTATION_FLAG_XCDR1;
  type->info = &info;
  type->framing = framing;
  type->dialect_of_cyclone = of_cyclone;
  return type;
}

}  // namespace ranvier::cyclone
