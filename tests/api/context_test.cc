// A context's life: options, beginning, callbacks at its end; and the functions
// of the default one.
#include <gmock/gmock.h>

#include <csignal>
#include <rcl_interfaces/msg/log.hpp>
#include <thread>

#include "covers.h"
#include "own_domain.h"
#include "rcl/context.h"
#include "rcl/init_options.h"
#include "rclcpp/contexts/default_context.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/expand_topic_or_service_name.hpp"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using rclcpp::Context;
using rclcpp::InitOptions;
using rclcpp::SignalHandlerOptions;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

class ContextTest : public Running {
 protected:
  std::shared_ptr<Context> context(const InitOptions& options = InitOptions()) {
    auto made = std::make_shared<Context>();
    made->init(0, nullptr, options);
    return made;
  }
};

TEST_F(ContextTest, RunsItsCallbacksAroundItsEndInOrder) {
  COVERS("rclcpp::Context", "OnShutdownCallback", "PreShutdownCallback", "add_on_shutdown_callback",
         "add_pre_shutdown_callback", "remove_on_shutdown_callback", "remove_pre_shutdown_callback",
         "on_shutdown", "get_on_shutdown_callbacks", "get_pre_shutdown_callbacks",
         "shutdown_reason");
  COVERS("rclcpp", "OnShutdownCallbackHandle", "PreShutdownCallbackHandle");
  COVERS("rclcpp::ShutdownCallbackHandle", "ShutdownCallbackType");
  auto own = context();
  std::string order;
  const auto add = [&](const char* word) -> rclcpp::ShutdownCallbackHandle::ShutdownCallbackType {
    return [&order, word, &own] { order += word + std::to_string(own->is_valid()); };
  };
  const Context::OnShutdownCallback after = add("after");
  const Context::PreShutdownCallback before = add("before");
  own->on_shutdown(after);
  const rclcpp::OnShutdownCallbackHandle gone = own->add_on_shutdown_callback(add("gone"));
  own->add_on_shutdown_callback(add("last"));
  const rclcpp::PreShutdownCallbackHandle early_gone = own->add_pre_shutdown_callback(add("early"));
  own->add_pre_shutdown_callback(before);
  EXPECT_TRUE(own->remove_on_shutdown_callback(gone));
  EXPECT_FALSE(own->remove_on_shutdown_callback(gone));
  EXPECT_TRUE(own->remove_pre_shutdown_callback(early_gone));
  EXPECT_FALSE(own->remove_pre_shutdown_callback(early_gone));
  EXPECT_EQ(own->get_on_shutdown_callbacks().size(), 2u);
  EXPECT_EQ(own->get_pre_shutdown_callbacks().size(), 1u);
  EXPECT_EQ(own->shutdown_reason(), "");
  EXPECT_TRUE(own->shutdown("enough"));
  EXPECT_EQ(order, "before1after0last0");
  EXPECT_EQ(own->shutdown_reason(), "enough");
  EXPECT_FALSE(own->shutdown("again"));
}

TEST_F(ContextTest, ACallbackThatAnotherOneRemovedIsNotCalled) {
  const auto own = context();
  std::string called;
  rclcpp::PreShutdownCallbackHandle early;
  rclcpp::OnShutdownCallbackHandle late;
  own->add_pre_shutdown_callback([&] { EXPECT_TRUE(own->remove_pre_shutdown_callback(early)); });
  early = own->add_pre_shutdown_callback([&] { called += "early"; });
  own->add_on_shutdown_callback([&] { EXPECT_TRUE(own->remove_on_shutdown_callback(late)); });
  late = own->add_on_shutdown_callback([&] { called += "late"; });
  EXPECT_TRUE(own->shutdown("enough"));
  EXPECT_EQ(called, "");
}

