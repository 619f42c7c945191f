// The raw Cyclone peer of the interop tests: the C API of the Cyclone DDS that we link, with
// ROS's names written out, and DDS Security by properties. `pub` and `sub` carry std_msgs/String,
// `serve` and `call` example_interfaces/AddTwoInts in Cyclone's dialect.
#include <dds/dds.h>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "cyclone_security.h"
#include "enclave_folder.h"
#include "talk.hpp"

namespace interop {
namespace {

struct Text {
  char* data;
};
struct Ask {
  std::uint64_t client;
  std::int64_t number, a, b;
};
struct Answer {
  std::uint64_t client;
  std::int64_t number, sum;
};

constexpr std::uint32_t kWord =
    static_cast<std::uint32_t>(DDS_OP_ADR) | static_cast<std::uint32_t>(DDS_OP_TYPE_8BY);
constexpr std::uint32_t kTextOps[] = {
    static_cast<std::uint32_t>(DDS_OP_ADR) | static_cast<std::uint32_t>(DDS_OP_TYPE_STR),
    offsetof(Text, data), DDS_OP_RTS};
constexpr std::uint32_t kAskOps[] = {kWord,     offsetof(Ask, client), kWord, offsetof(Ask, number),
                                     kWord,     offsetof(Ask, a),      kWord, offsetof(Ask, b),
                                     DDS_OP_RTS};
constexpr std::uint32_t kAnswerOps[] = {
    kWord, offsetof(Answer, client), kWord,     offsetof(Answer, number),
    kWord, offsetof(Answer, sum),    DDS_OP_RTS};

template <class Sample>
dds_topic_descriptor_t type(const char* name, const std::uint32_t* ops, std::uint32_t count) {
  return {sizeof(Sample), alignof(Sample), 0, 0, name, nullptr, count, ops, "", {}, {}, 0};
}
const dds_topic_descriptor_t kText = type<Text>("std_msgs::msg::dds_::String_", kTextOps, 2);
const dds_topic_descriptor_t kAsk =
    type<Ask>("example_interfaces::srv::dds_::AddTwoInts_Request_", kAskOps, 5);
const dds_topic_descriptor_t kAnswer =
    type<Answer>("example_interfaces::srv::dds_::AddTwoInts_Response_", kAnswerOps, 4);

dds_entity_t checked(dds_entity_t made, const std::string& what) {
  if (made > 0) return made;
  throw std::runtime_error("no " + what + ": " + dds_strretcode(made));
}

using Qos = std::unique_ptr<dds_qos_t, decltype(&dds_delete_qos)>;
Qos qos() { return Qos(dds_create_qos(), dds_delete_qos); }

Qos reliable(const std::string& user_data) {
  Qos of = qos();
  dds_qset_reliability(of.get(), DDS_RELIABILITY_RELIABLE, DDS_SECS(5));
  dds_qset_history(of.get(), DDS_HISTORY_KEEP_ALL, 0);
  dds_qset_userdata(of.get(), user_data.data(), user_data.size());
  return of;
}

/// A participant in the domain of ROS_DOMAIN_ID, with the enclave that the environment names.
class Peer {
 public:
  Peer() {
    const Qos with_keys = qos();
    const auto enclave = ranvier::support::enclave_of_environment();
    if (!enclave.empty()) ranvier::support::secure(with_keys.get(), enclave);
    const char* domain = std::getenv("ROS_DOMAIN_ID");  // Cyclone does not look at it
    participant_ = checked(dds_create_participant(domain != nullptr ? std::stoul(domain) : 0,
                                                  with_keys.get(), nullptr),
                           "participant");
  }
  ~Peer() { dds_delete(participant_); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  dds_entity_t writer(const std::string& topic, const dds_topic_descriptor_t& of,
                      const std::string& user_data = "") {
    return checked(
        dds_create_writer(participant_, topic_of(topic, of), reliable(user_data).get(), nullptr),
        "writer of " + topic);
  }
  dds_entity_t reader(const std::string& topic, const dds_topic_descriptor_t& of,
                      const std::string& user_data = "") {
    return checked(
        dds_create_reader(participant_, topic_of(topic, of), reliable(user_data).get(), nullptr),
        "reader of " + topic);
  }
  /// USER_DATA of the endpoints of one client or service.
  std::string user_data(const char* key) const {
    dds_guid_t guid{};
    dds_get_guid(participant_, &guid);
    std::string text = std::string(key) + "=";
    for (int i = 0; i < 12; ++i) text += hex(guid.v[i]) + ".";
    return text + "00.00.00.01;";
  }

 private:
  static std::string hex(unsigned byte) {
    static constexpr char kDigits[] = "0123456789abcdef";
    return {kDigits[byte / 16], kDigits[byte % 16]};
  }
  dds_entity_t topic_of(const std::string& name, const dds_topic_descriptor_t& of) {
    return checked(dds_create_topic(participant_, &of, name.c_str(), nullptr, nullptr),
                   "topic " + name);
  }
  dds_entity_t participant_;
};

int matches(dds_entity_t writer) {
  dds_publication_matched_status_t status{};
  dds_get_publication_matched_status(writer, &status);
  return static_cast<int>(status.current_count);
}
int matches_of_reader(dds_entity_t reader) {
  dds_subscription_matched_status_t status{};
  dds_get_subscription_matched_status(reader, &status);
  return static_cast<int>(status.current_count);
}

template <class Sample, class Use>
void take(dds_entity_t reader, const Use& use) {
  for (;;) {
    void* place = nullptr;
    dds_sample_info_t info{};
    if (dds_take(reader, &place, &info, 1, 1) != 1) return;
    if (info.valid_data) use(*static_cast<const Sample*>(place), info);
    dds_return_loan(reader, &place, 1);
  }
}

/// Runs `look` on one thread until stdin ends: at each match, sample and command.
class Loop {
 public:
  Loop()
      : set_(checked(dds_create_waitset(DDS_CYCLONEDDS_HANDLE), "waitset")),
        wake_(checked(dds_create_guardcondition(DDS_CYCLONEDDS_HANDLE), "guard condition")) {
    dds_waitset_attach(set_, wake_, 0);
  }
  void add_writer(dds_entity_t writer) { add(writer, DDS_PUBLICATION_MATCHED_STATUS); }
  void add_reader(dds_entity_t reader) {
    add(reader, DDS_DATA_AVAILABLE_STATUS | DDS_SUBSCRIPTION_MATCHED_STATUS);
  }

