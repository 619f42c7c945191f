#include "ranvier/run/group_link.h"

#include "ranvier/run/work.h"
#include "ranvier/trace/trace.h"

namespace ranvier {

void tell_group(const Work& work) noexcept {
  const Strand& strand = work.strand();
  RANVIER_TRACE(ranvier_group_link, static_cast<const void*>(&work),
                static_cast<const void*>(&strand), strand.kind() == Strand::Kind::kReentrant);
}

}  // namespace ranvier
