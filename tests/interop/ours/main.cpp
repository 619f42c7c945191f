// Our side of the interop tests: one endpoint over the rclcpp API, with the
// same command line and the same events as the foreign peers.
#include <functional>
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
const Modes kModes{{"pub", publish},
                   {"sub", subscribe},
                   {"graph", watch_graph},
                   {"serve", serve},
                   {"call", call},
                   {"act", act},
                   {"actor", serve_action},
                   {"node", hold_node},
                   {"offer", offer_types},
                   {"relay", relay_types},
                   {"clock", give_time},
                   {"follow", follow_time},
                   {"managed", hold_managed_node},
                   {"manage", manage},
                   {"params", ask_for_parameters},
                   {"logs", hear_logs},
                   {"spy", spy}};
}  // namespace
}  // namespace interop

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  const int status = interop::run_mode(argc, argv, "interop", interop::kModes);
  rclcpp::shutdown();
  return status;
}
