#include "rclcpp/detail/awaited_future.hpp"

#include "ranvier/run/watched.h"

namespace rclcpp
{
namespace detail
{

AwaitsFuture::AwaitsFuture(const void * state) noexcept
: frame_(ranvier::SpinningThread::running_here()), before_(nullptr), waited_for_(0)
{
  if (frame_ == nullptr) {return;}
  const auto before = static_cast<ranvier::SpinFrame *>(frame_)->set_wait(
    {ranvier::WaitsFor::kFuture, state});
  before_ = before.object;
  waited_for_ = static_cast<unsigned char>(before.what);
}

AwaitsFuture::~AwaitsFuture()
{
  if (frame_ == nullptr) {return;}
  static_cast<ranvier::SpinFrame *>(frame_)->set_wait(
    {static_cast<ranvier::WaitsFor>(waited_for_), before_});
}

}  // namespace detail
}  // namespace rclcpp
