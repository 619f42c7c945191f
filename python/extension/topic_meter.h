// Counts what comes on a topic, without making messages of it: `ros2 topic hz`, bw, delay.
#pragma once

#include <deque>

#include "extension/convert.h"
#include "extension/executor.h"
#include "extension/node.h"
#include "ranvier/node/subscription.h"
#include "ranvier/os/mutex.h"

namespace ranvier::python {

/// What is known of a message that came.
struct Arrival {
  std::int64_t at;     ///< ns of the steady clock
  std::uint64_t size;  ///< bytes, with the four in front that say how they are encoded
  std::int64_t delay;  ///< ns since the stamp in its first eight bytes; 0 if it has no such
};

/// The last arrivals. Threads: any.
class Arrivals final {
 public:
  explicit Arrivals(std::size_t most) : most_(most) {}
  void add(const Arrival& arrival);
  std::deque<Arrival> all() const;

 private:
  const std::size_t most_;
  mutable Mutex mutex_{"topic meter"};
  std::deque<Arrival> last_ RANVIER_GUARDED_BY(mutex_);
};

/// A subscription that keeps the arrivals of the last messages, on the thread that spins and
/// without the GIL.
/// Threads: under the GIL.
class TopicMeter final : public Destroyable {
 public:
  TopicMeter(const NodeHandle& node, nb::handle type, const std::string& topic,
             const nb::tuple& qos, const StrandHandle& group, std::size_t most);
  ~TopicMeter() override { end(); }

  /// A tuple of each of the last messages: ns when it came, bytes, ns since its stamp.
  nb::list arrivals() const;
  std::size_t publishers() const { return core_ ? core_->matched() : 0; }

 private:
  void destroy() override;
  const std::shared_ptr<Arrivals> arrivals_;
  Ref<Subscription> core_;
};

void bind_topic_meter(nb::module_& module);

}  // namespace ranvier::python
