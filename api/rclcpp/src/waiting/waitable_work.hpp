// A waitable as the engine runs it.
#ifndef WAITABLE_WORK_HPP_
#define WAITABLE_WORK_HPP_

#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "ranvier/run/work.h"
#include "waiting/raw_wait_set.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp::detail
{

/// Says that a function of Waitable was called that only overriders have.
struct NotOverridden : std::runtime_error
{
  explicit NotOverridden(const char * function, const char * and_what = "");
};

/// Threads: start() and stop() on one at a time; on_ready() and triggers on any.
class WaitableWork final : public ranvier::Work
{
public:
  WaitableWork(ranvier::Ref<ranvier::Strand> strand, const std::shared_ptr<Waitable> & waitable);

  /// Runs the waitable from now on.
  void start(Waitable & waitable);
  /// Nothing of it is started after this.
  void stop();
  std::shared_ptr<Waitable> waitable() const {return waitable_.lock();}

private:
  struct Ready
  {
    size_t count;
    int id;
  };

  void run() override;
  void on_ready(size_t count, int id);
  bool next(int & id, bool & more);
  void listen(RawWaitSet & wait_set);
  void poll(Waitable & waitable);

  const std::weak_ptr<Waitable> waitable_;
  bool polled_ = false;  // it cannot tell by itself; written before the first run
  std::mutex mutex_;
  std::deque<Ready> ready_;  // guarded by mutex_
};

}  // namespace rclcpp::detail
#endif  // WAITABLE_WORK_HPP_
