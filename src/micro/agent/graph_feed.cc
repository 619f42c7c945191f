#include "micro/agent/graph_feed.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>
#include <utility>

#include "ranvier/codec/cdr.h"

namespace ranvier::micro {
namespace {

constexpr std::size_t kLongestText = 256;  // of all texts of micro_ros_msgs

// The constants of micro_ros_msgs/Entity.
std::uint8_t entity_type(GraphEndpoint::Kind kind) {
  switch (kind) {
    case GraphEndpoint::Kind::kPublisher: return 0;
    case GraphEndpoint::Kind::kSubscription: return 1;
    case GraphEndpoint::Kind::kService: return 2;
    default: return 3;
  }
}

// CDR whose length nobody knows before.
class Writer {
 public:
  void put_u8(std::uint8_t value) { bytes_.push_back(value); }
  // @return where it is, for set_u32().
  std::size_t put_u32(std::uint32_t value) {
    const std::size_t at = codec::align_up(bytes_.size(), sizeof value);
    bytes_.resize(at + sizeof value);
    set_u32(at, value);
    return at;
  }
  void set_u32(std::size_t at, std::uint32_t value) {
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  void put_text(const std::string& text) {
    put_u32(static_cast<std::uint32_t>(text.size() + 1));
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    put_u8(0);
  }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

using Entities = std::vector<const GraphEndpoint*>;

bool comes_before(const GraphEndpoint* a, const GraphEndpoint* b) {
  return std::tie(a->kind, a->name, a->type) < std::tie(b->kind, b->name, b->type);
}

std::map<NodeName, Entities> by_node(const std::vector<GraphEndpoint>& endpoints) {
  std::map<NodeName, Entities> all;
  for (const GraphEndpoint& one : endpoints) {
    if (one.name.size() > kLongestText || one.type.size() > kLongestText) continue;
    all[one.node].push_back(&one);
  }
  for (auto& [node, entities] : all) std::sort(entities.begin(), entities.end(), comes_before);
  return all;
}

void put_entities(Writer& to, const Entities& entities) {
  to.put_u32(static_cast<std::uint32_t>(entities.size()));
  for (const GraphEndpoint* one : entities) {
    to.put_u8(entity_type(one->kind));
    to.put_text(one->name);
    to.put_u32(1);  // one type
    to.put_text(one->type);
  }
}

std::int64_t steady_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

std::vector<std::uint8_t> encode_graph(const std::vector<GraphNode>& nodes,
                                       const std::vector<GraphEndpoint>& endpoints) {
  std::map<NodeName, Entities> entities = by_node(endpoints);
  std::vector<NodeName> names;
  for (const GraphNode& one : nodes) {
    if (one.node.name.size() > kLongestText || one.node.space.size() > kLongestText) continue;
    names.push_back(one.node);
  }
  std::sort(names.begin(), names.end());
  Writer to;
  to.put_u32(static_cast<std::uint32_t>(names.size()));
  for (const NodeName& name : names) {
    to.put_text(name.space);
    to.put_text(name.name);
    // Of nodes with the same name nobody knows whose an endpoint is: the first one has all.
    put_entities(to, std::exchange(entities[name], {}));
  }
  return to.take();
}

GraphFeed::GraphFeed(std::shared_ptr<void> keeps, Graph& graph,
                     std::function<std::int64_t()> now_ms)
    : keeps_(std::move(keeps)), graph_(graph), now_ms_(std::move(now_ms)) {
  graph_.watch([this] { on_change(); });
}

GraphFeed::~GraphFeed() { graph_.watch(nullptr); }

void GraphFeed::add(const void* reader, std::function<void()> ready) {
  Lock lock(mutex_);
  readers_[reader] = std::move(ready);
}

void GraphFeed::remove(const void* reader) {
  Lock lock(mutex_);
  readers_.erase(reader);
}

// A change that comes before the last one was looked at tells nobody anything new.
void GraphFeed::on_change() noexcept {
  if (changed_.exchange(true)) return;
  Lock lock(mutex_);
  for (const auto& [reader, ready] : readers_) ready();
}

const GraphFeed::Snapshot& GraphFeed::newest() {
  const std::int64_t begin = now_ms_();
  if (begin < next_ms_ || !changed_.exchange(false)) return newest_;
  std::vector<std::uint8_t> bytes = encode_graph(graph_.nodes(), graph_.endpoints());
  const std::int64_t end = now_ms_();
  next_ms_ = end + std::max(kPauseMs, kShare * (end - begin));
  if (newest_.number == 0 || bytes != newest_.bytes) {
    newest_ = {newest_.number + 1, std::move(bytes)};
  }
  return newest_;
}

std::shared_ptr<GraphFeed> GraphFeeds::of(const std::shared_ptr<Context>& context) {
  std::erase_if(feeds_, [](const auto& entry) { return entry.second.expired(); });
  auto& known = feeds_[context.get()];
  auto feed = known.lock();
  if (!feed) {
    feed = std::make_shared<GraphFeed>(context, *context->graph(), &steady_clock_ms);
    known = feed;
  }
  return feed;
}

GraphReader::~GraphReader() {
  if (feed_) feed_->remove(this);
}

Result<void> GraphReader::write(const Written&) {
  return Error{Code::kInvalidArgument, "a data reader writes nothing"};
}

// Whoever asks again has nothing: a board that was reset, or lost its session.
void GraphReader::asked() {
  has_ = 0;
  if (feed_) return;
  feed_ = open_();
  feed_->add(this, ready_);
}

bool GraphReader::take(Sample& to) {
  if (!feed_) return false;
  const GraphFeed::Snapshot& newest = feed_->newest();
  if (newest.number == has_) return false;
  has_ = newest.number;
  to.bytes = newest.bytes;
  to.little_endian = codec::kLittleEndianHost;
  to.is_graph = true;
  return true;
}

}  // namespace ranvier::micro
