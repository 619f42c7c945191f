// One process of the service storm: servers or clients of some names.
//
// It says "ready" when its endpoints exist. A server then answers until it is
// stopped. A client waits for its service, sends its requests at once, and
// waits for their replies. Every reply carries its request's number and its
// client's, so that a reply too many or to another is seen.
#include <bench_interfaces/srv/stamped10b.hpp>
#include <map>
#include <thread>

#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

using Service = bench_interfaces::srv::Stamped10b;

std::string service_name(long index) { return "storm_" + std::to_string(index); }

std::vector<rclcpp::Node::SharedPtr> make_nodes(const Args& args, rclcpp::Executor& executor) {
  std::vector<rclcpp::Node::SharedPtr> nodes;
  const long first = args.integer("first");
  for (long i = first; i < first + args.integer("count"); ++i) {
    nodes.push_back(std::make_shared<rclcpp::Node>(args.text("role") + "_" + std::to_string(i),
                                                   node_options(args.integer("bare") != 0)));
    executor.add_node(nodes.back());
  }
  return nodes;
}

/// Name i of the storm; all share one if there is one.
long name_of(const Args& args, std::size_t index) {
  return args.integer("names") == 1 ? 0 : args.integer("first") + static_cast<long>(index);
}

/// Spins on a thread of its own until it goes.
class Spinner final {
 public:
  explicit Spinner(rclcpp::Executor& executor)
      : executor_(executor), thread_([this] { executor_.spin(); }) {}
  ~Spinner() {
    executor_.cancel();
    thread_.join();
  }
  Spinner(const Spinner&) = delete;
  Spinner& operator=(const Spinner&) = delete;

 private:
  rclcpp::Executor& executor_;
  std::thread thread_;
};

void serve(const Args& args, Conductor& conductor) {
  rclcpp::executors::SingleThreadedExecutor executor;
  const auto nodes = make_nodes(args, executor);
  std::vector<rclcpp::Service<Service>::SharedPtr> servers;
  std::atomic<std::uint64_t> served{0};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    servers.push_back(nodes[i]->create_service<Service>(
        service_name(name_of(args, i)), [&served](const Service::Request::SharedPtr request,
                                                  Service::Response::SharedPtr response) {
          response->header = request->header;
          ++served;
        }));
  }
  Findings findings;
  {
    const Spinner spinner(executor);
    conductor.ready_and_wait_go();
    conductor.wait_stop();
  }
  findings.numbers["served"] = static_cast<double>(served.load());
  conductor.finish(findings);
}

/// The requests of one client and what came back.
class Caller final {
 public:
  Caller(rclcpp::Node& node, const std::string& service, std::uint32_t number, std::uint32_t calls)
      : number_(number), answered_(calls), client_(node.create_client<Service>(service)) {}

  bool wait_for_service(double seconds) {
    return client_->wait_for_service(std::chrono::duration<double>(seconds));
  }

  void send_all() {
    for (std::uint32_t i = 0; i < answered_.size(); ++i) {
      auto request = std::make_shared<Service::Request>();
      request->header.tracking_number = i;
      request->header.size = number_;
      client_->async_send_request(request, [this, i](rclcpp::Client<Service>::SharedFuture future) {
        const auto& header = future.get()->header;
        const bool right = header.tracking_number == i && header.size == number_ && !answered_[i];
        answered_[i] = true;
        right ? ++right_ : ++wrong_;
      });
    }
  }

  bool complete() const { return right_ + wrong_ >= answered_.size(); }
  std::size_t sent() const { return answered_.size(); }
  std::size_t right() const { return right_; }
  std::size_t wrong() const { return wrong_; }

 private:
  const std::uint32_t number_;
  std::vector<bool> answered_;  // on the executor's thread
  std::atomic<std::size_t> right_{0};
  std::atomic<std::size_t> wrong_{0};
  rclcpp::Client<Service>::SharedPtr client_;
};

using Callers = std::vector<std::unique_ptr<Caller>>;

Findings count(const Callers& callers, std::size_t without_service) {
  Findings findings;
  auto& numbers = findings.numbers;
  numbers["without_service"] = static_cast<double>(without_service);
  numbers["hangs"] = 0;
  for (const auto& caller : callers) {
    numbers["sent"] += static_cast<double>(caller->sent());
    numbers["replies"] += static_cast<double>(caller->right());
    numbers["wrong"] += static_cast<double>(caller->wrong());
    if (!caller->complete()) ++numbers["hangs"];
  }
  return findings;
}

// Each client sends the moment its service is there, so each waits on a thread
// of its own, as processes do.
Findings call_all(Callers& callers, double patience) {
  std::atomic<std::size_t> without_service{0};
  std::vector<std::thread> threads;
  for (const auto& caller : callers) {
    threads.emplace_back([&, one = caller.get()] {
      one->wait_for_service(patience) ? one->send_all() : void(++without_service);
    });
  }
  for (std::thread& thread : threads) thread.join();
  wait_until(
      [&] {
        return std::all_of(callers.begin(), callers.end(),
                           [](const auto& one) { return one->complete(); });
      },
      patience);
  return count(callers, without_service);
}

void call(const Args& args, Conductor& conductor) {
  rclcpp::executors::SingleThreadedExecutor executor;
  const auto nodes = make_nodes(args, executor);
  Callers callers;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    callers.push_back(std::make_unique<Caller>(
        *nodes[i], service_name(name_of(args, i)),
        static_cast<std::uint32_t>(args.integer("first") + static_cast<long>(i)),
        static_cast<std::uint32_t>(args.integer("calls"))));
  }
  Findings findings;
  {
    const Spinner spinner(executor);
    conductor.ready_and_wait_go();
    findings = call_all(callers, static_cast<double>(args.integer("patience")));
  }
  conductor.finish(findings);
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    const Rclcpp rclcpp;
    Conductor conductor;
    args.text("role") == "server" ? serve(args, conductor) : call(args, conductor);
  });
}
