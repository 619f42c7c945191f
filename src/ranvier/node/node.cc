#include "ranvier/node/node.h"

#include <algorithm>
#include <utility>

#include "ranvier/node/log.h"
#include "ranvier/node/names.h"
#include "ranvier/trace/trace.h"

namespace ranvier {

Node::Node(std::shared_ptr<Context> context, NodeName name, Ref<Strand> default_strand)
    : context_(std::move(context)),
      name_(std::move(name)),
      default_strand_(default_strand ? add(std::move(default_strand))
                                     : make_strand(Strand::Kind::kExclusive, true)) {
  RANVIER_TRACE(rcl_node_init, static_cast<const void*>(this), static_cast<const void*>(this),
                name_.name.c_str(), name_.space.c_str());
  log_made("Node", full_node_name(name_.space, name_.name));
  announce(false);
}

Node::~Node() {
  RANVIER_TRACE(ranvier_fini, static_cast<const void*>(this), "node");
  Lock lock(mutex_);
  if (engine_) detach_strands(*engine_);
  announce(true);
}

Ref<Strand> Node::make_strand(Strand::Kind kind, bool automatic) {
  auto strand = make_ref<Strand>(kind);
  return automatic ? add(std::move(strand)) : strand;
}

Ref<Strand> Node::add(Ref<Strand> strand) {
  Lock lock(mutex_);
  strands_.push_back({strand, engine_ != nullptr && strand->attach(*engine_)});
  return strand;
}

bool Node::attach(Engine& engine) {
  Lock lock(mutex_);
  if (engine_ != nullptr) return false;
  engine_ = &engine;
  attach_strands(engine);
  return true;
}

void Node::detach(Engine& engine) noexcept {
  Lock lock(mutex_);
  if (engine_ != &engine) return;
  engine_ = nullptr;
  detach_strands(engine);
}

void Node::attach_free_strands(Engine& engine) {
  Lock lock(mutex_);
  if (engine_ == &engine) attach_strands(engine);
}

void Node::move_strands(Engine& engine) {
  Lock lock(mutex_);
  for (const AutomaticStrand& one : strands_) {
    if (one.given) one.strand->move(engine);
  }
}

void Node::attach_strands(Engine& engine) {
  for (AutomaticStrand& one : strands_) one.given |= one.strand->attach(engine);
}

void Node::detach_strands(Engine& engine) noexcept {
  for (AutomaticStrand& one : strands_) {
    if (std::exchange(one.given, false)) one.strand->detach(engine);
  }
}

bool Node::attached() const noexcept {
  Lock lock(mutex_);
  return engine_ != nullptr;
}

bool Node::busy() const noexcept {
  Lock lock(mutex_);
  return std::any_of(strands_.begin(), strands_.end(),
                     [](const AutomaticStrand& one) { return one.strand->busy(); });
}

std::string Node::logger_name() const {
  if (name_.space == "/") return name_.name;
  std::string full = name_.space.substr(1) + "." + name_.name;
  std::replace(full.begin(), full.end(), '/', '.');
  return full;
}

void Node::place_in_order(Work& work, const GroupEntity& entity) const {
  const auto& order = context_->policy();
  if (order == nullptr) return;
  const std::string inside = name_.space == "/" ? "/" : name_.space + "/";
  work.set_order_value(order->value(inside + name_.name, entity));
}

void Node::log_error(const std::string& text) const {
  log_text(logger(logger_name()), kError, {}, text);
}

void Node::announce(bool gone) {
  for (const auto& network : context_->networks()) {
    if (NetworkGraph* graph = network->graph()) graph->announce(name_, {}, {}, gone);
  }
}

void Node::change(std::size_t network, const Gid& reader, const Gid& writer, bool add) {
  NetworkGraph* graph = context_->networks()[network]->graph();
  if (graph == nullptr) return;
  const auto apply = [add](std::vector<Gid>& list, const Gid& gid) {
    if (gid == Gid{}) return;
    if (add) {
      list.push_back(gid);
    } else {
      std::erase(list, gid);
    }
  };
  Lock lock(graph_mutex_);
  Shown& shown = shown_[network];
  apply(shown.readers, reader);
  apply(shown.writers, writer);
  graph->announce(name_, shown.readers, shown.writers, false);
}

}  // namespace ranvier
