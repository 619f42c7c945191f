// At what a flight recorder saves by itself.
#pragma once

#include <cstdint>

namespace ranvier::trace {

/// Bits: several may come before it saves.
enum class Moment : std::uint32_t {
  kRequest = 1,   ///< another process asks: save_others()
  kSignal = 2,    ///< RecordingOptions::save_signal
  kDeadline = 4,  ///< a deadline of the QoS was missed
  kView = 8,      ///< another process looks: view_others()
};

/// It has come: a flight recorder that was asked to saves soon.
/// Contract: any thread, signal handlers too; no lock, no allocation.
void notice(Moment moment) noexcept;

}  // namespace ranvier::trace
