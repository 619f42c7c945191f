#include "rclcpp/detail/way_out.hpp"

#include "ranvier/base/annotations.h"
#include "ranvier/base/trail.h"
#include "ranvier/msg/message.h"

namespace rclcpp::detail
{
namespace
{

constexpr std::uintptr_t kCode = 128;  // of who sends what was borrowed

RANVIER_COLD void leave_trail(const void * code) noexcept
{
  const auto * const first = static_cast<const char *>(code);
  ranvier::Trail::pass_code(first, first + kCode);
  ranvier::Trail::pass_own_words();
  ranvier::Trail::pass_begin(&ranvier::Trail::here());
}

}  // namespace

RANVIER_HOT WayOut WayOut::after_borrowing(
  const ranvier::Message * message, const void * code) noexcept
{
  WayOut way;
  const void * const thread = this_thread();
  if (!ranvier::Trail::take_loss() || thread == nullptr || message == nullptr) {return way;}
  if (ranvier::Trail::noting()) {leave_trail(code);}
  const auto places = ranvier::Trail::here().known_again();
  static_assert(sizeof *places.data() == sizeof *way.places_);
  static_assert(sizeof *message + kLine - alignof(ranvier::Message) <= kMessage);
  way.message_ = reinterpret_cast<const char *>(message);
  way.places_ = reinterpret_cast<const std::uintptr_t *>(places.data());
  way.count_ = places.size();
  way.thread_ = thread;
  return way;
}

}  // namespace rclcpp::detail
