// The ends of bench bags.
//
// role=pub, with the words of bags.h: publishes, once each topic has `subscribers` (1); with free=1 as
// fast as it can, on one large topic.
// role=write path=FILE: a subscriber that writes the bytes with write(2), the yardstick.
// role=listen: tells how far the times between messages are from those that the messages say, how
// old they are, and how many are missing before the first of a topic and between two; with counted=1
// it is told how many to wait for.
// role=make bag=FOLDER seconds=S: writes a bag with the same messages.
// role=look bag=FOLDER: tells what is in a bag.
// role=play bag=FOLDER rate=R: publishes bytes of the same sizes at the same times, from memory.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>
#include <map>
#include <mutex>
#include <rosbag2_cpp/reader.hpp>
#include <rosbag2_cpp/writer.hpp>

#include "bench/common/stats.h"
#include "bench/ours/bags.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

using Node = rclcpp::Node;
using Publisher = rclcpp::Publisher<BagMessage>;

void spin(rclcpp::Executor& executor, Session session, const std::function<void(Findings&)>& tell) {
  session.end = [&executor] { executor.cancel(); };
  SessionThread control(std::move(session));
  executor.spin();
  Findings findings = control.join();
  tell(findings);
  control.finish(findings);
}

rclcpp::QoS bag_qos() { return rclcpp::QoS(100); }

// Publishes on all topics of a load, each time its timer fires.
class Talker {
 public:
  Talker(Node& node, const BagLoad& load, bool free) : message_(bag_message(load.bytes)) {
    for (long i = 0; i < load.topics; ++i) {
      publishers_.push_back(node.create_publisher<BagMessage>(bag_topic(load, i), bag_qos()));
    }
    const std::chrono::nanoseconds period(free ? 1000 : 1'000'000'000 / load.rate);
    timer_ = node.create_wall_timer(period, [this] { publish(); });
  }
  bool matched(std::size_t subscribers) const {
    return std::all_of(publishers_.begin(), publishers_.end(), [&](const auto& one) {
      return one->get_subscription_count() >= subscribers;
    });
  }
  void begin() { begun_ = true; }
  std::uint64_t published() const { return published_; }

 private:
  void publish() {
    if (!begun_) return;
    ++number_;
    for (const auto& publisher : publishers_) {
      set_stamp(message_, {now_ns(), number_});
      publisher->publish(message_);
      ++published_;
    }
  }
  BagMessage message_;
  std::int64_t number_ = 0;
  std::vector<Publisher::SharedPtr> publishers_;
  rclcpp::TimerBase::SharedPtr timer_;
  std::atomic<bool> begun_{false};
  std::atomic<std::uint64_t> published_{0};
};

// What is published before everybody is there is nobody's loss: it begins with the match.
void publish(const Args& args) {
  const auto node = std::make_shared<Node>("publisher", "bench");
  std::vector<std::unique_ptr<Talker>> talkers;
  const bool free = args.integer("free", 0) != 0;
  const auto subscribers = static_cast<std::size_t>(args.integer("subscribers", 1));
  for (const BagLoad& load : bag_loads(args)) {
    if (load.topics > 0) talkers.push_back(std::make_unique<Talker>(*node, load, free));
  }
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  Session session;
  session.matched = [&] {
    for (const auto& talker : talkers) {
      if (!talker->matched(subscribers)) return false;
    }
    for (const auto& talker : talkers) talker->begin();
    return true;
  };
  spin(executor, session, [&](Findings& findings) {
    double published = 0;
    for (const auto& talker : talkers) published += static_cast<double>(talker->published());
    findings.numbers["published"] = published;
  });
}

// Subscribes to each topic of the bench as it appears.
class Listener {
 public:
  using Heard = std::function<void(const std::string& topic, const rclcpp::SerializedMessage&)>;
  Listener(Node& node, bool direct, Heard heard)
      : node_(node), direct_(direct), heard_(std::move(heard)) {
    timer_ = node.create_wall_timer(std::chrono::milliseconds(20), [this] { look(); });
  }

