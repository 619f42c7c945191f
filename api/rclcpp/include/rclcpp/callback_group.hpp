// Which callbacks may run at the same time.
#ifndef RCLCPP__CALLBACK_GROUP_HPP_
#define RCLCPP__CALLBACK_GROUP_HPP_

#include <atomic>
#include <memory>

#include "rclcpp/macros.hpp"

namespace ranvier
{
class Strand;
}

namespace rclcpp
{

enum class CallbackGroupType { MutuallyExclusive, Reentrant };

/// Threads: all functions from any thread.
class RCLCPP_PUBLIC CallbackGroup
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(CallbackGroup)

  /// Nodes make groups: Node::create_callback_group().
  CallbackGroup(
    CallbackGroupType type, bool automatically_add_to_executor_with_node,
    std::shared_ptr<ranvier::Strand> strand);
  ~CallbackGroup();

  const CallbackGroupType & type() const {return type_;}
  bool automatically_add_to_executor_with_node() const {return automatic_;}
  /// True while an executor has this group.
  std::atomic_bool & get_associated_with_executor_atomic();
  /// False while a callback of an exclusive group runs.
  std::atomic_bool & can_be_taken_from() {return can_be_taken_from_;}

  const std::shared_ptr<ranvier::Strand> & core() const {return strand_;}

private:
  const CallbackGroupType type_;
  const bool automatic_;
  std::atomic_bool associated_{false};
  std::atomic_bool can_be_taken_from_{true};
  const std::shared_ptr<ranvier::Strand> strand_;
};

}  // namespace rclcpp
#endif  // RCLCPP__CALLBACK_GROUP_HPP_
