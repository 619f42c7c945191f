// A library that was opened by hand is closed while the node that it used lives on.
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <string>

#include "guest.h"
#include "running.hpp"
#include "type_description_interfaces/srv/get_type_description.hpp"

namespace {

using testing::HasSubstr;
using testing::Not;
using type_description_interfaces::srv::GetTypeDescription;

class GuestTest : public Running {
 protected:
  GuestTest() {
    init();
    host_ = node("host");
  }

  /// Lets the library use the node, and closes it. Its code is gone then.
  void visit(const std::string& part) {
    void* library = ::dlopen(TEST_GUEST, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << ::dlerror();
    const auto parts = reinterpret_cast<GuestParts>(::dlsym(library, "guest_parts"))();
    const GuestPart* one = parts;
    while (one->name != nullptr && one->name != part) ++one;
    ASSERT_NE(one->name, nullptr) << "the library has no such part";
    one->visit(host_, *executor_);
    ASSERT_EQ(::dlclose(library), 0);
    ASSERT_EQ(::dlopen(TEST_GUEST, RTLD_NOW | RTLD_NOLOAD), nullptr) << "it is still there";
  }

  /// What comes across all that a node knows, and then ends it.
  void look_and_end() {
    executor_->spin_some();
    std::size_t entities = 0;
    host_->for_each_callback_group(
        [&](const rclcpp::CallbackGroup::SharedPtr& group) { entities += group->size(); });
    EXPECT_GT(entities, 0u);
    (void)host_->get_topic_names_and_types();
    executor_->remove_node(host_);
    host_.reset();
  }

  rclcpp::Node::SharedPtr host_;
};

class EveryPart : public GuestTest, public testing::WithParamInterface<const char*> {};

TEST_P(EveryPart, OfALibraryMayBeUsedAndDroppedBeforeItIsClosed) {
  ASSERT_NO_FATAL_FAILURE(visit(GetParam()));
  look_and_end();
}

INSTANTIATE_TEST_SUITE_P(Guests, EveryPart,
                         testing::Values("service", "service_with_a_request", "client_with_a_reply",
                                         "client_without_a_reply", "subscription_with_messages",
                                         "reentrant_subscription_with_messages",
                                         "subscription_over_dds", "subscription_of_a_factory",
                                         "publisher_that_keeps", "endpoint_events", "timers",
                                         "callback_group", "callbacks_of_parameters",
                                         "waitable_that_is_removed", "actions", "node_of_its_own",
                                         "lifecycle_publisher", "generic_endpoints"),
                         [](const auto& info) { return std::string(info.param); });

TEST_F(GuestTest, ATypeThatOnlyTheLibraryUsedIsStillDescribed) {
  ASSERT_NO_FATAL_FAILURE(visit("publisher_that_keeps"));
  GetTypeDescription::Request request;
  request.type_name = "example_interfaces/msg/String";
  request.type_hash = "none";
  const auto answer = ask<GetTypeDescription>(host_, "/host/get_type_description", request);
  EXPECT_THAT(answer.failure_reason, HasSubstr("example_interfaces/msg/String"));
  EXPECT_FALSE(answer.successful);
  look_and_end();
}

TEST_F(GuestTest, OneLibraryMayComeAndGoOftenBesideOneNode) {
  for (int round = 0; round < 20; ++round) {
    for (const char* part : {"service_with_a_request", "subscription_with_messages", "timers"}) {
      ASSERT_NO_FATAL_FAILURE(visit(part));
    }
  }
  look_and_end();
}

}  // namespace
