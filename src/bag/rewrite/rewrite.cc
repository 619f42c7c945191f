#include "bag/rewrite/rewrite.h"

#include <algorithm>
#include <map>
#include <utility>

#include "bag/storage/bytes.h"

namespace ranvier::bag {
namespace {

constexpr std::size_t kSmall = std::size_t{64} << 10;   // bytes of a message that is gathered
constexpr std::size_t kBatch = std::size_t{512} << 10;  // bytes that are written at once

/// A bag that is written: small messages are gathered, so that they cost one write together.
/// Threads: one.
class Output final {
 public:
  Output(RewriteOutput wanted, std::unique_ptr<BagWriter> bag)
      : wanted_(std::move(wanted)), bag_(std::move(bag)) {}

  /// The id here of a topic of an input; nothing: it is not taken.
  Result<std::optional<TopicId>> learn(const Topic& topic, const Definition& definition);
  Result<void> take(TopicId topic, const MessageView& message);
  Result<BagMetadata> close();

 private:
  struct Gathered {
    TopicId topic;
    std::int64_t received_ns;
    std::int64_t sent_ns;
    std::size_t begin;
    std::size_t size;
  };
  Result<void> write_gathered();

  const RewriteOutput wanted_;
  std::unique_ptr<BagWriter> bag_;
  std::map<std::pair<std::string, std::string>, TopicId> topics_;  // by name and type
  std::vector<Gathered> gathered_;
  Buffer bytes_;
  std::vector<Bytes> parts_;
  std::vector<BagMessage> messages_;
};

Result<std::optional<TopicId>> Output::learn(const Topic& topic, const Definition& definition) {
  auto chosen = wanted_.choose(topic, definition);
  if (!chosen) return std::optional<TopicId>();
  const auto key = std::pair(chosen->topic.name, chosen->topic.type);
  const auto known = topics_.find(key);
  if (known != topics_.end()) return std::optional(known->second);
  const auto added = bag_->add_topic(chosen->topic, chosen->definition);
  if (!added) return added.error();
  topics_.emplace(key, *added);
  return std::optional(*added);
}

Result<void> Output::write_gathered() {
  parts_.clear();
  messages_.clear();
  parts_.reserve(gathered_.size());
  for (const Gathered& each : gathered_) {
    parts_.push_back(Bytes(bytes_).subspan(each.begin, each.size));
    messages_.push_back({each.topic, each.received_ns, each.sent_ns, {&parts_.back(), 1}});
  }
  const auto written = bag_->write(messages_);
  gathered_.clear();
  bytes_.clear();
  return written;
}

Result<void> Output::take(TopicId topic, const MessageView& message) {
  if (message.received_ns < wanted_.from_ns || message.received_ns > wanted_.to_ns) return {};
  if (message.data.size() < kSmall) {
    gathered_.push_back(
        {topic, message.received_ns, message.sent_ns, bytes_.size(), message.data.size()});
    bytes_.insert(bytes_.end(), message.data.begin(), message.data.end());
    return bytes_.size() < kBatch ? Result<void>() : write_gathered();
  }
  if (const auto written = write_gathered(); !written) return written;
  const BagMessage one{topic, message.received_ns, message.sent_ns, {&message.data, 1}};
  return bag_->write({&one, 1});
}

Result<BagMetadata> Output::close() {
  if (const auto written = write_gathered(); !written) return written.error();
  return bag_->close();
}

/// A bag that is read, and the message that it gives next.
struct Input {
  BagReader* bag;
  std::optional<MessageView> next;
  std::vector<std::vector<std::optional<TopicId>>> ids;  // by its topic, then by output
};

Result<void> advance(Input& input) {
  auto next = input.bag->next();
  if (!next) return next.error();
  input.next = *next;
  return {};
}

/// What the inputs say of themselves, for an output.
void inherit(WriteOptions& output, std::span<const std::unique_ptr<BagReader>> inputs) {
  std::map<std::string, std::string> data;
  for (const auto& input : inputs) {
    const BagMetadata& metadata = input->metadata();
    if (output.ros_distro.empty()) output.ros_distro = metadata.ros_distro;
    for (const auto& [key, value] : metadata.custom_data) {
      const auto [place, is_new] = data.emplace(key, value);
      if (!is_new && key.starts_with(kLostKey)) {
        place->second = std::to_string(lost_count(place->second) + lost_count(value));
      }
    }
  }
  output.custom_data.merge(data);  // keys that are there stay
}

/// Topics of an input that an output takes, and all their messages, whatever their time.
std::vector<TopicCount> wanted_of(const Input& input) {
  std::vector<TopicCount> wanted;
  for (std::size_t i = 0; i < input.ids.size(); ++i) {
    const auto& ids = input.ids[i];
    const bool taken = std::any_of(ids.begin(), ids.end(), [](const auto& id) { return !!id; });
    if (taken) wanted.push_back(input.bag->topics()[i]);
  }
  return wanted;
}

Result<void> start(Input& input, std::int64_t from_ns) {
  // By value: the reader keeps it.
  const auto is_wanted = [wanted = wanted_of(input)](const Topic& topic) {
    return std::any_of(wanted.begin(), wanted.end(),
                       [&](const TopicCount& each) { return each.topic == topic; });
  };
  if (const auto set = input.bag->filter(is_wanted); !set) return set;
  if (const auto sought = input.bag->seek(from_ns); !sought) return sought;
  return advance(input);
}

/// Threads: one.
class Rewriting final {
 public:
  explicit Rewriting(std::span<const std::unique_ptr<BagReader>> inputs) {
    for (const auto& each : inputs) inputs_.push_back({each.get(), {}, {}});
  }

