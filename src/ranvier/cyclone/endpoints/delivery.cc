#include "ranvier/cyclone/endpoints/delivery.h"

#include <utility>

#include "ranvier/run/ring_batch.h"

namespace ranvier::cyclone {
namespace {

thread_local bool refused_here = false;

}  // namespace

void Delivery::store(MessagePtr message) noexcept {
  Held lock(mutex_);
  if (!wait_for_place(lock)) {
    lock.unlock();
    if (!refused_here) sink_.on_event({EndpointEvent::Kind::kMessageLost, 1, {}});
    return;
  }
  if (closed_) return;
  stored_.push_back(std::move(message));
  // Both sides modify waiting_, so one comes after the other and sees what it
  // did before: either resume() finds this message or drain() finds its room.
  waiting_.fetch_or(1, std::memory_order_acq_rel);
  drain(lock);
}

bool Delivery::take_refusal() noexcept { return std::exchange(refused_here, false); }

// False if there is still no place after the time that waiting may take.
bool Delivery::wait_for_place(Held& lock) noexcept {
  if (stored_.size() >= limits_.bound && !closed_ && sink_.drained_here()) {
    refused_here = true;
    return false;
  }
  RingBatch::close();  // whoever makes room must be awake
  return place_.wait_for(lock, limits_.patience,
                         [this] { return closed_ || stored_.size() < limits_.bound; });
}

void Delivery::resume() noexcept {
  if (!limits_.keep_all || waiting_.fetch_or(0, std::memory_order_acq_rel) == 0) return;
  Held lock(mutex_);
  drain(lock);
}

// One thread at a time delivers, with the lock open: the sink may run user code.
void Delivery::drain(Held& lock) noexcept {
  if (draining_) return;
  draining_ = true;
  while (!closed_ && !stored_.empty() && sink_.has_room()) deliver_first(lock);
  waiting_.store(!stored_.empty(), std::memory_order_release);
  draining_ = false;
}

void Delivery::deliver_first(Held& lock) noexcept {
  MessagePtr first = std::move(stored_.front());
  stored_.pop_front();
  place_.notify_all();
  lock.unlock();
  sink_.deliver(std::move(first));
  lock.lock();
}

void Delivery::close() noexcept {
  std::lock_guard lock(mutex_);
  closed_ = true;
  stored_.clear();
  place_.notify_all();
}

}  // namespace ranvier::cyclone
