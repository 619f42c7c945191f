// How an engine gives its strands, or some of them, to engines of their own, its parts.
//
// Who has such an engine attaches and detaches strands as with any other: the engine stands
// for its parts. See group_threads.h, which gives each part threads of its own.
#pragma once

#include <cstdint>

namespace ranvier {

class Engine;
class Strand;

/// Says which part of an engine gets a strand.
class Division {
 public:
  /// The engine that runs the strand from now on: a part of the divided one, or that itself.
  /// Contract: any thread, with the strand's mutex; it may allocate.
  virtual Engine& part_for(Strand& strand) = 0;
  /// The divided engine was stopped, or the callback group of a strand that it has itself has
  /// another entity. Contract: async-signal-safe.
  virtual void changed() noexcept = 0;

 protected:
  ~Division() = default;
};

/// What a part is told of. Each function: any thread; those of the strand with its mutex.
class EnginePart {
 public:
  /// @param number  of its strand.
  EnginePart(Engine& of, std::uint32_t number) noexcept : whole(of), strand_number(number) {}

  /// It has no strand any more, and gets no other.
  virtual void strand_left() noexcept = 0;
  /// The callback group of its strand has another entity.
  virtual void strand_changed() noexcept = 0;
  /// Work became ready, or a timer was armed, while Engine::report_work() is on.
  virtual void work_came() noexcept = 0;

  Engine& whole;
  const std::uint32_t strand_number;

 protected:
  ~EnginePart() = default;
};

}  // namespace ranvier
