#include "extension/gil.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace ranvier::python {
namespace {

std::atomic<bool> ending{false};
std::atomic<std::thread::id> ender{};
std::atomic<int> asking{0};

}  // namespace

AsksForGil::AsksForGil() noexcept {
  // seq_cst here and in park_other_threads(): of "I ask" and "it ends", one must see the other.
  asking.fetch_add(1, std::memory_order_seq_cst);
  if (!ending.load(std::memory_order_seq_cst) || ender.load() == std::this_thread::get_id()) {
    return;
  }
  asking.fetch_sub(1, std::memory_order_relaxed);
  for (;;) ::pause();
}

AsksForGil::~AsksForGil() { asking.fetch_sub(1, std::memory_order_release); }

TryGil::TryGil() noexcept {
  asking.fetch_add(1, std::memory_order_seq_cst);  // as AsksForGil
  if (!ending.load(std::memory_order_seq_cst)) {
    state_ = PyGILState_Ensure();
    has_ = true;
  }
  asking.fetch_sub(1, std::memory_order_release);
}

void park_other_threads() {
  // A callback of a user may have the GIL for long: the end does not wait for that.
  constexpr int kLooks = 200;
  ender = std::this_thread::get_id();
  ending.store(true, std::memory_order_seq_cst);
  const LeaveGil left;
  for (int i = 0; i < kLooks && asking.load(std::memory_order_acquire) != 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace ranvier::python
