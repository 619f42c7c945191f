// Samples from what Cyclone received.
#pragma once

#include "ranvier/cyclone/internals/extension.h"

namespace ranvier::cyclone {

/// The operations of Cyclone for it: a payload in the fragments of packets, and one in
/// pieces of memory. Null for what is not a whole CDR payload.
ddsi_serdata* from_ser(const ddsi_sertype* type, ddsi_serdata_kind kind, const nn_rdata* fragments,
                       size_t size);
ddsi_serdata* from_ser_iov(const ddsi_sertype* type, ddsi_serdata_kind kind,
                           ddsrt_msg_iovlen_t count, const ddsrt_iovec_t* parts, size_t size);

}  // namespace ranvier::cyclone
