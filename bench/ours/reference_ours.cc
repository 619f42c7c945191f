// Our side of the reference bench: the nodes of the reference graph in one
// process, each an rclcpp node, on executor=single, static, events or mt. With mt the
// planner's timer has a callback group of its own, and there is a thread more
// than cores.
//
// It reports the jitter of the planner's start, and beside it that of an ideal
// executor that runs the same callbacks for the same times.
#include <bench_interfaces/msg/reference4kb.hpp>

#include "bench/common/placement.h"
#include "bench/common/reference.h"
#include "bench/common/work.h"
#include "bench/ours/executors.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

using Message = bench_interfaces::msg::Reference4kb;

/// Tells when every core was busy with callbacks of the graph.
///
/// Threads: all functions from any.
class Load final {
 public:
  void enter() noexcept { running_.fetch_add(1, std::memory_order_relaxed); }
  void leave() noexcept {
    if (running_.fetch_sub(1, std::memory_order_relaxed) >= cores_)
      full_until_.store(now_ns(), std::memory_order_relaxed);
  }
  /// Whether a core was free at all times since.
  [[nodiscard]] bool free_since(std::int64_t when_ns) const noexcept {
    return running_.load(std::memory_order_relaxed) < cores_ &&
           full_until_.load(std::memory_order_relaxed) < when_ns;
  }

 private:
  const int cores_ = core_count();
  std::atomic<int> running_{0};
  std::atomic<std::int64_t> full_until_{0};
};

/// What all nodes of a run share.
struct Shared {
  Window window;
  Load load;
  std::atomic<std::uint64_t> expected{0};
  std::atomic<std::uint64_t> received{0};
  std::atomic<std::int64_t> compute_ns{0};
  std::atomic<std::uint64_t> planner_starts{0};
};

/// A start of a node with a period.
struct Start {
  std::int64_t when_ns;
  bool core_was_free;  ///< from when it was due on
  bool measured;       ///< the window was open
};

