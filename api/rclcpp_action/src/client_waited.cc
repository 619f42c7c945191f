// A client as a waitable.
#include <stdexcept>
#include <utility>

#include "client_core.hpp"
#include "rclcpp/detail/callable.hpp"
#include "waited_ends.hpp"

namespace rclcpp_action
{

using EntityType = ClientBase::EntityType;

namespace detail
{
namespace
{

// What take() gives to execute().
struct Taken
{
  EntityType kind;
  std::shared_ptr<void> message{};  // null: somebody else took it
  std::shared_ptr<rmw_request_id_t> id{};
  rclcpp::MessageInfo info{};
};

}  // namespace

std::shared_ptr<ErasedClient> ClientCore::client(Ends & ends, EntityType kind)
{
  switch (kind) {
    case EntityType::GoalClient: return ends.goal;
    case EntityType::ResultClient: return ends.result;
    case EntityType::CancelClient: return ends.cancel;
    default: return nullptr;
  }
}
std::shared_ptr<rclcpp::SubscriptionBase> ClientCore::subscription(Ends & ends, EntityType kind)
{
  switch (kind) {
    case EntityType::FeedbackSubscription: return ends.feedback;
    case EntityType::StatusSubscription: return ends.status;
    default: return nullptr;
  }
}

void ClientCore::add_to(rcl_wait_set_t & wait_set)
{
  const auto open = ends();
  detail::add_to(wait_set, *open->feedback->get_subscription_handle(), parts_.name);
  detail::add_to(wait_set, *open->status->get_subscription_handle(), parts_.name);
  for (const auto & one : {open->goal, open->cancel, open->result}) {
    detail::add_to(wait_set, *one->get_client_handle(), parts_.name);
  }
}

// The answer to a goal before its feedback, which would be dropped else; its
// result last, for the same reason.
int ClientCore::ready_in(const rcl_wait_set_t & wait_set)
{
  const auto open = ends();
  const auto is_ready = [&](EntityType kind) {
      if (const auto one = client(*open, kind)) {
        return is_in<rcl_client_t>(
          wait_set.clients, wait_set.size_of_clients, one->get_client_handle().get());
      }
      return is_in<rcl_subscription_t>(
        wait_set.subscriptions, wait_set.size_of_subscriptions,
        subscription(*open, kind)->get_subscription_handle().get());
    };
  for (const auto kind :
    {EntityType::GoalClient, EntityType::FeedbackSubscription, EntityType::StatusSubscription,
      EntityType::CancelClient, EntityType::ResultClient})
  {
    if (is_ready(kind)) {return static_cast<int>(kind);}
  }
  return -1;
}

std::shared_ptr<void> ClientCore::take(EntityType kind)
{
  auto taken = std::make_shared<Taken>(Taken{kind});
  const auto open = ends();
  bool there = false;
  if (const auto one = client(*open, kind)) {
    taken->id = one->create_request_header();
    taken->message = one->create_response();
    there = one->take_type_erased_response(taken->message.get(), *taken->id);
  } else if (const auto from = subscription(*open, kind)) {
    taken->message = from->create_message();
    there = from->take_type_erased(taken->message.get(), taken->info);
  } else {
    refuse_id(static_cast<size_t>(kind), parts_.name);
  }
  if (!there) {taken->message.reset();}
  return taken;
}

void ClientCore::execute(const std::shared_ptr<void> & data)
{
  const auto taken = std::static_pointer_cast<Taken>(data);
  if (!taken->message) {return;}
  const auto open = ends();
  if (const auto one = client(*open, taken->kind)) {
    one->handle_response(taken->id, taken->message);
  } else {
    subscription(*open, taken->kind)->handle_message(taken->message, taken->info);
  }
}

void ClientCore::listen(const std::function<void(size_t, int)> & callback)
{
  const auto open = ends();
  const auto on_new = [&](EntityType kind) {
      return bound(callback, static_cast<int>(kind), parts_.logger, parts_.name);
    };
  for (const auto kind :
    {EntityType::GoalClient, EntityType::ResultClient, EntityType::CancelClient})
  {
    const auto one = client(*open, kind);
    callback ? one->set_on_new_response_callback(on_new(kind)) :
    one->clear_on_new_response_callback();
  }
  for (const auto kind : {EntityType::FeedbackSubscription, EntityType::StatusSubscription}) {
    const auto one = subscription(*open, kind);
    callback ? one->set_on_new_message_callback(on_new(kind)) :
    one->clear_on_new_message_callback();
  }
}

}  // namespace detail

size_t ClientBase::get_number_of_ready_subscriptions() {return 2;}
size_t ClientBase::get_number_of_ready_timers() {return 0;}
size_t ClientBase::get_number_of_ready_clients() {return 3;}
size_t ClientBase::get_number_of_ready_services() {return 0;}
size_t ClientBase::get_number_of_ready_guard_conditions() {return 0;}
void ClientBase::add_to_wait_set(rcl_wait_set_t & wait_set) {core_->add_to(wait_set);}
bool ClientBase::is_ready(const rcl_wait_set_t & wait_set)
{
  const int found = core_->ready_in(wait_set);
  next_ready_ = found;
  return found >= 0;
}
std::shared_ptr<void> ClientBase::take_data()
{
  const int kind = next_ready_.exchange(-1);
  if (kind >= 0) {return take_data_by_entity_id(static_cast<size_t>(kind));}
  throw std::runtime_error(
          "Taking data from action client but nothing is ready: ask is_ready() first");
}
std::shared_ptr<void> ClientBase::take_data_by_entity_id(size_t id)
{
  return core_->take(static_cast<EntityType>(id));
}
void ClientBase::execute(const std::shared_ptr<void> & data)
{
  if (!data) {
    throw std::invalid_argument("'data_in' is unexpectedly empty: give what take_data() gave");
  }
  core_->execute(data);
}
void ClientBase::set_on_ready_callback(std::function<void(size_t, int)> callback)
{
  rclcpp::detail::check_callable(callback != nullptr, "set_on_ready_callback");
  core_->listen(callback);
}
void ClientBase::clear_on_ready_callback() {core_->listen(nullptr);}

}  // namespace rclcpp_action
