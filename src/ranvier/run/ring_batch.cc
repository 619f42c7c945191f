#include "ranvier/run/ring_batch.h"

#include <algorithm>
#include <iterator>

#include "ranvier/run/engine.h"

namespace ranvier {
namespace {

struct Batch {
  bool open = false;
  std::size_t count = 0;
  Engine* engines[4] = {};  // a process has few; further ones are rung at once
};
thread_local Batch batch;

}  // namespace

void RingBatch::open() noexcept { batch.open = true; }

void RingBatch::close() noexcept {
  for (std::size_t i = 0; i < batch.count; ++i) batch.engines[i]->ring_owed();
  batch.count = 0;
  batch.open = false;
}

bool RingBatch::gather(Engine& engine) noexcept {
  if (!batch.open) return false;
  Engine** end = batch.engines + batch.count;
  if (std::find(batch.engines, end, &engine) != end) return true;
  if (batch.count == std::size(batch.engines)) return false;
  engine.owe_ring();
  batch.engines[batch.count++] = &engine;
  return true;
}

}  // namespace ranvier