/// One node of the graph. Threads: its callbacks on those of the executor, one
/// at a time but for the planner's timer, which alone works.
class GraphNode final {
 public:
  GraphNode(const ReferenceNode& spec, std::size_t readers, bool own_group, Shared& shared)
      : spec_(spec),
        readers_(readers),
        shared_(shared),
        steps_(steps_for(spec.work_us)),
        node_(std::make_shared<rclcpp::Node>(spec.name)),
        fresh_(spec.inputs.size(), false) {
    durations_.reserve(50'000);
    starts_.reserve(50'000);
    if (spec.kind != ReferenceKind::kCommand)
      publisher_ = node_->create_publisher<Message>(spec.name, 10);
    for (std::size_t i = 0; i < spec.inputs.size(); ++i) {
      subscriptions_.push_back(node_->create_subscription<Message>(
          spec.inputs[i], 10, [this, i](const Message& message) { take(i, message); }));
    }
    if (own_group)
      group_ = node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  }

  const rclcpp::Node::SharedPtr& node() const { return node_; }
  const ReferenceNode& spec() const { return spec_; }
  const std::vector<std::int64_t>& durations() const { return durations_; }
  const std::vector<Start>& starts() const { return starts_; }
  std::int64_t first_due_ns() const { return first_due_ns_; }

  void start_timer() {
    timer_ = node_->create_wall_timer(
        std::chrono::nanoseconds(spec_.period_ns), [this] { tick(); }, group_);
    first_due_ns_ = now_ns() + timer_->time_until_trigger().count();
  }

 private:
  void tick() {
    const std::int64_t due =
        first_due_ns_ + static_cast<std::int64_t>(starts_.size()) * spec_.period_ns;
    Start start{now_ns(), shared_.load.free_since(due), false};
    start.measured = work_and_publish();
    starts_.push_back(start);
    if (spec_.kind == ReferenceKind::kPlanner) ++shared_.planner_starts;
  }

  void take(std::size_t input, const Message& message) {
    if (message.measured != 0) shared_.received.fetch_add(1, std::memory_order_relaxed);
    if (spec_.kind == ReferenceKind::kTransform) (void)work_and_publish();
    if (spec_.kind != ReferenceKind::kFusion) return;
    fresh_[input] = true;
    if (std::count(fresh_.begin(), fresh_.end(), false) > 0) return;
    fresh_.assign(fresh_.size(), false);
    (void)work_and_publish();
  }

  // Whether the window was open.
  bool work_and_publish() {
    shared_.load.enter();
    const std::int64_t begin = now_ns(), used = thread_cpu_ns();
    work(steps_);
    const std::int64_t computed = thread_cpu_ns() - used;
    const std::int64_t took = now_ns() - begin;
    shared_.load.leave();
    durations_.push_back(took);
    auto message = std::make_unique<Message>();
    message->measured = shared_.window.stamp().measured;
    const bool measured = message->measured != 0;
    if (measured) {
      shared_.expected.fetch_add(readers_, std::memory_order_relaxed);
      shared_.compute_ns.fetch_add(computed, std::memory_order_relaxed);
    }
    publisher_->publish(std::move(message));
    return measured;
  }

  const ReferenceNode& spec_;
  const std::size_t readers_;
  Shared& shared_;
  const std::uint64_t steps_;
  const rclcpp::Node::SharedPtr node_;
  std::vector<bool> fresh_;
  std::vector<std::int64_t> durations_;
  std::vector<Start> starts_;
  std::int64_t first_due_ns_ = 0;
  rclcpp::CallbackGroup::SharedPtr group_;
  rclcpp::Publisher<Message>::SharedPtr publisher_;
  std::vector<rclcpp::Subscription<Message>::SharedPtr> subscriptions_;
  rclcpp::TimerBase::SharedPtr timer_;
};

class Reference final {
 public:
  explicit Reference(const Args& args)
      : executor_(
            make_executor(args.text("executor"), static_cast<std::size_t>(core_count()) + 1)) {
    const bool own_group = args.text("executor") == "mt";
    for (const ReferenceNode& spec : graph_) {
      const bool planner = spec.kind == ReferenceKind::kPlanner;
      nodes_.push_back(
          std::make_unique<GraphNode>(spec, readers_of(spec.name), own_group && planner, shared_));
      executor_->add_node(nodes_.back()->node());
    }
  }

  void run() {
    SessionThread control(session());
    start_ns_ = now_ns();
    for (const auto& node : nodes_) {
      if (node->spec().period_ns == 0) continue;
      sleep_until_ns(start_ns_ + node->spec().phase_ns);
      node->start_timer();
    }
    executor_->spin();
    Findings findings = control.join();
    describe(findings);
    control.finish(findings);
  }

 private:
  std::size_t readers_of(const std::string& name) const {
    std::size_t count = 0;
    for (const ReferenceNode& node : graph_) {
      count += static_cast<std::size_t>(std::count(node.inputs.begin(), node.inputs.end(), name));
    }
    return count;
  }

  Session session() {
    Session session;
    session.warm = [this] { return shared_.planner_starts.load() >= kWarmStarts; };
    session.window = &shared_.window;
    session.received = [this] { return shared_.received.load(); };
    session.drains_to_silence = true;
    session.end = [this] { executor_->cancel(); };
    return session;
  }

  // The planner's starts in an ideal run of the callbacks as long as they took.
  std::vector<std::int64_t> ideal_starts(std::int64_t until_ns) const {
    std::vector<std::int64_t> first_due;
    for (const auto& node : nodes_) first_due.push_back(node->first_due_ns() - start_ns_);
    const Durations took = [this](std::size_t node, std::size_t count) {
      const auto& all = nodes_[node]->durations();
      return count < all.size() ? all[count]
                                : static_cast<std::int64_t>(graph_[node].work_us * 1e3);
    };
    return ideal_planner_starts(graph_, first_due, until_ns - start_ns_, took);
  }

  void describe(Findings& findings) const {
    auto& numbers = findings.numbers;
    numbers["expected"] = static_cast<double>(shared_.expected.load());
    numbers["received"] = static_cast<double>(shared_.received.load());
    numbers["compute_ns"] = static_cast<double>(shared_.compute_ns.load());
    const std::vector<Start>& starts = nodes_[planner_of(graph_)]->starts();
    if (starts.empty()) return;
    const auto ideal = ideal_starts(starts.back().when_ns + graph_[planner_of(graph_)].period_ns);
    std::vector<std::int64_t> all, free, ideals;
    for (std::size_t i = 1; i < std::min(starts.size(), ideal.size()); ++i) {
      if (!starts[i - 1].measured || !starts[i].measured) continue;
      const std::int64_t interval = starts[i].when_ns - starts[i - 1].when_ns;
      all.push_back(interval);
      ideals.push_back(ideal[i] - ideal[i - 1]);
      if (starts[i - 1].core_was_free && starts[i].core_was_free) free.push_back(interval);
    }
    numbers["starts"] = static_cast<double>(all.size() + 1);
    numbers["jitter_us"] = jitter_us(all);
    numbers["ideal_jitter_us"] = jitter_us(ideals);
    numbers["free_jitter_us"] = jitter_us(free);
    numbers["free_share"] =
        all.empty() ? 0 : static_cast<double>(free.size()) / static_cast<double>(all.size());
  }

  static constexpr std::uint64_t kWarmStarts = 3;
  const std::vector<ReferenceNode>& graph_ = reference_graph();
  Shared shared_;
  std::unique_ptr<rclcpp::Executor> executor_;
  std::vector<std::unique_ptr<GraphNode>> nodes_;
  std::int64_t start_ns_ = 0;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  return ranvier::bench::run_ours<ranvier::bench::Reference>(argc, argv);
}
