#include "ranvier/run/ring_batch.h"

#include <algorithm>
#include <iterator>

#include "ranvier/run/engine.h"

namespace ranvier {
namespace {

struct Batch {
  std::size_t count = 0;
  Engine* engines[4] = {};  // a process has few; further ones are rung at once
};
constinit thread_local Batch batch;

}  // namespace

constinit thread_local bool RingBatch::open_ = false;

void RingBatch::open() noexcept { open_ = true; }

void RingBatch::close() noexcept {
  for (std::size_t i = 0; i < batch.count; ++i) batch.engines[i]->ring_owed();
  batch.count = 0;
  open_ = false;
}

bool RingBatch::gather_open(Engine& engine) noexcept {
  Engine** end = batch.engines + batch.count;
  if (std::find(batch.engines, end, &engine) != end) return true;
  if (batch.count == std::size(batch.engines)) return false;
  engine.owe_ring();
  batch.engines[batch.count++] = &engine;
  return true;
}

}  // namespace ranvier
