// Nodes tell of the types of their actions, as of those of topics and services.
#include <gmock/gmock.h>

#include "acting.hpp"
#include "ranvier/codec/type_info.h"
#include "type_description_interfaces/srv/get_type_description.hpp"

namespace {

using testing::ElementsAre;
using type_description_interfaces::srv::GetTypeDescription;

class ActionDescriptionTest : public Acting {
 protected:
  GetTypeDescription::Response told() {
    const auto& type = *static_cast<const ranvier::codec::ActionTypeInfo*>(
        rosidl_typesupport_cpp::get_action_type_support_handle<Fibonacci>()->data);
    GetTypeDescription::Request request;
    request.type_name = type.name;
    request.type_hash = type.hash;
    return ask<GetTypeDescription>(node("asker"), "/actor/get_type_description", request);
  }
};

TEST_F(ActionDescriptionTest, AServerMakesItsTypeKnownWithAllThatItHolds) {
  const auto server = serve();
  const auto response = told();
  ASSERT_TRUE(response.successful) << response.failure_reason;
  std::vector<std::string> nested, referenced;
  for (const auto& field : response.type_description.type_description.fields) {
    nested.push_back(field.name + " " + field.type.nested_type_name);
  }
  const std::string name = "example_interfaces/action/Fibonacci";
  EXPECT_THAT(nested, ElementsAre("goal " + name + "_Goal", "result " + name + "_Result",
                                  "feedback " + name + "_Feedback",
                                  "send_goal_service " + name + "_SendGoal",
                                  "get_result_service " + name + "_GetResult",
                                  "feedback_message " + name + "_FeedbackMessage"));
  for (const auto& part : response.type_description.referenced_type_descriptions) {
    referenced.push_back(part.type_name);
  }
  EXPECT_THAT(referenced,
              testing::IsSupersetOf({name + "_SendGoal_Event", name + "_GetResult_Response",
                                     std::string("service_msgs/msg/ServiceEventInfo"),
                                     std::string("unique_identifier_msgs/msg/UUID")}));
}

}  // namespace
