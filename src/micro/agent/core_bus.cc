#include "micro/agent/core_bus.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <deque>

#include "ranvier/codec/cdr.h"
#include "ranvier/node/names.h"
#include "ranvier/node/publisher.h"
#include "ranvier/node/service.h"
#include "ranvier/node/subscription.h"
#include "ranvier/run/no_waiting.h"

namespace ranvier::micro {
namespace {

constexpr std::size_t kEncapsulation = 4;

Qos qos_of(const ObjectSpec& spec) {
  Qos qos;
  qos.reliability =
      spec.qos & XRCE_QOS_RELIABLE ? Reliability::kReliable : Reliability::kBestEffort;
  // Depth 0 is no history: it stands for DDS's default there.
  qos.history = spec.qos & XRCE_QOS_KEEP_LAST ? History::kKeepLast : History::kKeepAll;
  qos.depth = spec.depth != 0 ? spec.depth : 1;
  constexpr int kKept = XRCE_QOS_TRANSIENT_LOCAL | XRCE_QOS_TRANSIENT | XRCE_QOS_PERSISTENT;
  if (spec.qos & kKept) qos.durability = Durability::kTransientLocal;
  if (spec.deadline != 0) qos.deadline = std::chrono::milliseconds(spec.deadline);
  if (spec.lifespan != 0) qos.lifespan = std::chrono::milliseconds(spec.lifespan);
  return qos;
}

std::vector<std::uint8_t> encapsulated(const Written& sample) {
  std::vector<std::uint8_t> bytes(kEncapsulation + sample.bytes.size());
  bytes[1] = sample.little_endian;
  std::copy(sample.bytes.begin(), sample.bytes.end(), bytes.begin() + kEncapsulation);
  return bytes;
}

// Copies what a message holds. False if it is not plain CDR, which boards read alone.
bool copy_out(Message& message, Sample& to) {
  const Bytes bytes = message.bytes();
  if (bytes.data == nullptr || bytes.size < kEncapsulation || bytes.data[0] != 0 ||
      bytes.data[1] > 1) {
    return false;
  }
  to.little_endian = bytes.data[1] == 1;
  to.bytes.assign(bytes.data + kEncapsulation, bytes.data + bytes.size);
  return true;
}

// An object for those functions of the core that take one; it is theirs then.
Blob* blob_of(const Written& sample) {
  return new Blob{std::vector<std::uint8_t>(sample.bytes.begin(), sample.bytes.end())};
}

// An object is encoded in this machine's byte order: what came in the other one would be
// taken for something else.
Result<void> check_order(const Written& sample, const std::string& service) {
  if (sample.little_endian == codec::kLittleEndianHost) return {};
  return Error{Code::kUnsupported, "Service '" + service +
                                       "': a board sent it big endian, "
                                       "which the agent carries for topics alone."};
}

class WriterOfBoard final : public Endpoint {
 public:
  explicit WriterOfBoard(std::unique_ptr<Publisher> publisher) : publisher_(std::move(publisher)) {}
  Result<void> write(const Written& sample) override {
    const NoWaiting none;  // the one thread of all boards
    if (!publisher_->has_room()) return full();
    const std::vector<std::uint8_t> bytes = encapsulated(sample);
    auto sent = publisher_->send_bytes({bytes.data(), bytes.size()});
    if (!sent && sent.error().code == Code::kFull) return full();
    return sent;
  }
  Gid gid() const override { return publisher_->gid(); }
  bool take(Sample&) override { return false; }

 private:
  Error full() const {
    return {Code::kFull, "Topic '" + publisher_->endpoint().topic +
                             "': a subscription does not take what waits for it, and there is no "
                             "room for more: what is not sent reliably is dropped. Look whether "
                             "its process hangs, or let it be KEEP_LAST."};
  }