TEST_F(ContextTest, IsInitializedOnceAtATime) {
  COVERS("rclcpp::ContextAlreadyInitialized");
  COVERS("rclcpp::Context", "init", "is_valid", "shutdown");
  auto own = context();
  EXPECT_THROW(own->init(0, nullptr), rclcpp::ContextAlreadyInitialized);
  own->shutdown("for the test");
  EXPECT_FALSE(own->is_valid());
  own->init(0, nullptr);
  EXPECT_TRUE(own->is_valid());
}

TEST_F(ContextTest, DoesNotBeginWithoutTheSecurityThatIsEnforced) {
  ::setenv("ROS_SECURITY_ENABLE", "true", 1);
  ::setenv("ROS_SECURITY_STRATEGY", "Enforce", 1);
  const auto own = std::make_shared<Context>();
  try {
    own->init(0, nullptr);
    ADD_FAILURE() << "it runs without security";
  } catch (const rclcpp::exceptions::RCLError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("ROS_SECURITY_STRATEGY='Enforce'"));
  }
  EXPECT_FALSE(own->is_valid());
  ::unsetenv("ROS_SECURITY_ENABLE");
  ::unsetenv("ROS_SECURITY_STRATEGY");
  own->init(0, nullptr);
  EXPECT_TRUE(own->is_valid());
}

TEST_F(ContextTest, ReadsNoFileThatConfiguresTheLog) {
  const char* arguments[] = {"program", "--ros-args", "--log-config-file", "log.conf"};
  EXPECT_THROW(std::make_shared<Context>()->init(4, arguments),
               rclcpp::exceptions::RCLInvalidROSArgsError);
}

TEST_F(ContextTest, SleepsUntilTimeOrInterruption) {
  COVERS("rclcpp::Context", "sleep_for", "interrupt_all_sleep_for");
  auto own = context();
  EXPECT_TRUE(own->sleep_for(1ms));
  std::atomic<bool> awake{false};
  std::thread waker([&] {
    while (!awake) own->interrupt_all_sleep_for();
  });
  EXPECT_FALSE(own->sleep_for(std::chrono::hours(1)));
  awake = true;
  waker.join();
}

TEST_F(ContextTest, OwnsOneSubContextOfEachClass) {
  COVERS("rclcpp::Context", "get_sub_context");
  struct Part {
    explicit Part(int number = 0) : value(number) {}
    int value;
  };
  struct Other {};
  auto own = context();
  const auto first = own->get_sub_context<Part>(5);
  EXPECT_EQ(first->value, 5);
  EXPECT_EQ(own->get_sub_context<Part>(6), first);
  EXPECT_NE(own->get_sub_context<Other>(), nullptr);
  EXPECT_NE(context()->get_sub_context<Part>(), first);
}

TEST_F(ContextTest, IsNamedToFunctionsOfRcl) {
  COVERS("rclcpp::Context", "get_rcl_context");
  auto own = context();
  const auto handle = own->get_rcl_context();
  EXPECT_EQ(handle, own->get_rcl_context());
  EXPECT_TRUE(rcl_context_is_valid(handle.get()));
  own->shutdown("for the test");
  EXPECT_FALSE(rcl_context_is_valid(handle.get()));
  own.reset();
  EXPECT_FALSE(rcl_context_is_valid(handle.get()));
  EXPECT_FALSE(rcl_context_is_valid(nullptr));
}

TEST_F(ContextTest, OptionsChooseTheDomain) {
  COVERS("rclcpp::InitOptions", "set_domain_id", "get_domain_id", "use_default_domain_id",
         "operator=", "get_rcl_init_options");
  COVERS("rclcpp::Context", "get_domain_id", "get_init_options");
  InitOptions options, copy;
  EXPECT_EQ(options.get_domain_id(), static_cast<size_t>(ranvier::support::own_domain()));
  options.set_domain_id(7);
  copy = options;
  EXPECT_EQ(copy.get_domain_id(), 7u);
  size_t domain = 0;
  EXPECT_EQ(rcl_init_options_get_domain_id(copy.get_rcl_init_options(), &domain), RCL_RET_OK);
  EXPECT_EQ(domain, 7u);
  EXPECT_EQ(rcl_init_options_get_domain_id(nullptr, &domain), RCL_RET_INVALID_ARGUMENT);
  const auto own = context(copy);
  EXPECT_EQ(own->get_domain_id(), 7u);
  EXPECT_EQ(own->get_init_options().get_domain_id(), 7u);
  copy.use_default_domain_id();
  EXPECT_EQ(copy.get_domain_id(), static_cast<size_t>(ranvier::support::own_domain()));
}

