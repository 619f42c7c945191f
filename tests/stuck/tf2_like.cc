#include "tf2_like.hpp"

#include <chrono>
#include <thread>

void wait_for_transform(const std::atomic<bool>& there) {
  while (!there) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}
