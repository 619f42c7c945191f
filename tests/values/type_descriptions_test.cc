// What a node tells of the types that it uses.
#include <gmock/gmock.h>

#include "ranvier/codec/type_info.h"
#include "rcl_interfaces/msg/parameter_descriptor.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "running.hpp"
#include "type_description_interfaces/srv/get_type_description.hpp"

namespace {

using ranvier::codec::ServiceTypeInfo;
using ranvier::codec::TypeInfo;
using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::ParameterEvent;
using rcl_interfaces::srv::DescribeParameters;
using testing::HasSubstr;
using type_description_interfaces::srv::GetTypeDescription;

class TypeDescriptionTest : public Running {
 protected:
  TypeDescriptionTest() {
    init();
    server_ = node("server");
    client_ = node("client");
  }
  GetTypeDescription::Response told(const std::string& name, const std::string& hash) {
    GetTypeDescription::Request request;
    request.type_name = name;
    request.type_hash = hash;
    return ask<GetTypeDescription>(client_, "/server/get_type_description", request);
  }
  template <class MessageT>
  GetTypeDescription::Response told() {
    const auto& type = *static_cast<const TypeInfo*>(
        rosidl_typesupport_cpp::get_message_type_support_handle<MessageT>()->data);
    return told(type.name, type.hash);
  }
  rclcpp::Node::SharedPtr server_;
  rclcpp::Node::SharedPtr client_;
};

TEST_F(TypeDescriptionTest, TypesInUseAreDescribed) {
  const auto known = told<ParameterEvent>();
  ASSERT_TRUE(known.successful) << known.failure_reason;
  const auto& fields = known.type_description.type_description.fields;
  ASSERT_EQ(fields.size(), 5u);
  EXPECT_EQ(fields[0].type.nested_type_name, "builtin_interfaces/msg/Time");
  EXPECT_EQ(fields[1].type.type_id, 17);  // a string
  EXPECT_EQ(fields[2].name, "new_parameters");
  EXPECT_EQ(fields[2].type.type_id, 145);  // an unbounded sequence of nested messages
  EXPECT_EQ(known.type_description.referenced_type_descriptions.size(), 3u);
  const auto unknown = told("rcl_interfaces/msg/ParameterEvent", "RIHS01_0");
  EXPECT_FALSE(unknown.successful);
  EXPECT_THAT(unknown.failure_reason, HasSubstr("RIHS01_0"));
}

TEST_F(TypeDescriptionTest, TheParameterThatStartsTheServiceIsABool) {
  for (const bool automatic : {false, true}) {
    rclcpp::NodeOptions options;
    options.automatically_declare_parameters_from_overrides(automatic);
    options.append_parameter_override("start_type_description_service", "yes");
    EXPECT_THROW(rclcpp::Node("asked", options), rclcpp::exceptions::InvalidParameterTypeException)
        << automatic;
  }
}

TEST_F(TypeDescriptionTest, DefaultValuesAreTold) {
  const auto publisher = server_->create_publisher<ParameterDescriptor>("descriptors", 1);
  const auto response = told<ParameterDescriptor>();
  ASSERT_TRUE(response.successful) << response.failure_reason;
  std::string defaults;
  for (const auto& field : response.type_description.type_description.fields) {
    if (!field.default_value.empty()) defaults += field.name + "=" + field.default_value + " ";
  }
  EXPECT_EQ(defaults, "read_only=False dynamic_typing=False ");
}

TEST_F(TypeDescriptionTest, CharsOfAServiceEventAreBytesAsInItsHash) {
  const auto& type = *static_cast<const ServiceTypeInfo*>(
      rosidl_typesupport_cpp::get_service_type_support_handle<DescribeParameters>()->data);
  const auto response = told(type.name, type.hash);
  ASSERT_TRUE(response.successful) << response.failure_reason;
  for (const auto& part : response.type_description.referenced_type_descriptions) {
    for (const auto& field : part.fields) {
      if (field.name == "client_gid") {
        EXPECT_EQ(field.type.type_id, 51);  // an array of uint8
        EXPECT_EQ(field.type.capacity, 16u);
        return;
      }
    }
  }
  FAIL() << "service_msgs/msg/ServiceEventInfo is not among the types of the service";
}

}  // namespace