  void run(const std::function<void()>& look, const std::function<void(const Words&)>& obey) {
    Event("ready");
    const Commands commands([&](const Words& words) { tell(words); }, [&] { tell({}); });
    for (;;) {
      look();
      dds_waitset_wait(set_, nullptr, 0, DDS_INFINITY);
      for (const Words& words : told()) {
        if (words.empty()) return;
        obey(words);
      }
    }
  }

 private:
  void add(dds_entity_t entity, std::uint32_t statuses) {
    dds_set_status_mask(entity, statuses);
    dds_waitset_attach(set_, entity, 0);
  }
  std::vector<Words> told() {
    std::lock_guard<std::mutex> lock(mutex_);
    dds_set_guardcondition(wake_, false);
    return std::exchange(told_, {});
  }
  void tell(Words words) {
    std::lock_guard<std::mutex> lock(mutex_);
    told_.push_back(std::move(words));
    dds_set_guardcondition(wake_, true);
  }

  const dds_entity_t set_, wake_;
  std::mutex mutex_;
  std::vector<Words> told_;
};

/// Says how many are matched when that changes.
class Matched {
 public:
  void tell(int now) {
    if (now == said_) return;
    said_ = now;
    Event("matched").put("count", static_cast<std::int64_t>(now));
    Event("service").put_json("there", now > 0 ? "true" : "false");
  }

