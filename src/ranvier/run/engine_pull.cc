// Works that are taken out of the order for somebody else to run.
#include "ranvier/run/engine.h"
#include "ranvier/run/engine_thread.h"
#include "ranvier/run/executor_thread.h"

namespace ranvier {

Work* Engine::pull(std::int64_t until, std::uint32_t stops) {
  const Spinning here(*this, true);
  ExecutorThread::tell(this);
  Current current(here, until, false);
  Quota quota;
  quota.starts = false;
  for (;;) {
    const std::uint32_t seen = event_count_.count();
    if (this->stops() != stops || for_good(stops)) return nullptr;
    if (current.next(quota)) return current.give();
    if (!current.sleep(seen)) return nullptr;
  }
}

bool Engine::begin(Work& work) {
  const Begun begun = begin_here(work);
  if (begun == Begun::kMoved) put_back(work);
  return begun == Begun::kYes;
}

Begun Engine::begin_here(Work& work) { return work.strand().begin(*this, work); }

// With the reference that submit() took.
void Engine::put_back(Work& work) noexcept {
  work.queued_.store(false, std::memory_order_release);
  if (!work.retired()) work.make_ready();
  work.release();
}

template <class Run>
void Engine::run_pulled(Run run) {
  const Spinning here(*this, true);
  struct End {
    Engine& engine;
    SpinFrame& frame;
    ~End() {
      frame.end();
      const Lock seen(engine.mutex_);  // as SpinFrame promises
    }
  } end_at_last{*this, here.frame()};
  run(here.frame());
}

void Engine::run(Work& work) {
  run_pulled([&](SpinFrame& frame) { Current::run(frame, work); });
}

void Engine::run_read(Work& work) {
  run_pulled([&](SpinFrame& frame) { Current::run_read(frame, work); });
}

void Engine::end(Work& work) noexcept {
  work.strand().leave();
  work.release();
}

void Engine::give_up(Work& work) noexcept {
  work.queued_.store(false, std::memory_order_release);
  work.make_ready();
  end(work);
}

}  // namespace ranvier
