#include "ranvier/run/ring_batch.h"

#include <algorithm>
#include <iterator>

#include "ranvier/run/engine.h"

namespace ranvier {

constinit thread_local RingBatch::Gathered RingBatch::here_;

void RingBatch::open() noexcept { here_.open = true; }

void RingBatch::close() noexcept {
  for (std::size_t i = 0; i < here_.count; ++i) here_.engines[i]->ring_owed();
  here_.count = 0;
  here_.open = false;
}

bool RingBatch::gather_open(Engine& engine) noexcept {
  Engine** end = here_.engines + here_.count;
  if (std::find(here_.engines, end, &engine) != end) return true;
  if (here_.count == std::size(here_.engines)) return false;
  engine.owe_ring();
  here_.engines[here_.count++] = &engine;
  return true;
}

}  // namespace ranvier
