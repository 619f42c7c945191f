#include "bench/ours/trace_path.h"

#include <stdexcept>

#include "analysis/trace_read/read.h"

namespace ranvier::bench {
namespace {

using trace::Event;
using trace_read::EventView;

/// Follows the events in the order of time; one message is under way at a time.
class PathCounter final {
 public:
  void see(const EventView& event) {
    if (!trace::info(event.event()).on_hot_path()) return;
    ++found_.all;
    if (event.event() == Event::rclcpp_publish) return begin(event.process());
    if (!under_way_) return;
    event.process() == publisher_ ? see_publisher(event.event()) : see_subscriber(event.event());
  }
  const PathEvents& found() const { return found_; }

 private:
  void begin(std::uint32_t process) {
    publisher_ = process;
    under_way_ = publishes_ = true;
    events_ = 1;
  }
  // What the publisher does when its callback has ended, it does beside the message.
  void see_publisher(Event event) {
    if (event == Event::callback_end) publishes_ = false;
    if (publishes_) ++events_;
  }
  void see_subscriber(Event event) {
    ++events_;
    if (event != Event::callback_start) return;
    under_way_ = false;
    ++found_.messages;
    found_.on_path += events_;
  }

  PathEvents found_;
  std::uint32_t publisher_ = 0;
  bool under_way_ = false;
  bool publishes_ = false;
  double events_ = 0;
};

}  // namespace

PathEvents count_path_events(const std::string& directory) {
  const auto trace = trace_read::read_traces(directory);
  if (!trace) throw std::runtime_error(trace.error().what);
  PathCounter counter;
  trace_read::for_each(*trace, [&](const EventView& event) { counter.see(event); });
  if (counter.found().messages > 0) return counter.found();
  throw std::runtime_error("the traces in '" + directory + "' have no message that arrived");
}

}  // namespace ranvier::bench
