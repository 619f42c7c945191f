// A node with parameters for peers to see, and our client of a peer's parameters.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "modes.hpp"

namespace interop {
namespace {

template <class Values, class ToJson>
std::string json_of(const Values& values, ToJson to_json) {
  std::string text;
  for (const auto& value : values) text += (text.empty() ? "" : ", ") + to_json(value);
  return "[" + text + "]";
}

std::string value_json(const rclcpp::Parameter& parameter) {
  switch (parameter.get_type()) {
    case rclcpp::PARAMETER_STRING: return quoted(parameter.as_string());
    case rclcpp::PARAMETER_NOT_SET: return "null";
    default: return parameter.value_to_string();
  }
}

std::string names_json(const std::vector<rcl_interfaces::msg::Parameter>& parameters) {
  return json_of(parameters, [](const auto& one) { return quoted(one.name); });
}

rclcpp::Parameter parameter(const std::string& word) {
  const auto equals = word.find('=');
  return {word.substr(0, equals), std::stoll(word.substr(equals + 1))};
}

/// What the peer answers. Contract: on a thread that does not spin.
std::string answer(rclcpp::AsyncParametersClient& client, const Words& words) {
  const auto& verb = words.at(0);
  const Words names(words.begin() + 1, words.end());
  const auto successful = [](const auto& result) -> std::string {
    return result.successful ? "true" : "false";
  };
  if (verb == "get") return json_of(client.get_parameters(names).get(), value_json);
  if (verb == "list") {
    auto all = client.list_parameters({}, 0).get().names;
    std::sort(all.begin(), all.end());
    return json_list(all);
  }
  if (verb == "describe") {
    return json_of(client.describe_parameters(names).get(), [](const auto& one) {
      return "[" + quoted(one.name) + ", " + std::to_string(one.type) + "]";
    });
  }
  if (verb == "types") {
    return json_of(client.get_parameter_types(names).get(),
                   [](auto type) { return std::to_string(static_cast<int>(type)); });
  }
  if (verb == "load") return json_of(client.load_parameters(names.at(0)).get(), successful);
  std::vector<rclcpp::Parameter> values;
  for (const auto& name : names) values.push_back(parameter(name));
  return json_of(client.set_parameters(values).get(), successful);
}

}  // namespace

void ask_for_parameters(const Options& options) {
  auto node = make_node(options);
  const auto of = options.get("of", "/n");
  rclcpp::AsyncParametersClient client(node, of);
  auto events =
      client.on_parameter_event([&](rcl_interfaces::msg::ParameterEvent::SharedPtr heard) {
        if (heard->node != of) return;
        Event("changed")
            .put_json("new", names_json(heard->new_parameters))
            .put_json("changed", names_json(heard->changed_parameters));
      });
  bool there = false;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(5), [&] {
    if (there == client.service_is_ready()) return;
    there = !there;
    Event("service").put_json("there", there ? "true" : "false");
  });
  Event("ready");
  spin_and_obey(
      node, [&](const Words& words) { Event("reply").put_json("value", answer(client, words)); });
}

void hold_node(const Options& options) {
  auto node = make_node(options);
  node->declare_parameter("answer", 42);
  node->declare_parameter("ratio", 0.5);
  node->declare_parameter("name", std::string("peer"));
  const std::string name = node->get_fully_qualified_name();
  auto watch = report_clients(node, {name + "/get_parameters", name + "/list_parameters"});
  Event("ready");
  spin_and_obey(node);
}

}  // namespace interop
