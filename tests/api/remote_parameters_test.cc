// Parameters of other nodes: clients, events, files; and of two nodes at once.
#include <gmock/gmock.h>

#include <fstream>
#include <thread>

#include "covers.h"
#include "rclcpp/parameter_client.hpp"
#include "rclcpp/parameter_events_filter.hpp"
#include "rclcpp/parameter_map.hpp"
#include "running.hpp"

namespace {

using rcl_interfaces::msg::ParameterEvent;
using rclcpp::Parameter;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class RemoteParameters : public Running {
 protected:
  RemoteParameters() {
    init({"-r", "__ns:=/farm"});
    server_ = node("server", rclcpp::NodeOptions().allow_undeclared_parameters(true));
    server_->declare_parameter("size", 3);
    server_->declare_parameter("color.front", "red");
  }
  ~RemoteParameters() override {
    spinning_ = false;
    if (spinner_.joinable()) spinner_.join();
    client_.reset();
    server_.reset();
  }

  /// The asking node; the server spins on a thread of its own then.
  rclcpp::Node::SharedPtr lone_client() {
    client_ = std::make_shared<rclcpp::Node>("client");
    spinner_ = std::thread([this] {
      while (spinning_) executor_->spin_once(10ms);
    });
    return client_;
  }

  template <class FutureT>
  auto got(FutureT future) {
    EXPECT_EQ(executor_->spin_until_future_complete(future, 30s),
              rclcpp::FutureReturnCode::SUCCESS);
    return future.get();
  }

  std::string file(const std::string& text) {
    std::filesystem::create_directories(folder_);
    const std::string path = folder_ + "/parameters.yaml";
    std::ofstream(path) << text;
    return path;
  }

  rclcpp::Node::SharedPtr server_, client_;
  std::thread spinner_;
  std::atomic<bool> spinning_{true};
};

TEST_F(RemoteParameters, AreReadAndSetByFutures) {
  COVERS("rclcpp::AsyncParametersClient", "service_is_ready", "get_parameters",
         "get_parameter_types", "describe_parameters", "list_parameters", "set_parameters",
         "set_parameters_atomically", "delete_parameters");
  auto asking = node("asking");
  rclcpp::AsyncParametersClient client(asking, "server");
  ASSERT_TRUE(client.wait_for_service(30s));
  EXPECT_TRUE(client.service_is_ready());
  const auto values = got(client.get_parameters({"size", "color.front"}));
  EXPECT_THAT(values, ElementsAre(Parameter("size", 3), Parameter("color.front", "red")));
  EXPECT_THAT(got(client.get_parameter_types({"size"})), ElementsAre(rclcpp::PARAMETER_INTEGER));
  EXPECT_EQ(got(client.describe_parameters({"size"}))[0].name, "size");
  EXPECT_THAT(got(client.list_parameters({"color"}, 0)).names, ElementsAre("color.front"));
  EXPECT_TRUE(got(client.set_parameters({Parameter("size", 4)}))[0].successful);
  EXPECT_EQ(server_->get_parameter("size").as_int(), 4);
  const auto refused =
      got(client.set_parameters_atomically({Parameter("size", 5), Parameter("size", "x")}));
  EXPECT_FALSE(refused.successful);
  EXPECT_EQ(server_->get_parameter("size").as_int(), 4);
  EXPECT_TRUE(got(client.set_parameters({Parameter("new", 1)}))[0].successful);
  EXPECT_TRUE(got(client.delete_parameters({"new"}))[0].successful);
  EXPECT_FALSE(server_->has_parameter("new"));
}

TEST_F(RemoteParameters, AreToldToCallbacks) {
  auto asking = node("asking");
  rclcpp::AsyncParametersClient client(asking.get(), "/farm/server", rmw_qos_profile_parameters);
  ASSERT_TRUE(client.wait_for_service(30s));
  int called = 0;
  client.get_parameters({"size"}, [&](auto future) { called += future.get()[0].as_int() == 3; });
  client.list_parameters({}, 1, [&](auto future) { called += !future.get().names.empty(); });
  client.set_parameters({Parameter("size", 5)},
                        [&](auto future) { called += future.get()[0].successful; });
  client.set_parameters_atomically({Parameter("size", 6)},
                                   [&](auto future) { called += future.get().successful; });
  client.describe_parameters({"size"}, [&](auto future) { called += future.get().size() == 1; });
  client.get_parameter_types({"size"}, [&](auto future) { called += future.get().size() == 1; });
  wait_until([&] { return called == 6; });
}

// In the process that has the parameters: who asked hears of it by the answer.
TEST_F(RemoteParameters, WhatCannotBeAnsweredIsAWarning) {
  const auto strict = node("strict");
  rclcpp::AsyncParametersClient client(strict);
  ASSERT_TRUE(client.wait_for_service(30s));
  testing::internal::CaptureStderr();
  EXPECT_TRUE(got(client.get_parameters({"no_such"})).empty());
  EXPECT_TRUE(got(client.get_parameter_types({"no_such"})).empty());
  EXPECT_TRUE(got(client.describe_parameters({"no_such"})).empty());
  EXPECT_FALSE(got(client.set_parameters({Parameter("no_such", 1)})).at(0).successful);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, testing::HasSubstr("[WARN]"));
  for (const char* what :
       {"get parameters", "get parameter types", "describe parameters", "set parameters"}) {
    EXPECT_THAT(log, testing::HasSubstr(std::string("cannot ") + what + ": "));
  }
}

