// Clocks as Python has them.
#pragma once

#include <memory>

#include "extension/context.h"
#include "ranvier/node/clock.h"

namespace ranvier::python {

/// Threads: under the GIL, which is let go of where others may hold the clock's locks.
class ClockHandle final : public Destroyable {
 public:
  /// @param kind  a number of rclpy's ClockType.
  explicit ClockHandle(int kind);
  ~ClockHandle() override { end(); }
  const std::shared_ptr<Clock>& core() const noexcept { return core_; }

 private:
  void destroy() override {}
  std::shared_ptr<Clock> core_;
};

/// Tells a function of Python of a clock's jumps while it lives.
class JumpHandle final : public Destroyable {
 public:
  JumpHandle(std::shared_ptr<Clock> clock, JumpThreshold threshold, nb::object told);
  ~JumpHandle() override { end(); }
  Function function;

 private:
  void destroy() override;
  const std::shared_ptr<Clock> clock_;
  std::uint64_t id_ = 0;
};

void bind_clock(nb::module_& module);

}  // namespace ranvier::python
