// Our side of the interop tests: one endpoint over the rclcpp API, with the
// same command line and the same events as the foreign peers.
#include <exception>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "modes.hpp"

namespace interop {

void spin_and_obey(const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr& node,
                   std::function<void(const Words&)> obey) {
  if (!obey) obey = [](const Words&) {};
  Commands commands(std::move(obey), [] { rclcpp::shutdown(); });
  rclcpp::spin(node);
}
void spin_and_obey(const rclcpp::Node::SharedPtr& node, std::function<void(const Words&)> obey) {
  spin_and_obey(node->get_node_base_interface(), std::move(obey));
}

rclcpp::Node::SharedPtr make_node(const Options& options) {
  return std::make_shared<rclcpp::Node>(options.get("node", "our_peer"),
                                        options.get("namespace", "/"));
}

rclcpp::QoS qos_of(const Options& options) {
  rclcpp::QoS qos(rclcpp::KeepLast(static_cast<std::size_t>(options.number("depth", 10))));
  if (options.has("keep-all")) qos.keep_all();
  if (options.has("best-effort")) qos.best_effort();
  if (options.has("transient-local")) qos.transient_local();
  if (options.has("deadline-ms")) {
    qos.deadline(std::chrono::milliseconds(options.number("deadline-ms", 0)));
  }
  if (options.has("lifespan-ms")) {
    qos.lifespan(std::chrono::milliseconds(options.number("lifespan-ms", 0)));
  }
  return qos;
}

namespace {
void run(const Options& options) {
  const auto& mode = options.mode;
  if (mode == "pub") return publish(options);
  if (mode == "sub") return subscribe(options);
  if (mode == "graph") return watch_graph(options);
  if (mode == "serve") return serve(options);
  if (mode == "call") return call(options);
  if (mode == "act") return act(options);
  if (mode == "actor") return serve_action(options);
  if (mode == "node") return hold_node(options);
  if (mode == "offer") return offer_types(options);
  if (mode == "relay") return relay_types(options);
  if (mode == "clock") return give_time(options);
  if (mode == "follow") return follow_time(options);
  if (mode == "managed") return hold_managed_node(options);
  if (mode == "manage") return manage(options);
  if (mode == "params") return ask_for_parameters(options);
  if (mode == "logs") return hear_logs(options);
  if (mode == "spy") return spy(options);
  throw std::invalid_argument("mode '" + mode + "' is unknown");
}
}  // namespace
}  // namespace interop

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  try {
    interop::run(interop::Options(argc, argv));
  } catch (const std::exception& e) {
    std::cerr << "interop: " << e.what() << std::endl;
    return 1;
  }
  rclcpp::shutdown();
  return 0;
}