TEST_F(RemoteParameters, AreOfTheNodeItselfWithoutAName) {
  rclcpp::AsyncParametersClient client(server_);
  EXPECT_EQ(got(client.get_parameters({"size"}))[0].as_int(), 3);
}

TEST_F(RemoteParameters, AreNotThereWithoutANode) {
  rclcpp::AsyncParametersClient client(server_, "nobody");
  EXPECT_FALSE(client.service_is_ready());
  EXPECT_FALSE(client.wait_for_service(1ms));
}

TEST_F(RemoteParameters, AreReadAndSetWhileTheClientSpins) {
  COVERS("rclcpp::SyncParametersClient", "service_is_ready", "has_parameter", "get_parameter");
  rclcpp::SyncParametersClient client(lone_client(), "server");
  ASSERT_TRUE(client.wait_for_service(30s));
  EXPECT_TRUE(client.service_is_ready());
  EXPECT_TRUE(client.has_parameter("size"));
  EXPECT_FALSE(client.has_parameter("nothing"));
  EXPECT_EQ(client.get_parameter<int>("size"), 3);
  EXPECT_EQ(client.get_parameter("nothing", 8), 8);
  EXPECT_THROW(client.get_parameter<int>("nothing"), std::runtime_error);
  EXPECT_THAT(client.get_parameters({"size"}, 30s), ElementsAre(Parameter("size", 3)));
  EXPECT_THAT(client.get_parameter_types({"size"}), ElementsAre(rclcpp::PARAMETER_INTEGER));
  EXPECT_EQ(client.describe_parameters({"size"})[0].name, "size");
  EXPECT_TRUE(client.set_parameters({Parameter("size", 4), Parameter("more", 1)})[1].successful);
  EXPECT_TRUE(client.set_parameters_atomically({Parameter("size", 5)}).successful);
  EXPECT_TRUE(client.delete_parameters({"more"})[0].successful);
  EXPECT_THAT(client.list_parameters({"color"}, 2).names, ElementsAre("color.front"));
  EXPECT_EQ(client.get_parameter<int>("size"), 5);
}

