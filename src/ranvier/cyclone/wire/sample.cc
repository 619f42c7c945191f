#include "ranvier/cyclone/wire/sample.h"

#include <new>

#include "ranvier/base/block_pool.h"
#include "ranvier/run/ring_batch.h"

namespace ranvier::cyclone {

static_assert(sizeof(CdrSample) <= BlockPool::kBlockSize);

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

}  // namespace ranvier::cyclone
