// Waits for a transform as tf2_ros does: it looks, sleeps, and looks again.
#pragma once

#include <atomic>

void wait_for_transform(const std::atomic<bool>& there);