TEST_F(RemoteParameters, GiveUpWhenTimeIsOver) {
  auto alone = std::make_shared<rclcpp::Node>("alone");
  rclcpp::SyncParametersClient client(std::make_shared<rclcpp::executors::SingleThreadedExecutor>(),
                                      alone, "nobody");
  EXPECT_FALSE(client.wait_for_service(0s));
  EXPECT_THAT(client.get_parameters({"size"}, 1ms), IsEmpty());
  EXPECT_THAT(client.set_parameters({}, 1ms), IsEmpty());
  EXPECT_THROW(client.list_parameters({}, 0, 1ms), std::runtime_error);
  EXPECT_THROW(client.set_parameters_atomically({}, 1ms), std::runtime_error);
}

TEST_F(RemoteParameters, AreLoadedFromFilesByNodeName) {
  COVERS("rclcpp", "parameter_map_from_yaml_file", "parameters_from_map");
  const auto path = file(
      "/farm/server:\n  ros__parameters:\n    size: 7\n"
      "/**:\n  ros__parameters:\n    color: {back: blue}\n"
      "other:\n  ros__parameters:\n    size: 9\n");
  const auto all = rclcpp::parameter_map_from_yaml_file(path);
  EXPECT_THAT(all.at("/farm/server"), ElementsAre(Parameter("size", 7)));
  EXPECT_THAT(all.at("/**"), ElementsAre(Parameter("color.back", "blue")));
  EXPECT_THAT(all.at("/other"), ElementsAre(Parameter("size", 9)));
  EXPECT_EQ(rclcpp::parameters_from_map(all).size(), 3u);
  EXPECT_THAT(rclcpp::parameters_from_map(all, "/other"),
              UnorderedElementsAre(Parameter("size", 9), Parameter("color.back", "blue")));
  const auto ours = rclcpp::parameter_map_from_yaml_file(path, "/farm/server");
  EXPECT_THAT(ours.at("/farm/server"),
              ElementsAre(Parameter("size", 7), Parameter("color.back", "blue")));
  EXPECT_EQ(ours.size(), 1u);
  rclcpp::SyncParametersClient client(lone_client(), "/farm/server");
  ASSERT_TRUE(client.wait_for_service(30s));
  EXPECT_EQ(client.load_parameters(path).size(), 2u);
  EXPECT_EQ(client.get_parameter<int>("size"), 7);
}

TEST_F(RemoteParameters, AreNotLoadedFromFilesThatSayNothingOfTheNode) {
  COVERS("rclcpp::AsyncParametersClient", "load_parameters");
  rclcpp::AsyncParametersClient client(server_, "/farm/server");
  EXPECT_THROW(client.load_parameters(file("other:\n  ros__parameters:\n    size: 9\n")),
               rclcpp::exceptions::InvalidParametersException);
  EXPECT_THROW(client.load_parameters("/no/such/file"), std::runtime_error);
  EXPECT_THROW(rclcpp::parameter_map_from_yaml_file(file("a: [")), std::runtime_error);
}

TEST_F(RemoteParameters, TellTheirChangesToHandlers) {
  COVERS("rclcpp::ParameterEventHandler", "add_parameter_callback", "add_parameter_event_callback",
         "remove_parameter_callback", "remove_parameter_event_callback");
  rclcpp::ParameterEventHandler handler(node("watching"));
  std::string told;
  auto of_size = handler.add_parameter_callback(
      "size", [&](const Parameter& p) { told += "a" + p.value_to_string(); }, "server");
  auto of_size_too = handler.add_parameter_callback(
      "size", [&](const Parameter& p) { told += "b" + p.value_to_string(); }, "/farm/server");
  auto of_own = handler.add_parameter_callback("size", [&](const Parameter&) { told += "own"; });
  auto of_all = handler.add_parameter_event_callback([&](const ParameterEvent& event) {
    if (event.node != "/farm/server") return;
    Parameter parameter;
    told += handler.get_parameter_from_event(event, parameter, "size") ? "e" : "-";
    EXPECT_FALSE(handler.get_parameter_from_event(event, parameter, "size", "/farm/other"));
  });
  server_->set_parameter(Parameter("size", 4));
  wait_until([&] { return told.size() >= 5; });
  EXPECT_EQ(told, "b4a4e");
  handler.remove_parameter_callback(of_size);
  EXPECT_THROW(handler.remove_parameter_callback(of_size), std::runtime_error);
  of_size_too.reset();
  server_->set_parameter(Parameter("size", 5));
  wait_until([&] { return told.size() >= 6; });
  EXPECT_EQ(told, "b4a4ee");
  handler.remove_parameter_event_callback(of_all);
  EXPECT_THROW(handler.remove_parameter_event_callback(of_all), std::runtime_error);
}

