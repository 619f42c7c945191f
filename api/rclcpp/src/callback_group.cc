#include "rclcpp/callback_group.hpp"

#include "ranvier/run/work.h"

namespace rclcpp
{

CallbackGroup::CallbackGroup(
  CallbackGroupType type, bool automatic, std::shared_ptr<ranvier::Strand> strand)
: type_(type), automatic_(automatic), strand_(std::move(strand)) {}

CallbackGroup::~CallbackGroup() = default;

std::atomic_bool & CallbackGroup::get_associated_with_executor_atomic()
{
  associated_.store(strand_->attached());
  return associated_;
}

}  // namespace rclcpp
