// Types by their names: publishers of many, and what our node tells of them.
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

}  // namespace

void offer_types(const Options& options) {
  auto node = make_node(options);
  std::vector<rclcpp::GenericPublisher::SharedPtr> publishers;
  std::istringstream list(options.get("types", ""));
  for (std::string type; std::getline(list, type, ',');) {
    publishers.push_back(node->create_generic_publisher("/" + type, type, 10));
  }
  auto client = node->create_client<GetTypeDescription>("~/get_type_description");
  Event("ready");
  spin_and_obey(node, [&](const Words& words) { describe(*client, words); });
}

}  // namespace interop
