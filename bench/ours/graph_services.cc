#include <bench_interfaces/srv/stamped100kb.hpp>
#include <bench_interfaces/srv/stamped10b.hpp>
#include <bench_interfaces/srv/stamped10kb.hpp>
#include <bench_interfaces/srv/stamped1mb.hpp>
#include <bench_interfaces/srv/stamped4mb.hpp>
#include <bench_interfaces/srv/stamped8mb.hpp>
#include <map>

#include "bench/ours/graph.h"
#include "bench/ours/header.h"

namespace ranvier::bench {
namespace {

namespace srv = bench_interfaces::srv;

template <class Service>
std::shared_ptr<rclcpp::ServiceBase> serve(rclcpp::Node& node, const TopologyService& spec) {
  return node.create_service<Service>(
      spec.service,
      [labour = Labour(spec.work_ns)](std::shared_ptr<typename Service::Request> request,
                                      std::shared_ptr<typename Service::Response> response) {
        const std::int64_t began = labour.begin();
        response->header = request->header;
        labour.do_rest(began);
      });
}

template <class Service>
class Client final : public GraphClient {
 public:
  Client(rclcpp::Node& node, const TopologyService& spec, Window& window)
      : period_ns_(spec.period_ns),
        window_(window),
        tracker_(std::string(node.get_name()) + ":" + spec.service, spec.period_ns),
        client_(node.create_client<Service>(spec.service)),
        timer_(
            node.create_wall_timer(std::chrono::nanoseconds(spec.period_ns), [this] { call(); })) {}

  bool matched() const override { return client_->service_is_ready(); }
  double sent() const override { return sent_; }
  const Tracker& tracker() const override { return tracker_; }

 private:
  void call() {
    auto request = std::make_shared<typename Service::Request>();
    const bool measured = window_.stamp().measured != 0;
    put_header(request->header,
               make_header(measured ? sent_++ : kWarmingUp, period_ns_, sizeof request->data));
    client_->async_send_request(request,
                                [this](typename rclcpp::Client<Service>::SharedFuture future) {
                                  const std::int64_t entered = now_ns();
                                  take(get_header(future.get()->header), entered);
                                });
  }

  void take(const WireHeader& header, std::int64_t entered) {
    if (header.tracking_number != kWarmingUp)
      tracker_.record(header.tracking_number, entered - stamp_ns(header));
  }

  const std::int64_t period_ns_;
  Window& window_;
  Tracker tracker_;
  std::uint32_t sent_ = 0;
  typename rclcpp::Client<Service>::SharedPtr client_;
  rclcpp::TimerBase::SharedPtr timer_;
};

template <class Service>
std::unique_ptr<GraphClient> call(rclcpp::Node& node, const TopologyService& spec, Window& window) {
  return std::make_unique<Client<Service>>(node, spec, window);
}

struct ServiceMakers {
  std::shared_ptr<rclcpp::ServiceBase> (*server)(rclcpp::Node&, const TopologyService&);
  std::unique_ptr<GraphClient> (*client)(rclcpp::Node&, const TopologyService&, Window&);
};

template <class Service>
ServiceMakers service_makers_for() {
  return {serve<Service>, call<Service>};
}

const ServiceMakers& makers(const std::string& type) {
  static const std::map<std::string, ServiceMakers> all = {
      {"stamped10b", service_makers_for<srv::Stamped10b>()},
      {"stamped10kb", service_makers_for<srv::Stamped10kb>()},
      {"stamped100kb", service_makers_for<srv::Stamped100kb>()},
      {"stamped1mb", service_makers_for<srv::Stamped1mb>()},
      {"stamped4mb", service_makers_for<srv::Stamped4mb>()},
      {"stamped8mb", service_makers_for<srv::Stamped8mb>()},
  };
  return all.at(type);
}

}  // namespace

std::shared_ptr<rclcpp::ServiceBase> make_server(rclcpp::Node& node, const TopologyService& spec) {
  return makers(spec.type).server(node, spec);
}

std::unique_ptr<GraphClient> make_client(rclcpp::Node& node, const TopologyService& spec,
                                         Window& window) {
  return makers(spec.type).client(node, spec, window);
}

}  // namespace ranvier::bench
