#include "ranvier/run/own_thread.h"

#include "ranvier/os/no_signals.h"
#include "ranvier/run/engine.h"

namespace ranvier {

struct OwnThread::Running {
  Running() { strand->attach(engine); }
  ~Running() { strand->detach(engine); }

  Engine engine;
  const Ref<Strand> strand = make_ref<Strand>(Strand::Kind::kExclusive);
};

OwnThread::OwnThread() : running_(std::make_shared<Running>()) {}

OwnThread::~OwnThread() {
  stop();
  std::thread thread;
  {
    Lock lock(mutex_);
    thread = std::move(thread_);
  }
  if (thread.get_id() == std::this_thread::get_id()) {
    thread.detach();
  } else if (thread.joinable()) {
    thread.join();
  }
}

void OwnThread::begin() {
  Lock lock(mutex_);
  if (stopped_ || thread_.joinable()) return;
  const NoSignals quiet;
  thread_ = std::thread(
      [running = running_, stops = running_->engine.stops()] { running->engine.spin(stops); });
}

const Ref<Strand>& OwnThread::strand() const noexcept { return running_->strand; }

void OwnThread::stop() noexcept {
  Lock lock(mutex_);
  stopped_ = true;
  running_->engine.stop_for_good();
}

}  // namespace ranvier
