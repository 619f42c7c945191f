#include <iostream>

#include "farm_interfaces/action/harvest.hpp"
#include "farm_interfaces/msg/farm.hpp"
#include "farm_interfaces/srv/water.hpp"

using farm_interfaces::action::Harvest;
using farm_interfaces::srv::Water;

static_assert(rosidl_generator_traits::is_service<Water>::value);
static_assert(rosidl_generator_traits::is_action<Harvest>::value);
static_assert(rosidl_generator_traits::has_fixed_size<Harvest::Feedback>::value);
static_assert(!rosidl_generator_traits::has_bounded_size<farm_interfaces::msg::Farm>::value);

int main() {
  Water::Request request;
  request.bed.plants.resize(1);
  Harvest::Impl::SendGoalService::Request goal;
  goal.goal.crop = "plums";
  std::cout << to_yaml(request, true) << "\n" << goal.goal.crop << "\n";
}