  const std::unique_ptr<Publisher> publisher_;
};

// What reads: a work of the core that no engine runs, and that wakes us by a listener.
template <class Core>
class Listening : public Endpoint {
 public:
  Listening(Ref<Core> core, std::function<void()> ready) : core_(std::move(core)) {
    core_->ready_listeners().listen_from_now(
        this,
        [this, ready = std::move(ready)](std::size_t count) {
          arrived_.fetch_add(count, std::memory_order_relaxed);
          ready();
        },
        [this] { return core_->seen(); });
  }
  ~Listening() override {
    core_->ready_listeners().listen(this, nullptr);
    core_->close();
  }

 protected:
  std::uint64_t arrived() const { return arrived_.load(std::memory_order_relaxed); }
  const Ref<Core> core_;

 private:
  std::atomic<std::uint64_t> arrived_{0};
};

class ReaderOfBoard final : public Listening<Subscription> {
 public:
  using Listening::Listening;
  Result<void> write(const Written&) override {
    return Error{Code::kInvalidArgument, "a data reader writes nothing"};
  }
  bool take(Sample& to) override {
    while (MessagePtr message = core_->take()) {
      ++taken_;
      to.writer = message->header().publisher;
      if (copy_out(*message, to)) return true;
    }
    return false;
  }
  std::size_t waiting() const override { return core_->waiting(); }
  std::uint64_t overwritten() const override {
    const std::uint64_t here = taken_ + core_->waiting();
    const std::uint64_t arrived = this->arrived();
    return arrived > here ? arrived - here : 0;
  }

 private:
  std::uint64_t taken_ = 0;
};

// A board asks as soon as its client exists. What it asks before the graph has shown the server
// is held for a moment; a request is older than that only where there is no server.
class RequesterOfBoard final : public Listening<Client> {
 public:
  static constexpr std::size_t kMostHeld = 16;
  static constexpr std::chrono::seconds kHeldFor{3};

  using Listening::Listening;
  Result<void> write(const Written& sample) override {
    if (auto fits = check_order(sample, core_->endpoint().service); !fits) return fits;
    send_held();
    if (held_.empty() && core_->server_available()) return send(blob_of(sample), sample.number);
    if (held_.size() == kMostHeld) {
      return Error{Code::kFull, "Service '" + core_->endpoint().service +
                                    "': no server is there, and so many requests wait for one "
                                    "that another is dropped."};
    }
    held_.push_back({std::unique_ptr<Blob>(blob_of(sample)), sample.number, Clock::now()});
    return {};
  }
  bool take(Sample& to) override {
    if (!held_.empty()) send_held();
    while (MessagePtr message = core_->take()) {
      const auto asked = core_->take_pending(message->header().request);
      if (!asked || !copy_out(*message, to)) continue;
      to.answered = static_cast<const Asked&>(*asked).number;
      return true;
    }
    return false;
  }
  bool holds() const override { return !held_.empty(); }

 private:
  // Which request of the board it was. Nobody calls it: replies are taken.
  struct Asked final : ReplyCallback {
    explicit Asked(std::uint16_t of) : number(of) {}
    void call(MessagePtr) override {}
    const std::uint16_t number;
  };

  using Clock = std::chrono::steady_clock;
  struct Held {
    std::unique_ptr<Blob> request;
    std::uint16_t number;
    Clock::time_point since;
  };

  Result<void> send(Blob* request, std::uint16_t number) {
    const NoWaiting none;
    auto sent = core_->send(request, std::make_unique<Asked>(number));
    if (!sent) return sent.error();
    return {};
  }
  // Those of which the time is over are lost, as what is sent to nobody is.
  void send_held() {
    const bool ready = core_->server_available();
    const auto oldest = Clock::now() - kHeldFor;
    while (!held_.empty() && (ready || held_.front().since < oldest)) {
      Held first = std::move(held_.front());
      held_.pop_front();
      if (ready) (void)send(first.request.release(), first.number);
    }
  }

