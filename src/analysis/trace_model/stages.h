// Where the time of one message went, from publish() to the end of its callback.
//
// The categories are those of published analyses of latency (the profiling of
// Kronauer et al.), with the wait for the executor split in two.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

enum class Stage : std::uint8_t {
  kPublisher,     ///< publish() until the message is handed on: the client library
  kMiddleware,    ///< from there to the network's door; only if it leaves the process
  kTransport,     ///< from the last event of the publisher until the message came
  kExecutorWait,  ///< it is there, and its thread runs other callbacks
  kNotification,  ///< it is there, and its thread does nothing that is traced: wake-up, dispatch
  kSubscriber,    ///< taken, decoded: until the callback begins
  kCallback,      ///< the callback, as far as it is on the way: see Hop
};
inline constexpr std::size_t kStageCount = 7;

/// One word for each stage.
[[nodiscard]] const char* name_of(Stage stage);

using Stages = std::array<Nanoseconds, kStageCount>;

/// A message on its way through one publisher and one subscription; or a request or a
/// response between a client and a service.
struct Hop {
  Index publication = kNone;
  Index run = kNone;         ///< of the callback that got it; its take is that of the publication
  Index call = kNone;        ///< if it is no message
  bool is_response = false;  ///< of the call; else its request
};

/// When it set out: publish(), or the sending of the request or response.
[[nodiscard]] Nanoseconds begin_of(const Model& model, const Hop& hop);

/// Splits times; it needs to know what else ran on each thread.
///
/// Lifetime: the model must outlive it. Threads: const calls from any.
class StageClock final {
 public:
  explicit StageClock(const Model& model);

  /// @param until  where the way leaves the callback: its end, or the publish()
  ///               by which it goes on.
  /// @return stages whose sum is exactly `until` less begin_of() the hop. One
  ///         is negative where clocks of two processes disagree by more than it took.
  ///         Of requests and responses no event says when they came, so the wait
  ///         for the executor is in kTransport.
  [[nodiscard]] Stages split(const Hop& hop, Nanoseconds until) const;

  /// For how long other callbacks than `run` were running on its thread, between
  /// `from` and the start of `run`.
  [[nodiscard]] Nanoseconds busy_before(Index run, Nanoseconds from) const;

 private:
  /// Callbacks of a thread that ran one after the other, in the order of time.
  struct Line {
    std::vector<Nanoseconds> starts, ends, busy;  ///< busy: sum of all before
  };
  [[nodiscard]] Stages split_call(const Hop& hop, Nanoseconds until) const;

  const Model& model_;
  std::vector<Line> lines_;   // by thread
  std::vector<Index> place_;  // of a run in its line; kNone if nested
};

}  // namespace ranvier::trace_model
