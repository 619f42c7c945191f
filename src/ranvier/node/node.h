// A node: a name, its callback groups, and which endpoints it shows the graph.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "ranvier/node/context.h"

namespace ranvier {

/// The core of rclcpp::Node and rclcpp_lifecycle::LifecycleNode.
///
/// Threads: all functions from any thread. Lock: outside of "strand".
class Node final {
 public:
  /// @param default_strand  one is made if null.
  Node(std::shared_ptr<Context> context, NodeName name, Ref<Strand> default_strand = {});
  ~Node();

  const NodeName& name() const noexcept { return name_; }
  const std::shared_ptr<Context>& context() const noexcept { return context_; }
  const Ref<Strand>& default_strand() const noexcept { return default_strand_; }

  /// The name of the node's logger: "a.b.n" for /a/b/n.
  std::string logger_name() const;
  void log_error(const std::string& text) const;

  /// Gives a callback of the node its value, if the context has an order.
  void place_in_order(Work& work, const GroupEntity& entity) const;

  /// Makes a callback group's strand. An `automatic` one joins the engine that
  /// has the node, now or later; another waits to be attached by itself.
  Ref<Strand> make_strand(Strand::Kind kind, bool automatic);

  /// Gives the node, with its automatic strands that no engine has, to `engine`;
  /// false if an engine has the node already.
  bool attach(Engine& engine);
  /// The same for strands that became free since, if `engine` has the node.
  void attach_free_strands(Engine& engine);
  /// Strand::move() for those that attach() gave: `engine` divides them again.
  void move_strands(Engine& engine);
  /// Takes back the strands that attach() gave, and no others.
  void detach(Engine& engine) noexcept;
  bool attached() const noexcept;
  /// True while a callback of an automatic strand runs on some thread. Once no
  /// engine has the node, false stays until the next attach().
  bool busy() const noexcept;

  /// The graph of a network (by its place in Context::networks()) shows these endpoints as
  /// the node's, or no more. A gid of zero is none.
  void show(std::size_t network, const Gid& reader, const Gid& writer) {
    change(network, reader, writer, true);
  }
  void hide(std::size_t network, const Gid& reader, const Gid& writer) {
    change(network, reader, writer, false);
  }

 private:
  struct AutomaticStrand {
    Ref<Strand> strand;
    bool given;  // to the engine by this node; a user may give it by itself
  };
  struct Shown {
    std::vector<Gid> readers;
    std::vector<Gid> writers;
  };
  void announce(bool gone);
  void change(std::size_t network, const Gid& reader, const Gid& writer, bool add);
  Ref<Strand> add(Ref<Strand> strand);
  void attach_strands(Engine& engine) RANVIER_REQUIRES(mutex_);
  void detach_strands(Engine& engine) noexcept RANVIER_REQUIRES(mutex_);

  const std::shared_ptr<Context> context_;
  const NodeName name_;
  mutable Mutex mutex_{"node"};
  Engine* engine_ RANVIER_GUARDED_BY(mutex_) = nullptr;
  std::vector<AutomaticStrand> strands_ RANVIER_GUARDED_BY(mutex_);
  const Ref<Strand> default_strand_;
  Mutex graph_mutex_{"node graph"};
  std::array<Shown, Routes::kMostNetworks> shown_ RANVIER_GUARDED_BY(graph_mutex_);
};

}  // namespace ranvier