TEST(ParameterEvents, AreTakenApart) {
  COVERS("rclcpp::ParameterEventHandler", "get_parameter_from_event", "get_parameters_from_event");
  COVERS("rclcpp::ParameterEventsFilter", "get_events");
  COVERS("rclcpp::ParameterEventsFilter::EventType", "NEW", "DELETED", "CHANGED");
  ParameterEvent event;
  event.node = "/n";
  event.new_parameters.push_back(Parameter("a", 1).to_parameter_msg());
  event.changed_parameters.push_back(Parameter("b", 2).to_parameter_msg());
  event.deleted_parameters.push_back(Parameter("c").to_parameter_msg());
  using Handler = rclcpp::ParameterEventHandler;
  EXPECT_EQ(Handler::get_parameter_from_event(event, "b"), Parameter("b", 2));
  EXPECT_EQ(Handler::get_parameter_from_event(event, "a", "/n"), Parameter("a", 1));
  EXPECT_THROW(Handler::get_parameter_from_event(event, "a", "/m"), std::runtime_error);
  EXPECT_THROW(Handler::get_parameter_from_event(event, "c"), std::runtime_error);
  EXPECT_THAT(Handler::get_parameters_from_event(event),
              ElementsAre(Parameter("a", 1), Parameter("b", 2)));

  using Filter = rclcpp::ParameterEventsFilter;
  const auto shared = std::make_shared<const ParameterEvent>(event);
  const Filter filter(shared, {"a", "b", "c"},
                      {Filter::EventType::NEW, Filter::EventType::DELETED});
  ASSERT_EQ(filter.get_events().size(), 2u);
  EXPECT_EQ(filter.get_events()[0].first, Filter::EventType::NEW);
  EXPECT_EQ(filter.get_events()[0].second->name, "a");
  EXPECT_EQ(filter.get_events()[1].second->name, "c");
  EXPECT_TRUE(Filter(shared, {"b"}, {Filter::EventType::NEW}).get_events().empty());
  EXPECT_EQ(Filter(shared, {"b"}, {Filter::EventType::CHANGED}).get_events().size(), 1u);
}

TEST_F(RemoteParameters, AreAskedAndTakenApartByTypesThatHaveNames) {
  COVERS("rclcpp::ParameterEventHandler", "ParameterCallbackType", "ParameterEventCallbackType",
         "CallbacksContainerType");
  COVERS("rclcpp::ParameterCallbackHandle", "ParameterCallbackType");
  COVERS("rclcpp::ParameterEventCallbackHandle", "ParameterEventCallbackType");
  COVERS("rclcpp::ParameterEventsFilter", "EventPair");
  COVERS("rclcpp", "ParameterMap");
  using Handler = rclcpp::ParameterEventHandler;
  Handler handler(server_);
  int told = 0;
  const Handler::ParameterCallbackType of_one = [&](const Parameter&) { ++told; };
  const Handler::ParameterEventCallbackType of_all = [&](const ParameterEvent&) { ++told; };
  const rclcpp::ParameterCallbackHandle::ParameterCallbackType same_of_one = of_one;
  const rclcpp::ParameterEventCallbackHandle::ParameterEventCallbackType same_of_all = of_all;
  Handler::CallbacksContainerType held;
  const auto one = handler.add_parameter_callback("size", same_of_one);
  const auto all = handler.add_parameter_event_callback(same_of_all);
  held.push_back(one);
  server_->set_parameter(Parameter("size", 4));
  wait_until([&] { return told == 2; });
  EXPECT_EQ(held.front().lock(), one);
  auto event = std::make_shared<ParameterEvent>();
  event->new_parameters.push_back(Parameter("a", 1).to_parameter_msg());
  const rclcpp::ParameterEventsFilter filter(event, {"a"},
                                             {rclcpp::ParameterEventsFilter::EventType::NEW});
  const rclcpp::ParameterEventsFilter::EventPair pair = filter.get_events().at(0);
  EXPECT_EQ(pair.second->name, "a");
  const rclcpp::ParameterMap map = {{"/n", {Parameter("a", 1)}}, {"/m", {}}};
  EXPECT_THAT(rclcpp::parameters_from_map(map, "/n"), ElementsAre(Parameter("a", 1)));
}

