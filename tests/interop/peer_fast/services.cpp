// A service in the dialect of Fast DDS, with the identities in its own words.
#include <atomic>
#include <cstring>

#include <fastdds/dds/subscriber/SampleInfo.hpp>

#include "peer.hpp"

namespace interop {
namespace {

constexpr const char* kType = "example_interfaces::srv::dds_::AddTwoInts_";

template <class Number>
Number number_at(const Bytes& bytes, std::size_t at) {
  Number value = 0;
  if (at + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

Bytes bytes_of(std::initializer_list<std::int64_t> numbers) {
  Bytes bytes;
  for (const std::int64_t number : numbers) {
    const auto* raw = reinterpret_cast<const std::uint8_t*>(&number);
    bytes.insert(bytes.end(), raw, raw + sizeof number);
  }
  return bytes;
}

/// Counts the matches of both endpoints; the lesser number is that of whole others.
class Matches {
 public:
  /// @param half  there is one endpoint alone, whose matches count
  explicit Matches(bool tells_of_servers, bool half = false)
      : tells_of_servers_(tells_of_servers), half_(half) {}
  void set(std::atomic<int> Matches::* which, int count) {
    this->*which = count;
    const int now = half_ ? count : std::min(readers_.load(), writers_.load());
    if (whole_.exchange(now) == now) return;
    if (tells_of_servers_) {
      Event("service").put_json("there", now > 0 ? "true" : "false");
    } else {
      Event("matched").put("count", now);
    }
  }
  std::atomic<int> readers_{0}, writers_{0};

 private:
  const bool tells_of_servers_;
  const bool half_;
  std::atomic<int> whole_{0};
};

struct WriterMatches : dds::DataWriterListener {
  explicit WriterMatches(Matches& matches) : matches_(matches) {}
  void on_publication_matched(dds::DataWriter*, const dds::PublicationMatchedStatus& s) override {
    matches_.set(&Matches::readers_, s.current_count);
  }
  Matches& matches_;
};

struct Taker : dds::DataReaderListener {
  explicit Taker(Matches& matches) : matches_(matches) {}
  void on_subscription_matched(dds::DataReader*, const dds::SubscriptionMatchedStatus& s) override {
    matches_.set(&Matches::writers_, s.current_count);
  }
  void on_data_available(dds::DataReader* reader) override {
    Bytes bytes;
    dds::SampleInfo info;
    while (reader->take_next_sample(&bytes, &info) == ReturnCode_t::RETCODE_OK) {
      if (info.valid_data) take(bytes, info);
    }
  }
  virtual void take(const Bytes& bytes, const dds::SampleInfo& info) = 0;

 private:
  Matches& matches_;
};

/// The identity of a request names its client's reader; its number is the sample's own.
struct Answerer final : Taker {
  using Taker::Taker;
  void take(const Bytes& bytes, const dds::SampleInfo& info) override {
    const auto a = number_at<std::int64_t>(bytes, 0), b = number_at<std::int64_t>(bytes, 8);
    Event("request").put("a", a).put("b", b).put("size", static_cast<std::int64_t>(bytes.size()));
    if (mute || !replies) return;
    rtps::WriteParams params;
    rtps::SampleIdentity& of = params.related_sample_identity();
    of = info.sample_identity;
    const auto& asked = info.related_sample_identity.writer_guid();
    if (asked != rtps::GUID_t::unknown()) of.writer_guid(asked);
    Bytes sum = bytes_of({a + b});
    replies.load()->write(&sum, params);
  }
  bool mute = false;
  std::atomic<dds::DataWriter*> replies{nullptr};
};

struct Listener final : Taker {
  using Taker::Taker;
  void take(const Bytes& bytes, const dds::SampleInfo& info) override {
    const auto& of = info.related_sample_identity.writer_guid();
    if (of != reader && of != writer) return;
    Event("reply").put("value", number_at<std::int64_t>(bytes, 0));
  }
  rtps::GUID_t reader, writer;
};

Bytes unhex(const std::string& text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

}  // namespace

void serve(const Options& options) {
  const std::string name = options.get("service", "/add_two_ints"), type = kType;
  Matches matches(false, options.has("half"));
  WriterMatches on_reply_matched(matches);
  Answerer answerer(matches);
  answerer.mute = options.has("mute");
  Peer peer(options);
  if (!options.has("half")) {
    answerer.replies = &peer.writer("rr" + name + "Reply", type + "Response_", on_reply_matched);
  }
  peer.reader("rq" + name + "Request", type + "Request_", answerer);
  obey_until_the_end([](const Words&) {});
}

void call(const Options& options) {
  const std::string name = options.get("service", "/add_two_ints"), type = kType;
  Matches matches(true);
  WriterMatches on_request_matched(matches);
  Listener listener(matches);
  Peer peer(options);
  auto& replies = peer.reader("rr" + name + "Reply", type + "Response_", listener);
  auto& requests = peer.writer("rq" + name + "Request", type + "Request_", on_request_matched);
  listener.reader = replies.guid();
  listener.writer = requests.guid();
  obey_until_the_end([&](const Words& words) {
    Bytes bytes = words.at(0) == "raw"
                      ? unhex(words.at(1))
                      : bytes_of({std::stoll(words.at(1)), std::stoll(words.at(2))});
    rtps::WriteParams params;
    params.related_sample_identity().writer_guid(replies.guid());
    requests.write(&bytes, params);
    Event("sent").put("size", static_cast<std::int64_t>(bytes.size()));
  });
}

}  // namespace interop