 private:
  void look() {
    for (const auto& [topic, types] : node_.get_topic_names_and_types()) {
      const bool ours = topic.rfind("/bench/large", 0) == 0 || topic.rfind("/bench/small", 0) == 0;
      if (!ours || subscriptions_.count(topic) != 0) continue;
      rclcpp::SubscriptionOptions options;
      options.ranvier_direct = direct_;
      subscriptions_[topic] = node_.create_generic_subscription(
          topic, kBagType, bag_qos(),
          [this, name = topic](const std::shared_ptr<const rclcpp::SerializedMessage>& message) {
            heard_(name, *message);
          },
          options);
    }
  }
  Node& node_;
  const bool direct_;
  const Heard heard_;
  rclcpp::TimerBase::SharedPtr timer_;
  std::map<std::string, rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
};

void write_all(int file, const unsigned char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(file, bytes, size);
    if (written <= 0) throw std::runtime_error("the file of the raw writer: write() failed");
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
}

void write_raw(const Args& args) {
  const auto node = std::make_shared<Node>("writer", "bench");
  const int file =
      ::open(args.text("path").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  std::atomic<std::uint64_t> kept{0};
  std::uint64_t bytes = 0;
  Listener listener(*node, false, [&](const auto&, const rclcpp::SerializedMessage& message) {
    const auto& array = message.get_rcl_serialized_message();
    write_all(file, array.buffer, array.buffer_length);
    bytes += array.buffer_length;
    kept.fetch_add(1, std::memory_order_relaxed);
  });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  Session session;
  session.received = [&] { return kept.load(std::memory_order_relaxed); };
  session.drains_to_silence = true;
  spin(executor, session, [&](Findings& findings) {
    findings.numbers["kept"] = static_cast<double>(kept);
    findings.numbers["kept_bytes"] = static_cast<double>(bytes);
  });
  ::close(file);
}

// Of each topic, when messages came and when they say they were to be.
void listen(const Args& args) {
  const double rate = args.number("rate");
  const auto node = std::make_shared<Node>("listener", "bench");
  std::mutex mutex;
  std::vector<double> errors_ms, ages_us;
  std::int64_t last_come = 0, last_due = 0;
  std::map<std::string, Missing> missing;
  std::uint64_t received = 0;
  std::atomic<std::uint64_t> known{0};  // of those too that will not come
  Listener listener(*node, true, [&](const auto& topic, const rclcpp::SerializedMessage& message) {
    const std::int64_t come = now_ns();
    BagStamp stamp{};
    std::memcpy(&stamp, message.get_rcl_serialized_message().buffer + kBagData, sizeof stamp);
    const std::int64_t due = stamp.time;
    const std::lock_guard lock(mutex);
    const auto missed = static_cast<std::uint64_t>(missing[topic].add(stamp.number));
    const double wanted = static_cast<double>(due - last_due) / rate;
    if (last_come != 0 && wanted >= 0) {
      errors_ms.push_back(std::fabs(static_cast<double>(come - last_come) - wanted) / 1e6);
    }
    ages_us.push_back(static_cast<double>(come - due) / 1e3);
    last_come = come;
    last_due = due;
    ++received;
    known.fetch_add(1 + missed, std::memory_order_relaxed);
  });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  Session session;
  session.received = [&] { return known.load(std::memory_order_relaxed); };
  session.drains_to_silence = args.integer("counted", 0) == 0;
  session.drain_patience = 10;  // on a busy machine it may be behind, and none of that is lost
  spin(executor, session, [&](Findings& findings) {
    const std::lock_guard lock(mutex);
    findings.numbers["heard"] = static_cast<double>(received);
    double before = 0, between = 0;
    for (const auto& [topic, one] : missing) {
      before += static_cast<double>(one.before());
      between += static_cast<double>(one.between());
    }
    findings.numbers["missing_before"] = before;
    findings.numbers["missing_between"] = between;
    findings.numbers["error_p50_ms"] = quantile(errors_ms, 0.5);
    findings.numbers["error_p99_ms"] = quantile(errors_ms, 0.99);
    findings.numbers["error_max_ms"] = quantile(errors_ms, 1.0);
    findings.numbers["age_p50_us"] = quantile(ages_us, 0.5);
    findings.numbers["age_p99_us"] = quantile(ages_us, 0.99);
  });
}

// Says its findings when it is told to stop.
void tell(const Findings& findings) {
  Conductor conductor;
  conductor.ready_and_wait_go();
  conductor.going();
  (void)conductor.wait_stop();
  conductor.finish(findings);
}

// One message, and those of the same load behind it: each topic has its own time.
struct Due {
  std::int64_t time;
  std::int64_t number;
  std::size_t load;
  long topic;
};

std::vector<Due> schedule(const std::vector<BagLoad>& loads, double seconds) {
  std::vector<Due> all;
  constexpr std::int64_t kSecond = 1'000'000'000;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const std::int64_t period = kSecond / loads[i].rate;
    for (std::int64_t number = 1; number * period < static_cast<std::int64_t>(seconds * 1e9);
         ++number) {
      for (long topic = 0; topic < loads[i].topics; ++topic) {
        all.push_back({number * period + topic * period / loads[i].topics, number, i, topic});
      }
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Due& a, const Due& b) { return a.time < b.time; });
  return all;
}

void make_bag(const Args& args) {
  const auto loads = bag_loads(args);
  rosbag2_cpp::Writer writer;
  writer.open(args.text("bag"));
  constexpr std::int64_t kBegin = 1'700'000'000'000'000'000;
  std::vector<BagMessage> messages;
  for (const BagLoad& load : loads) messages.push_back(bag_message(load.bytes));
  for (const Due& due : schedule(loads, args.number("seconds"))) {
    set_stamp(messages[due.load], {due.time, due.number});
    writer.write(messages[due.load], bag_topic(loads[due.load], due.topic),
                 rclcpp::Time(kBegin + due.time));
  }
  writer.close();
  tell({});
}

void look(const Args& args) {
  rosbag2_cpp::Reader reader;
  reader.open(args.text("bag"));
  Findings findings;
  double bytes = 0, kept = 0;
  while (reader.has_next()) {
    const auto message = reader.read_next();
    bytes += static_cast<double>(message->serialized_data->buffer_length);
    ++kept;
  }
  const auto& custom = reader.get_metadata().custom_data;
  const auto lost = custom.find("lost_messages");
  findings.numbers["kept"] = kept;
  findings.numbers["kept_bytes"] = bytes;
  findings.numbers["lost"] = lost == custom.end() ? 0 : std::strtod(lost->second.c_str(), nullptr);
  tell(findings);
}

// What a player does, without a bag: a thread that sleeps until each message is due.
void play(const Args& args) {
  const auto loads = bag_loads(args);
  const double rate = args.number("rate");
  const auto node = std::make_shared<Node>("player", "bench");
  std::map<std::pair<std::size_t, long>, Publisher::SharedPtr> publishers;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    for (long topic = 0; topic < loads[i].topics; ++topic) {
      publishers[{i, topic}] =
          node->create_publisher<BagMessage>(bag_topic(loads[i], topic), bag_qos());
    }
  }
  std::vector<rclcpp::SerializedMessage> messages(loads.size());
  rclcpp::Serialization<BagMessage> serialization;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const BagMessage message = bag_message(loads[i].bytes);
    serialization.serialize_message(&message, &messages[i]);
  }
  const auto all = schedule(loads, args.number("seconds"));
  Conductor conductor;
  for (const auto& [key, one] : publishers) {
    (void)wait_until([&] { return one->get_subscription_count() > 0; }, 30);
  }
  conductor.ready_and_wait_go();
  conductor.going();
  const std::int64_t begin = now_ns();
  for (const Due& due : all) {
    const auto wanted = begin + static_cast<std::int64_t>(static_cast<double>(due.time) / rate);
    const timespec until{wanted / 1'000'000'000, wanted % 1'000'000'000};
    ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
    const BagStamp stamp{due.time, due.number};
    std::memcpy(messages[due.load].get_rcl_serialized_message().buffer + kBagData, &stamp,
                sizeof stamp);
    publishers[{due.load, due.topic}]->publish(messages[due.load]);
  }
  (void)conductor.wait_stop();
  Findings findings;
  findings.numbers["published"] = static_cast<double>(all.size());
  conductor.finish(findings);
}

void run(const Args& args) {
  const Rclcpp rclcpp;
  const std::map<std::string, void (*)(const Args&)> roles{
      {"pub", &publish},   {"write", &write_raw}, {"listen", &listen},
      {"make", &make_bag}, {"look", &look},       {"play", &play}};
  const auto found = roles.find(args.text("role"));
  if (found == roles.end()) {
    throw std::invalid_argument("role=" + args.text("role") + " is none of bench bags.");
  }
  found->second(args);
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) { run(Args(count, words)); });
}