TEST_F(ContextTest, OptionsMayLeaveTheLogAlone) {
  COVERS("rclcpp::InitOptions", "auto_initialize_logging");
  EXPECT_TRUE(InitOptions().auto_initialize_logging());
  const auto loud = rclcpp::Logger::Level::Fatal;
  const char* arguments[] = {"program", "--ros-args", "--log-level", "left_alone:=fatal"};
  auto own = std::make_shared<Context>();
  own->init(4, arguments, InitOptions().auto_initialize_logging(false));
  EXPECT_NE(rclcpp::get_logger("left_alone").get_effective_level(), loud);
  own->shutdown("for the test");
  own->init(4, arguments, InitOptions());
  EXPECT_EQ(rclcpp::get_logger("left_alone").get_effective_level(), loud);
}

TEST_F(ContextTest, TheDefaultOneIsThatOfInitAndShutdown) {
  COVERS("rclcpp::contexts", "get_global_default_context");
  COVERS("rclcpp::contexts::DefaultContext");
  COVERS("rclcpp", "init", "ok", "shutdown", "on_shutdown", "get_contexts", "sleep_for");
  const std::shared_ptr<rclcpp::contexts::DefaultContext> context =
      rclcpp::contexts::get_global_default_context();
  EXPECT_FALSE(rclcpp::ok());
  EXPECT_THAT(rclcpp::get_contexts(), Not(Contains(context)));
  rclcpp::init(0, nullptr);
  EXPECT_TRUE(rclcpp::ok());
  EXPECT_TRUE(rclcpp::ok(context));
  EXPECT_TRUE(context->is_valid());
  EXPECT_THAT(rclcpp::get_contexts(), Contains(context));
  EXPECT_TRUE(rclcpp::sleep_for(1ms));
  const auto told = std::make_shared<bool>(false);  // the default context keeps the callback
  rclcpp::on_shutdown([told] { *told = true; });
  EXPECT_TRUE(rclcpp::shutdown());
  EXPECT_TRUE(*told);
  EXPECT_FALSE(rclcpp::ok());
  EXPECT_FALSE(rclcpp::sleep_for(1ms));
  EXPECT_FALSE(rclcpp::shutdown());
}

TEST_F(ContextTest, ArgumentsOfRosAreTakenOutOfTheOthers) {
  COVERS("rclcpp", "init_and_remove_ros_arguments", "remove_ros_arguments");
  const char* arguments[] = {"program", "a", "--ros-args", "-r", "x:=y", "--", "b"};
  EXPECT_THAT(rclcpp::remove_ros_arguments(7, arguments), ElementsAre("program", "a", "b"));
  EXPECT_FALSE(rclcpp::ok());
  EXPECT_THAT(rclcpp::init_and_remove_ros_arguments(7, arguments),
              ElementsAre("program", "a", "b"));
  EXPECT_TRUE(rclcpp::ok());
  EXPECT_STREQ(std::make_shared<rclcpp::Node>("n")
                   ->create_publisher<rcl_interfaces::msg::Log>("x", 1)
                   ->get_topic_name(),
               "/y");
}