  std::deque<Held> held_;
};

class ReplierOfBoard final : public Listening<Server> {
 public:
  using Listening::Listening;
  Result<void> write(const Written& sample) override {
    if (auto fits = check_order(sample, core_->endpoint().service); !fits) return fits;
    const NoWaiting none;
    RequestId request;
    std::uint32_t low = 0;
    std::int32_t high = 0;
    std::memcpy(&request.client, sample.request->data(), sizeof request.client);
    std::memcpy(&high, sample.request->data() + 16, sizeof high);
    std::memcpy(&low, sample.request->data() + 20, sizeof low);
    request.sequence = static_cast<std::int64_t>(static_cast<std::uint64_t>(high) << 32 | low);
    return core_->reply(request, blob_of(sample));
  }
  bool take(Sample& to) override {
    while (MessagePtr message = core_->take()) {
      if (!copy_out(*message, to)) continue;
      const RequestId& request = message->header().request;
      const auto high = static_cast<std::int32_t>(request.sequence >> 32);
      const auto low = static_cast<std::uint32_t>(request.sequence);
      RequestHead head{};
      std::memcpy(head.data(), &request.client, sizeof request.client);
      std::memcpy(head.data() + 16, &high, sizeof high);
      std::memcpy(head.data() + 20, &low, sizeof low);
      to.request = head;
      return true;
    }
    return false;
  }
};

// A service callback that nobody calls: requests are taken.
struct Unused final : RequestCallback {
  void call(MessagePtr, Server&) override {}
};

class NodeOfBoard final : public BoardNode {
 public:
  NodeOfBoard(std::shared_ptr<Node> node, BlobTypes& types, GraphFeeds& feeds)
      : node_(std::move(node)), types_(types), feeds_(feeds) {}

  Result<std::unique_ptr<Endpoint>> open(const ObjectSpec& spec,
                                         std::function<void()> ready) override {
    switch (spec.kind) {
      case XRCE_DATA_WRITER: return open_writer(spec);
      case XRCE_DATA_READER: return open_reader(spec, std::move(ready));
      default: return open_service_end(spec, std::move(ready));
    }
  }

 private:
  Result<ranvier::Endpoint> endpoint(const ObjectSpec& spec) {
    const auto type = types_.message(spec.type);
    if (!type) return type.error();
    const TopicOfBoard topic = topic_of_board(spec.name);
    if (topic.is_ros) {
      if (const auto bad = check_full_name(topic.name)) {
        return name_error(NameKind::kTopic, topic.name, *bad);
      }
    } else if (spec.name.empty() || spec.name.size() > kMaxTopicName) {
      return Error{Code::kInvalidName, "a topic's name is empty or too long"};
    }
    ranvier::Endpoint endpoint;
    endpoint.topic = topic.name;
    endpoint.type = *type;
    endpoint.qos = qos_of(spec);
    endpoint.qos.avoid_ros_namespace = !topic.is_ros;
    endpoint.node = node_->name();
    return endpoint;
  }

  Result<std::unique_ptr<Endpoint>> open_writer(const ObjectSpec& spec) {
    auto at = endpoint(spec);
    if (!at) return at.error();
    auto publisher = Publisher::open(node_, std::move(*at));
    if (!publisher) return publisher.error();
    return std::unique_ptr<Endpoint>(new WriterOfBoard(std::move(*publisher)));
  }

  Result<std::unique_ptr<Endpoint>> open_reader(const ObjectSpec& spec,
                                                std::function<void()> ready) {
    if (spec.name == kGraphTopic && spec.type == kGraphType) {
      return open_graph_reader(std::move(ready));
    }
    auto at = endpoint(spec);
    if (!at) return at.error();
    MessageCallback callback;  // nobody calls it: samples are taken
    callback.call = [](void*, MessagePtr) {};
    callback.destroy = [](void*) {};
    callback.takes = MessageCallback::Takes::kBytes;
    auto opened = Subscription::open(node_, node_->default_strand(), std::move(*at), {}, callback);
    if (!opened) return opened.error();
    return std::unique_ptr<Endpoint>(new ReaderOfBoard(std::move(*opened), std::move(ready)));
  }

