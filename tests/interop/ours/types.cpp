// Types by their names: publishers of many, and what our node tells of them.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <type_description_interfaces/srv/get_type_description.hpp>

#include "modes.hpp"

namespace interop {
using type_description_interfaces::msg::IndividualTypeDescription;
using type_description_interfaces::srv::GetTypeDescription;

namespace {

std::string field_json(const type_description_interfaces::msg::Field& field) {
  const auto& type = field.type;
  return "{\"name\": " + quoted(field.name) +
         ", \"default_value\": " + quoted(field.default_value) +
         ", \"type\": {\"type_id\": " + std::to_string(type.type_id) +
         ", \"capacity\": " + std::to_string(type.capacity) +
         ", \"string_capacity\": " + std::to_string(type.string_capacity) +
         ", \"nested_type_name\": " + quoted(type.nested_type_name) + "}}";
}

std::string type_json(const IndividualTypeDescription& type) {
  std::string fields;
  for (const auto& field : type.fields) {
    fields += (fields.empty() ? "" : ", ") + field_json(field);
  }
  return "{\"type_name\": " + quoted(type.type_name) + ", \"fields\": [" + fields + "]}";
}

void describe(rclcpp::Client<GetTypeDescription>& client, const Words& words) {
  auto request = std::make_shared<GetTypeDescription::Request>();
  request->type_name = words.at(1);
  request->type_hash = words.at(2);
  client.async_send_request(
      request, [name = words[1]](rclcpp::Client<GetTypeDescription>::SharedFuture future) {
        const auto reply = future.get();
        std::string referenced;
        for (const auto& type : reply->type_description.referenced_type_descriptions) {
          referenced += (referenced.empty() ? "" : ", ") + type_json(type);
        }
        Event("description")
            .put("type", name)
            .put("failure", reply->failure_reason)
            .put_json("type_description", type_json(reply->type_description.type_description))
            .put_json("referenced_type_descriptions", "[" + referenced + "]");
      });
}

std::vector<std::string> types_of(const Options& options) {
  std::vector<std::string> types;
  std::istringstream list(options.get("types", ""));
  for (std::string type; std::getline(list, type, ',');) types.push_back(type);
  return types;
}

rclcpp::SerializedMessage unhex(const std::string& text) {
  rclcpp::SerializedMessage bytes(text.size() / 2);
  auto& raw = bytes.get_rcl_serialized_message();
  for (; raw.buffer_length < text.size() / 2; ++raw.buffer_length) {
    const std::string digits = text.substr(2 * raw.buffer_length, 2);
    raw.buffer[raw.buffer_length] = static_cast<std::uint8_t>(std::stoi(digits, nullptr, 16));
  }
  return bytes;
}

std::string hex(const rclcpp::SerializedMessage& bytes) {
  std::string text;
  char digits[3];
  const auto& raw = bytes.get_rcl_serialized_message();
  for (std::size_t i = 0; i < raw.buffer_length; ++i) {
    std::snprintf(digits, sizeof digits, "%02x", raw.buffer[i]);
    text += digits;
  }
  return text;
}

/// Of one type: what goes to the peer, and what comes back.
struct Line {
  rclcpp::GenericPublisher::SharedPtr there;
  rclcpp::GenericSubscription::SharedPtr back;
  bool matched() const {
    return there->get_subscription_count() > 0 && back->get_publisher_count() > 0;
  }
};

Line line_of(rclcpp::Node& node, const std::string& type) {
  const auto report = [type](std::shared_ptr<rclcpp::SerializedMessage> bytes) {
    Event("back").put("type", type).put("bytes", hex(*bytes));
  };
  return {node.create_generic_publisher("/there/" + type, type, 10),
          node.create_generic_subscription("/back/" + type, type, 10, report)};
}

}  // namespace

void relay_types(const Options& options) {
  auto node = make_node(options);
  std::map<std::string, Line> lines;
  for (const auto& type : types_of(options)) lines.emplace(type, line_of(*node, type));
  std::int64_t known = 0;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(10), [&] {
    const auto now = std::count_if(lines.begin(), lines.end(),
                                   [](const auto& line) { return line.second.matched(); });
    if (std::exchange(known, now) != now) Event("matched").put("count", known);
  });
  Event("ready");
  spin_and_obey(
      node, [&](const Words& words) { lines.at(words.at(1)).there->publish(unhex(words.at(2))); });
}

void offer_types(const Options& options) {
  auto node = make_node(options);
  std::vector<rclcpp::GenericPublisher::SharedPtr> publishers;
  for (const auto& type : types_of(options)) {
    publishers.push_back(node->create_generic_publisher("/" + type, type, 10));
  }
  auto client = node->create_client<GetTypeDescription>("~/get_type_description");
  Event("ready");
  spin_and_obey(node, [&](const Words& words) { describe(*client, words); });
}

}  // namespace interop
