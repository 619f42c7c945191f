// States, transitions and managed entities: what they hold and no more.
#include <stdexcept>

#include <lifecycle_msgs/msg/state.hpp>

#include "rclcpp/logging.hpp"
#include "rclcpp_lifecycle/lifecycle_publisher.hpp"
#include "rclcpp_lifecycle/node_interfaces/lifecycle_node_interface.hpp"
#include "rclcpp_lifecycle/transition.hpp"

namespace rclcpp_lifecycle
{

// ---- State ----

State::State(rcutils_allocator_t)
: State(lifecycle_msgs::msg::State::PRIMARY_STATE_UNKNOWN, "unknown") {}

State::State(uint8_t id, const std::string & label, rcutils_allocator_t)
: id_(id), label_(label)
{
  if (label.empty()) {
    throw std::runtime_error(
            "Lifecycle State cannot have an empty label. Name the state " + std::to_string(id));
  }
}

State::State(const State & rhs)
{
  std::lock_guard lock(rhs.mutex_);
  id_ = rhs.id_;
  label_ = rhs.label_;
}

State::~State() = default;

State & State::operator=(const State & rhs)
{
  if (this == &rhs) {return *this;}
  std::scoped_lock lock(mutex_, rhs.mutex_);
  id_ = rhs.id_;
  label_ = rhs.label_;
  return *this;
}

uint8_t State::id() const
{
  std::lock_guard lock(mutex_);
  return id_;
}

std::string State::label() const
{
  std::lock_guard lock(mutex_);
  return label_;
}

// ---- Transition ----

namespace
{

const State & known(const std::optional<State> & state, uint8_t id, const std::string & label)
{
  if (!state) {
    throw std::runtime_error(
            "rcl_lifecycle_state_handle is null: transition " + std::to_string(id) + " '" + label +
            "' was made without states. Give its start and goal to the constructor");
  }
  return *state;
}

}  // namespace

Transition::Transition(uint8_t id, const std::string & label, rcutils_allocator_t)
: id_(id), label_(label) {}

Transition::Transition(
  uint8_t id, const std::string & label, State && start, State && goal, rcutils_allocator_t)
: id_(id), label_(label), start_(start), goal_(goal) {}

Transition::Transition(const Transition & rhs) = default;
Transition::~Transition() = default;
Transition & Transition::operator=(const Transition & rhs) = default;
uint8_t Transition::id() const {return id_;}
std::string Transition::label() const {return label_;}
State Transition::start_state() const {return known(start_, id_, label_);}
State Transition::goal_state() const {return known(goal_, id_, label_);}

// ---- managed entities ----

ManagedEntityInterface::ManagedEntityInterface() = default;
ManagedEntityInterface::~ManagedEntityInterface() = default;
SimpleManagedEntity::SimpleManagedEntity() = default;
SimpleManagedEntity::~SimpleManagedEntity() = default;
void SimpleManagedEntity::on_activate() {activated_.store(true, std::memory_order_release);}
void SimpleManagedEntity::on_deactivate() {activated_.store(false, std::memory_order_release);}

void detail::warn_of_inactive_publisher(const char * topic)
{
  RCLCPP_WARN(
    rclcpp::get_logger("LifecyclePublisher"),
    "Trying to publish message on the topic '%s', but the publisher is not activated: it is "
    "dropped. Activate its node, or look at is_activated() before publishing.", topic);
}

// ---- what a node does that overrides nothing ----

namespace node_interfaces
{

using Return = LifecycleNodeInterface::CallbackReturn;

LifecycleNodeInterface::LifecycleNodeInterface() = default;
LifecycleNodeInterface::~LifecycleNodeInterface() = default;
Return LifecycleNodeInterface::on_configure(const State &) {return Return::SUCCESS;}
Return LifecycleNodeInterface::on_cleanup(const State &) {return Return::SUCCESS;}
Return LifecycleNodeInterface::on_shutdown(const State &) {return Return::SUCCESS;}
Return LifecycleNodeInterface::on_activate(const State &) {return Return::SUCCESS;}
Return LifecycleNodeInterface::on_deactivate(const State &) {return Return::SUCCESS;}
Return LifecycleNodeInterface::on_error(const State &) {return Return::FAILURE;}

}  // namespace node_interfaces
}  // namespace rclcpp_lifecycle