  Result<std::unique_ptr<Endpoint>> open_graph_reader(std::function<void()> ready) {
    if (node_->context()->graph() == nullptr) {
      return Error{Code::kUnsupported, "This domain has no network, and so no graph to read."};
    }
    return std::unique_ptr<Endpoint>(
        new GraphReader([this] { return feeds_.of(node_->context()); }, std::move(ready)));
  }

  Result<std::unique_ptr<Endpoint>> open_service_end(const ObjectSpec& spec,
                                                     std::function<void()> ready) {
    const auto type = types_.service(spec.type, spec.service.get().reply_type);
    if (!type) return type.error();
    ServiceEndpoint at;
    at.service = service_of_board(spec);
    if (const auto bad = check_full_name(at.service)) {
      return name_error(NameKind::kService, at.service, *bad);
    }
    at.type = *type;
    at.node = node_->name();
    const Ref<Strand>& strand = node_->default_strand();
    if (spec.kind == XRCE_REQUESTER) {
      auto opened = Client::open(node_, strand, std::move(at));
      if (!opened) return opened.error();
      return std::unique_ptr<Endpoint>(new RequesterOfBoard(std::move(*opened), std::move(ready)));
    }
    auto opened = Server::open(node_, strand, std::move(at), std::make_unique<Unused>());
    if (!opened) return opened.error();
    return std::unique_ptr<Endpoint>(new ReplierOfBoard(std::move(*opened), std::move(ready)));
  }

  const std::shared_ptr<Node> node_;
  BlobTypes& types_;
  GraphFeeds& feeds_;
};

}  // namespace

TopicOfBoard topic_of_board(const std::string& dds_name) {
  if (dds_name.starts_with("rt/")) return {dds_name.substr(2), true};
  return {dds_name, false};
}

std::string service_of_board(const ObjectSpec& spec) {
  constexpr std::string_view kPrefix = "rq/", kSuffix = "Request";
  const std::string& topic = spec.service.get().request_topic;
  if (topic.starts_with(kPrefix) && topic.ends_with(kSuffix)) {
    return topic.substr(2, topic.size() - 2 - kSuffix.size());
  }
  return spec.name.starts_with('/') ? spec.name : "/" + spec.name;
}

Result<std::shared_ptr<Context>> CoreBus::context(std::size_t domain) {
  auto& known = contexts_[domain];
  if (auto there = known.lock()) return there;
  std::erase_if(contexts_,
                [&](const auto& entry) { return entry.first != domain && entry.second.expired(); });
  if (contexts_.size() > kMostDomains) {
    contexts_.erase(domain);
    return Error{Code::kFull, "Boards use " + std::to_string(kMostDomains) +
                                  " domains already, and the agent joins no more."};
  }
  auto made = make_context_(domain);
  if (made) contexts_[domain] = *made;
  return made;
}

Result<std::unique_ptr<BoardNode>> CoreBus::open_node(const std::string& name,
                                                      std::int16_t domain) {
  // What no word of ROS has is made one: a participant of plain XRCE may be named anyhow.
  const std::size_t slash = name.rfind('/');
  NodeName node{slash == std::string::npos ? name : name.substr(slash + 1), "/"};
  if (slash != std::string::npos && slash != 0) {
    node.space = (name.starts_with('/') ? "" : "/") + name.substr(0, slash);
  }
  if (node.name.empty()) node.name = "xrce_client";
  if (const auto bad = check_node_name(node.name)) {
    return name_error(NameKind::kNode, node.name, *bad);
  }
  if (const auto bad = check_namespace(node.space)) {
    return name_error(NameKind::kNamespace, node.space, *bad);
  }
  if (domain < 0 || domain > 232) {
    return Error{Code::kInvalidArgument, "Node '" + node.name + "': domain " +
                                             std::to_string(domain) + " is not from 0 to 232."};
  }
  auto in = context(static_cast<std::size_t>(domain));
  if (!in) return in.error();
  return std::unique_ptr<BoardNode>(
      new NodeOfBoard(std::make_shared<Node>(std::move(*in), std::move(node)), types_, feeds_));
}

}  // namespace ranvier::micro