 private:
  int said_ = 0;
};

void publish(const Options& options) {
  Peer peer;
  const dds_entity_t writer = peer.writer("rt" + options.get("topic", "/chatter"), kText);
  Matched matched;
  Loop loop;
  loop.add_writer(writer);
  std::size_t sent = 0;
  loop.run([&] { matched.tell(matches(writer)); },
           [&](const Words& words) {
             for (auto left = std::stoul(words.at(1)); left > 0; --left) {
               std::string text = pattern(sent % 26, std::stoul(words.at(2)));
               const Text sample{text.data()};
               const auto before = wall_ns();
               if (dds_write(writer, &sample) != DDS_RETCODE_OK)
                 throw std::runtime_error("no write");
               const auto n = static_cast<std::int64_t>(sent++);
               Event("sent").put("n", n).put("before", before).put("after", wall_ns());
             }
             Event("published").put("total", static_cast<std::int64_t>(sent));
           });
}

void subscribe(const Options& options) {
  Peer peer;
  const dds_entity_t reader = peer.reader("rt" + options.get("topic", "/chatter"), kText);
  Matched matched;
  Loop loop;
  loop.add_reader(reader);
  const auto look = [&] {
    matched.tell(matches_of_reader(reader));
    take<Text>(reader, [](const Text& sample, const dds_sample_info_t& info) {
      const std::string text = sample.data;
      Event("received")
          .put("size", static_cast<std::int64_t>(text.size()))
          .put("phase", static_cast<std::int64_t>(phase_of(text)))
          .put("stamp", info.source_timestamp);
    });
  };
  loop.run(look, [](const Words&) {});
}

void serve(const Options& options) {
  Peer peer;
  const std::string name = options.get("service", "/add_two_ints"),
                    own = peer.user_data("serviceid");
  const dds_entity_t replies = peer.writer("rr" + name + "Reply", kAnswer, own);
  const dds_entity_t requests = peer.reader("rq" + name + "Request", kAsk, own);
  Matched matched;
  Loop loop;
  loop.add_writer(replies);
  loop.add_reader(requests);
  const auto look = [&] {
    matched.tell(std::min(matches(replies), matches_of_reader(requests)));
    take<Ask>(requests, [&](const Ask& ask, const dds_sample_info_t&) {
      Event("request").put("a", ask.a).put("b", ask.b);
      const Answer answer{ask.client, ask.number, ask.a + ask.b};
      dds_write(replies, &answer);
    });
  };
  loop.run(look, [](const Words&) {});
}

void call(const Options& options) {
  Peer peer;
  const std::string name = options.get("service", "/add_two_ints"),
                    own = peer.user_data("clientid");
  const dds_entity_t replies = peer.reader("rr" + name + "Reply", kAnswer, own);
  const dds_entity_t requests = peer.writer("rq" + name + "Request", kAsk, own);
  dds_instance_handle_t self = 0;
  dds_get_instance_handle(requests, &self);
  Matched matched;
  Loop loop;
  loop.add_writer(requests);
  loop.add_reader(replies);
  const auto look = [&] {
    matched.tell(std::min(matches(requests), matches_of_reader(replies)));
    take<Answer>(replies, [&](const Answer& answer, const dds_sample_info_t&) {
      if (answer.client == self) Event("reply").put("value", answer.sum);
    });
  };
  std::int64_t number = 0;
  loop.run(look, [&](const Words& words) {
    const Ask ask{self, ++number, std::stoll(words.at(1)), std::stoll(words.at(2))};
    dds_write(requests, &ask);
  });
}

const Modes kModes{{"pub", publish}, {"sub", subscribe}, {"serve", serve}, {"call", call}};

}  // namespace
}  // namespace interop

int main(int argc, char** argv) {
  return interop::run_mode(argc, argv, "cyclone peer", interop::kModes);
}
