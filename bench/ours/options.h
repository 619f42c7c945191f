// What the workers of our side share: plain use of the rclcpp API.
#pragma once

#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <string>

#include "bench/common/args.h"
#include "bench/common/session.h"

namespace ranvier::bench {

/// The QoS of a pair that the benches vary.
inline rclcpp::QoS make_qos(const std::string& reliability,
                            const std::string& history = "keep-last", std::size_t depth = 10) {
  rclcpp::QoS qos = history == "keep-all" ? rclcpp::QoS(rclcpp::KeepAll()) : rclcpp::QoS(depth);
  reliability == "reliable" ? qos.reliable() : qos.best_effort();
  return qos;
}
/// The same by the words "qos", "history", "depth" and "durability"; the last three may be missing.
inline rclcpp::QoS make_qos(const Args& args) {
  rclcpp::QoS qos = make_qos(args.text("qos"), args.text("history", "keep-last"),
                             static_cast<std::size_t>(args.integer("depth", 10)));
  if (args.text("durability", "volatile") == "transient-local") qos.transient_local();
  return qos;
}

/// Options of a node; a bare one leaves out what a node offers beside its own:
/// parameter services and events, rosout, type description.
inline rclcpp::NodeOptions node_options(bool bare) {
  rclcpp::NodeOptions options;
  if (!bare) return options;
  options.start_parameter_services(false).start_parameter_event_publisher(false);
  options.enable_rosout(false);
  options.arguments({"--ros-args", "-p", "start_type_description_service:=false"});
  return options;
}

/// rclcpp without the words of the benches, which are not its arguments.
class Rclcpp final {
 public:
  Rclcpp() { rclcpp::init(0, nullptr); }
  ~Rclcpp() { rclcpp::shutdown(); }
  Rclcpp(const Rclcpp&) = delete;
  Rclcpp& operator=(const Rclcpp&) = delete;
};

/// main() of a worker that is an object made of its words, with run(), under rclcpp.
template <class Worker>
int run_ours(int argc, char** argv) {
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    const Rclcpp rclcpp;
    std::make_unique<Worker>(args)->run();
  });
}

}  // namespace ranvier::bench
