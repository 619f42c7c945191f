// A server as a waitable.
#include <stdexcept>
#include <utility>

#include "rclcpp/detail/callable.hpp"
#include "server_core.hpp"
#include "waited_ends.hpp"

namespace rclcpp_action
{

using EntityType = ServerBase::EntityType;

namespace detail
{
namespace
{

// What take() gives to execute().
struct Taken
{
  EntityType kind;
  std::shared_ptr<rmw_request_id_t> id{};
  std::shared_ptr<void> request{};  // null: somebody else took it, or it expired
};

}  // namespace

std::shared_ptr<ErasedService> ServerCore::service(Ends & ends, EntityType kind)
{
  switch (kind) {
    case EntityType::GoalService: return ends.goal;
    case EntityType::ResultService: return ends.result;
    case EntityType::CancelService: return ends.cancel;
    case EntityType::Expired: return nullptr;
  }
  refuse_id(static_cast<size_t>(kind), parts_.name);
}

size_t ServerCore::timers() {return ends()->expiry ? 1 : 0;}

void ServerCore::add_to(rcl_wait_set_t & wait_set)
{
  const auto open = ends();
  for (const auto & one : {open->goal, open->cancel, open->result}) {
    detail::add_to(wait_set, *one->get_service_handle(), parts_.name);
  }
  if (open->expiry) {detail::add_to(wait_set, *open->expiry->get_timer_handle(), parts_.name);}
}

int ServerCore::ready_in(const rcl_wait_set_t & wait_set)
{
  const auto open = ends();
  for (const auto kind :
    {EntityType::GoalService, EntityType::CancelService, EntityType::ResultService})
  {
    const auto handle = service(*open, kind)->get_service_handle();
    if (is_in<rcl_service_t>(wait_set.services, wait_set.size_of_services, handle.get())) {
      return static_cast<int>(kind);
    }
  }
  const bool expired = open->expiry && is_in(
    wait_set.timers, wait_set.size_of_timers, open->expiry->get_timer_handle().get());
  return expired ? static_cast<int>(EntityType::Expired) : -1;
}

std::shared_ptr<void> ServerCore::take(EntityType kind)
{
  auto taken = std::make_shared<Taken>(Taken{kind});
  const auto from = service(*ends(), kind);
  if (!from) {return taken;}
  taken->id = from->create_request_header();
  auto request = from->create_request();
  if (from->take_type_erased_request(request.get(), *taken->id)) {
    taken->request = std::move(request);
  }
  return taken;
}

void ServerCore::execute(const std::shared_ptr<void> & data)
{
  const auto taken = std::static_pointer_cast<Taken>(data);
  const auto open = ends();
  if (taken->request) {
    service(*open, taken->kind)->handle_request(taken->id, taken->request);
  } else if (taken->kind == EntityType::Expired && open->expiry) {
    if (const auto call = open->expiry->call()) {open->expiry->execute_callback(call);}
  }
}

void ServerCore::listen(const std::function<void(size_t, int)> & callback)
{
  const auto open = ends();
  for (const auto kind :
    {EntityType::GoalService, EntityType::ResultService, EntityType::CancelService})
  {
    const auto one = service(*open, kind);
    if (callback) {
      one->set_on_new_request_callback(
        bound(callback, static_cast<int>(kind), parts_.logger, parts_.name));
    } else {
      one->clear_on_new_request_callback();
    }
  }
}

}  // namespace detail

size_t ServerBase::get_number_of_ready_subscriptions() {return 0;}
size_t ServerBase::get_number_of_ready_timers() {return core_->timers();}
size_t ServerBase::get_number_of_ready_clients() {return 0;}
size_t ServerBase::get_number_of_ready_services() {return 3;}
size_t ServerBase::get_number_of_ready_guard_conditions() {return 0;}
void ServerBase::add_to_wait_set(rcl_wait_set_t & wait_set) {core_->add_to(wait_set);}
bool ServerBase::is_ready(const rcl_wait_set_t & wait_set)
{
  const int found = core_->ready_in(wait_set);
  next_ready_ = found;
  return found >= 0;
}
std::shared_ptr<void> ServerBase::take_data()
{
  const int kind = next_ready_.exchange(-1);
  if (kind >= 0) {return take_data_by_entity_id(static_cast<size_t>(kind));}
  throw std::runtime_error(
          "ServerBase::take_data() called but no data is ready: ask is_ready() first");
}
std::shared_ptr<void> ServerBase::take_data_by_entity_id(size_t id)
{
  return core_->take(static_cast<EntityType>(id));
}
void ServerBase::execute(const std::shared_ptr<void> & data)
{
  if (!data) {
    throw std::runtime_error(
            "ServerBase::execute: give data pointer was null: give what take_data() gave");
  }
  core_->execute(data);
}
void ServerBase::set_on_ready_callback(std::function<void(size_t, int)> callback)
{
  rclcpp::detail::check_callable(callback != nullptr, "set_on_ready_callback");
  core_->listen(callback);
}
void ServerBase::clear_on_ready_callback() {core_->listen(nullptr);}

}  // namespace rclcpp_action