TEST_F(ContextTest, SignalsShutDownWhereHandlersAreInstalled) {
  COVERS("rclcpp", "install_signal_handlers", "uninstall_signal_handlers",
         "signal_handlers_installed", "get_current_signal_handler_options");
  COVERS("rclcpp::SignalHandlerOptions", "All", "None", "SigInt", "SigTerm");
  rclcpp::init(0, nullptr, InitOptions(), SignalHandlerOptions::None);
  EXPECT_FALSE(rclcpp::signal_handlers_installed());
  EXPECT_EQ(rclcpp::get_current_signal_handler_options(), SignalHandlerOptions::None);
  for (const auto& [options, signal] : {std::pair{SignalHandlerOptions::SigInt, SIGINT},
                                        std::pair{SignalHandlerOptions::SigTerm, SIGTERM},
                                        std::pair{SignalHandlerOptions::All, SIGTERM}}) {
    if (!rclcpp::ok()) rclcpp::init(0, nullptr, InitOptions(), SignalHandlerOptions::None);
    EXPECT_TRUE(rclcpp::install_signal_handlers(options));
    EXPECT_FALSE(rclcpp::install_signal_handlers(options)) << "they are there";
    EXPECT_TRUE(rclcpp::signal_handlers_installed());
    EXPECT_EQ(rclcpp::get_current_signal_handler_options(), options);
    std::raise(signal);
    while (rclcpp::ok()) std::this_thread::yield();
    EXPECT_TRUE(rclcpp::uninstall_signal_handlers());
    EXPECT_FALSE(rclcpp::uninstall_signal_handlers());
    EXPECT_FALSE(rclcpp::signal_handlers_installed());
  }
}

TEST(UtilitiesTest, SumsThatLeaveTheRangeAreSeenBefore) {
  COVERS("rclcpp", "add_will_overflow", "add_will_underflow", "sub_will_overflow",
         "sub_will_underflow");
  constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
  EXPECT_TRUE(rclcpp::add_will_overflow(most, 1));
  EXPECT_FALSE(rclcpp::add_will_overflow(most - 1, 1));
  EXPECT_FALSE(rclcpp::add_will_overflow(most, -1));
  EXPECT_TRUE(rclcpp::add_will_underflow(least, -1));
  EXPECT_FALSE(rclcpp::add_will_underflow(least, 1));
  EXPECT_TRUE(rclcpp::sub_will_overflow(most, -1));
  EXPECT_FALSE(rclcpp::sub_will_overflow(most, 1));
  EXPECT_TRUE(rclcpp::sub_will_underflow(least, 1));
  EXPECT_FALSE(rclcpp::sub_will_underflow(least, -1));
}

TEST(UtilitiesTest, StringsAreGivenAsCHasThem) {
  COVERS("rclcpp", "get_c_string", "get_c_vector_string");
  const std::string text = "text";
  EXPECT_EQ(rclcpp::get_c_string(text), text.c_str());
  EXPECT_EQ(rclcpp::get_c_string(text.c_str()), text.c_str());
  const std::vector<std::string> words = {"a", "b"};
  EXPECT_THAT(rclcpp::get_c_vector_string(words), ElementsAre(words[0].c_str(), words[1].c_str()));
}

TEST(UtilitiesTest, NamesAreExpandedAsANodeExpandsThem) {
  COVERS("rclcpp", "expand_topic_or_service_name");
  const auto expand = [](const char* name, bool service = false) {
    return rclcpp::expand_topic_or_service_name(name, "node", "/space", service);
  };
  EXPECT_EQ(expand("topic"), "/space/topic");
  EXPECT_EQ(expand("/topic"), "/topic");
  EXPECT_EQ(expand("~/topic"), "/space/node/topic");
  EXPECT_EQ(expand("{node}/topic"), "/space/node/topic");
  EXPECT_THROW(expand("a b"), rclcpp::exceptions::InvalidTopicNameError);
  EXPECT_THROW(expand("a b", true), rclcpp::exceptions::InvalidServiceNameError);
  EXPECT_THROW(rclcpp::expand_topic_or_service_name("a", "no de", "/"),
               rclcpp::exceptions::InvalidNodeNameError);
  EXPECT_THROW(rclcpp::expand_topic_or_service_name("a", "node", "space"),
               rclcpp::exceptions::InvalidNamespaceError);
}

}  // namespace