  Result<void> add(RewriteOutput wanted);
  Result<void> run(const Progress& progress);
  Result<Rewritten> close();

 private:
  Input* first();

  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::int64_t from_ns_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t to_ns_ = std::numeric_limits<std::int64_t>::min();
};

Result<void> Rewriting::add(RewriteOutput wanted) {
  from_ns_ = std::min(from_ns_, wanted.from_ns);
  to_ns_ = std::max(to_ns_, wanted.to_ns);
  auto bag = BagWriter::open(wanted.bag);
  if (!bag) return bag.error();
  Output output(std::move(wanted), *std::move(bag));
  for (Input& input : inputs_) {
    input.ids.resize(input.bag->topics().size());
    for (std::size_t i = 0; i < input.ids.size(); ++i) {
      const auto id = output.learn(input.bag->topics()[i].topic, input.bag->definitions()[i]);
      if (!id) return id.error();
      input.ids[i].push_back(*id);
    }
  }
  outputs_.push_back(std::move(output));
  return {};
}

Input* Rewriting::first() {
  Input* found = nullptr;
  for (Input& input : inputs_) {
    if (input.next && (!found || input.next->received_ns < found->next->received_ns)) {
      found = &input;
    }
  }
  return found && found->next->received_ns <= to_ns_ ? found : nullptr;
}

Result<void> Rewriting::run(const Progress& progress) {
  std::uint64_t all = 0;
  for (Input& input : inputs_) {
    for (const TopicCount& each : wanted_of(input)) all += each.messages;
    if (const auto started = start(input, from_ns_); !started) return started;
  }
  ProgressCount done(progress, all);
  while (Input* const input = first()) {
    const MessageView& message = *input->next;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const auto& id = input->ids[message.topic][i];
      if (!id) continue;
      if (const auto taken = outputs_[i].take(*id, message); !taken) return taken;
    }
    done.add_one();
    if (const auto next = advance(*input); !next) return next;
  }
  return {};
}

Result<Rewritten> Rewriting::close() {
  Rewritten done;
  for (Output& output : outputs_) {
    auto closed = output.close();
    if (!closed) return closed.error();
    done.outputs.push_back(*std::move(closed));
  }
  for (const Input& input : inputs_) {
    const auto& damage = input.bag->damage();
    done.damage.insert(done.damage.end(), damage.begin(), damage.end());
  }
  return done;
}

}  // namespace

Result<Rewritten> rewrite(std::span<const std::unique_ptr<BagReader>> inputs,
                          std::vector<RewriteOutput> outputs, const Progress& progress) {
  if (inputs.empty() || outputs.empty()) {
    return Error{Code::kInvalidArgument,
                 "Must provide at least one input and one output bag to rewrite."};
  }
  Rewriting rewriting(inputs);
  for (RewriteOutput& output : outputs) {
    inherit(output.bag, inputs);
    if (const auto added = rewriting.add(std::move(output)); !added) return added.error();
  }
  if (const auto done = rewriting.run(progress); !done) return done.error();
  return rewriting.close();
}

}  // namespace ranvier::bag