TEST_F(RemoteParameters, TellEventsAndAlternativesToSynchronousClientsToo) {
  COVERS("rclcpp::SyncParametersClient", "on_parameter_event", "get_parameter_impl");
  int told = 0;
  auto asking = lone_client();
  rclcpp::SyncParametersClient client(asking, "server");
  ASSERT_TRUE(client.wait_for_service(30s));
  EXPECT_EQ(client.get_parameter_impl<int>("size", [] { return 7; }), 3);
  EXPECT_EQ(client.get_parameter_impl<int>("nothing", [] { return 7; }), 7);
  const auto events = client.on_parameter_event([&](const ParameterEvent&) { ++told; });
  ASSERT_TRUE(client.set_parameters({Parameter("size", 4)}).at(0).successful);
  while (told == 0) rclcpp::spin_some(asking);
}

TEST_F(RemoteParameters, TellTheirEventsToSubscriptions) {
  COVERS("rclcpp::AsyncParametersClient", "on_parameter_event");
  auto asking = node("asking");
  rclcpp::AsyncParametersClient client(asking, "server");
  int by_member = 0, by_function = 0;
  auto first = client.on_parameter_event([&](const ParameterEvent&) { ++by_member; });
  auto second = rclcpp::AsyncParametersClient::on_parameter_event(
      asking, [&](ParameterEvent::ConstSharedPtr) { ++by_function; });
  server_->set_parameter(Parameter("size", 4));
  wait_until([&] { return by_member > 0 && by_function > 0; });
}

TEST_F(RemoteParameters, AreCopiedToAnotherNode) {
  COVERS("rclcpp", "copy_all_parameter_values");
  rcl_interfaces::msg::ParameterDescriptor fixed;
  fixed.read_only = true;
  server_->declare_parameter("fixed", 1, fixed);
  auto to = node("to");
  to->declare_parameter("size", 30);
  to->declare_parameter("fixed", 10, fixed);
  rclcpp::copy_all_parameter_values(server_, to);
  EXPECT_EQ(to->get_parameter("color.front").as_string(), "red");
  EXPECT_EQ(to->get_parameter("size").as_int(), 30);
  rclcpp::copy_all_parameter_values(server_, to, true);
  EXPECT_EQ(to->get_parameter("size").as_int(), 3);
  EXPECT_EQ(to->get_parameter("fixed").as_int(), 10);
}

TEST_F(RemoteParameters, AreServedByAServiceOfOnesOwn) {
  COVERS("rclcpp::ParameterService");
  auto quiet = node("quiet", rclcpp::NodeOptions().start_parameter_services(false));
  quiet->declare_parameter("size", 11);
  rclcpp::AsyncParametersClient client(server_, "quiet");
  EXPECT_FALSE(client.service_is_ready());
  rclcpp::ParameterService service(quiet->get_node_base_interface(),
                                   quiet->get_node_services_interface(),
                                   quiet->get_node_parameters_interface().get());
  ASSERT_TRUE(client.wait_for_service(30s));
  EXPECT_EQ(got(client.get_parameters({"size"}))[0].as_int(), 11);
}

}  // namespace
