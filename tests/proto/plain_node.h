// A node of the core with a thread that runs its callbacks, and calls of its services.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "eventually.h"
#include "own_domain.h"
#include "ranvier/assemble/assemble.h"
#include "ranvier/node/clock.h"
#include "ranvier/node/service.h"
#include "ranvier/os/deadline.h"
#include "rosidl_typesupport_cpp/service_type_support.hpp"

namespace plain {

using ranvier::support::eventually;

template <class T>
T value(ranvier::Result<T> result) {
  if (!result) throw std::runtime_error(result.error().what);
  return std::move(*result);
}

/// A domain for this process and those that it starts, unless it was given one.
inline void choose_domain() {
  if (::getenv("ROS_DOMAIN_ID") != nullptr) return;
  ::setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 1);
}

/// The transports of this process, as the environment says.
inline std::shared_ptr<ranvier::Context> new_context() {
  choose_domain();
  return value(ranvier::make_context({}));
}

class PlainNode {
 public:
  explicit PlainNode(const std::string& name,
                     std::shared_ptr<ranvier::Context> context = new_context())
      : node(std::make_shared<ranvier::Node>(std::move(context), ranvier::NodeName{name, "/"})),
        clock(std::make_shared<ranvier::Clock>(ranvier::ClockKind::kRos)) {
    node->attach(engine_);
    thread_ = std::thread([this, stops = engine_.stops()] { engine_.spin(stops); });
  }
  ~PlainNode() {
    engine_.stop_for_good();
    thread_.join();
    node->detach(engine_);
  }

  ranvier::Endpoint topic(std::string name, const rosidl_message_type_support_t& type,
                          ranvier::Qos qos = {}) const {
    ranvier::Endpoint endpoint;
    endpoint.topic = std::move(name);
    endpoint.type = static_cast<const ranvier::TypeInfo*>(type.data);
    endpoint.qos = qos;
    endpoint.node = node->name();
    return endpoint;
  }
  ranvier::ServiceEndpoint service(std::string name,
                                   const rosidl_service_type_support_t& type) const {
    return {
        std::move(name), static_cast<const ranvier::ServiceTypeInfo*>(type.data), {}, node->name()};
  }

  /// What a service answers. Throws if there is none within a minute.
  template <class ServiceT>
  typename ServiceT::Response call(
      const std::string& name,
      const typename ServiceT::Request& request = typename ServiceT::Request()) {
    using Response = typename ServiceT::Response;
    struct Heard {
      std::mutex mutex;
      std::optional<Response> response;
    };
    struct Reply final : ranvier::ReplyCallback {
      void call(ranvier::MessagePtr reply) override {
        const std::lock_guard lock(heard->mutex);
        heard->response = *static_cast<const Response*>(reply->object());
      }
      std::shared_ptr<Heard> heard = std::make_shared<Heard>();
    };
    const auto& type = *rosidl_typesupport_cpp::get_service_type_support_handle<ServiceT>();
    const auto client =
        value(ranvier::Client::open(node, node->default_strand(), service(name, type)));
    auto reply = std::make_unique<Reply>();
    const auto heard = reply->heard;
    const auto answered = [&] {
      const std::lock_guard lock(heard->mutex);
      return heard->response.has_value();
    };
    const bool there = client->wait_for_server(ranvier::deadline_after(std::chrono::minutes(1)));
    if (there) value(client->send(new typename ServiceT::Request(request), std::move(reply)));
    const bool came = there && eventually(answered);
    client->close();
    if (!came) throw std::runtime_error("no answer from " + name);
    return *heard->response;
  }

  const std::shared_ptr<ranvier::Node> node;
  const std::shared_ptr<ranvier::Clock> clock;

 private:
  ranvier::Engine engine_;
  std::thread thread_;
};

}  // namespace plain
