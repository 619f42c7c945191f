// Our side of policies/chains: each callback of the case study as a node with a timer or a
// subscription, history depth 1, and a publisher; a SingleThreadedExecutor for each of its threads.
// placing=published or default. Priorities come from the file of RANVIER_EXECUTOR_POLICY alone.
#include <bench_interfaces/msg/array128b.hpp>
#include <thread>

#include "bench/common/chains.h"
#include "bench/common/placement.h"
#include "bench/common/realtime.h"
#include "bench/ours/carriers.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

using Message = bench_interfaces::msg::Array128b;

/// A node of one callback. Threads: the callback's is its executor's.
class StepNode final {
 public:
  StepNode(const Study& study, const Step& step, ChainLog& log)
      : step_(step), log_(log), node_(std::make_shared<rclcpp::Node>(step.name, options())) {
    if (step.feeds) publisher_ = node_->create_publisher<Message>(step.name, 1);
    if (!step.after) return;
    subscription_ = node_->create_subscription<Message>(
        study.steps[*step.after].name, 1,
        [this](const Message& message) { run(get(message).published_ns); });
  }

  const rclcpp::Node::SharedPtr& node() const { return node_; }
  bool matched() const { return !subscription_ || subscription_->get_publisher_count() > 0; }
  void start_timer() {
    if (step_.period == 0) return;
    timer_ = node_->create_wall_timer(
        std::chrono::nanoseconds(step_.period),
        [this](const rclcpp::TimerInfo& info) { run(info.expected_call_time.nanoseconds()); });
  }

 private:
  static rclcpp::NodeOptions options() { return node_options(true).use_intra_process_comms(true); }

  void run(std::int64_t due_ns) {
    burn(work_ns_of(step_));
    if (step_.ends) log_.record(*step_.ends, due_ns, now_ns());
    if (!publisher_) return;
    auto message = std::make_unique<Message>();
    put(*message, {due_ns, 0, 0});
    publisher_->publish(std::move(message));
  }

  const Step& step_;
  ChainLog& log_;
  const rclcpp::Node::SharedPtr node_;
  rclcpp::Publisher<Message>::SharedPtr publisher_;
  rclcpp::Subscription<Message>::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
};

class Chains final {
 public:
  explicit Chains(const Args& args)
      : study_(study_of(args)), executors_(study_.threads.size()), log_(study_) {
    for (const Step& step : study_.steps) {
      nodes_.push_back(std::make_unique<StepNode>(study_, step, log_));
      executors_[step.thread].add_node(nodes_.back()->node());
    }
  }

  void run() {
    SessionThread control(session());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < executors_.size(); ++i)
      threads.emplace_back([this, i] { spin(i); });
    for (std::thread& thread : threads) thread.join();
    Findings findings = control.join();
    log_.describe({window_.opened_ns(), window_.closed_ns()}, findings);
    real_time_.describe(findings);
    control.finish(findings);
  }

 private:
  static Study study_of(const Args& args) {
    const bool published = args.text("placing") == "published";
    return make_study(args.text("half"), published ? Placing::kPublished : Placing::kDefault,
                      args.number("raised"));
  }

  void spin(std::size_t i) {
    const StudyThread& thread = study_.threads[i];
    pin_this_thread({thread.core % core_count()});
    if (thread.fifo > 0) real_time_.take(thread.fifo);
    executors_[i].spin();
  }

  // All timers at once, when what they feed is there.
  bool started() {
    for (const auto& node : nodes_) {
      if (!node->matched()) return false;
    }
    for (const auto& node : nodes_) node->start_timer();
    return true;
  }

  Session session() {
    Session session;
    session.matched = [this] { return started(); };
    session.window = &window_;
    session.end = [this] {
      for (auto& executor : executors_) executor.cancel();
    };
    return session;
  }

  const Study study_;
  Window window_;
  RealTime real_time_;
  std::vector<rclcpp::executors::SingleThreadedExecutor> executors_;
  ChainLog log_;
  std::vector<std::unique_ptr<StepNode>> nodes_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  return ranvier::bench::run_ours<ranvier::bench::Chains>(argc, argv);
}
