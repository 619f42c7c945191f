// The Fast DDS peer of the interop tests: raw DDS over Debian's Fast DDS 2.9, with
// ROS's names written out. `pub` and `sub` carry std_msgs/String, `serve` and `call`
// example_interfaces/AddTwoInts.
#include <chrono>
#include <stdexcept>
#include <thread>

#include <fastdds/dds/subscriber/SampleInfo.hpp>

#include "peer.hpp"

namespace interop {
namespace {

/// Reports what happens to a writer. Called on Fast DDS's threads.
struct WriterEvents : dds::DataWriterListener {
  void on_publication_matched(dds::DataWriter*, const dds::PublicationMatchedStatus& s) override {
    Event("matched").put("count", static_cast<std::int64_t>(s.current_count));
  }
  void on_offered_incompatible_qos(dds::DataWriter*,
                                   const dds::OfferedIncompatibleQosStatus& s) override {
    Event("incompatible_qos").put("count", static_cast<std::int64_t>(s.total_count));
  }
};

/// Reports what happens to a reader, samples included.
struct ReaderEvents : dds::DataReaderListener {
  void on_subscription_matched(dds::DataReader*, const dds::SubscriptionMatchedStatus& s) override {
    Event("matched").put("count", static_cast<std::int64_t>(s.current_count));
  }
  void on_requested_incompatible_qos(dds::DataReader*,
                                     const dds::RequestedIncompatibleQosStatus& s) override {
    Event("incompatible_qos").put("count", static_cast<std::int64_t>(s.total_count));
  }
  void on_requested_deadline_missed(dds::DataReader*,
                                    const dds::RequestedDeadlineMissedStatus& s) override {
    Event("deadline_missed").put("count", static_cast<std::int64_t>(s.total_count));
  }
  void on_data_available(dds::DataReader* reader) override {
    Bytes bytes;
    dds::SampleInfo info;
    while (reader->take_next_sample(&bytes, &info) == ReturnCode_t::RETCODE_OK) {
      if (info.valid_data) report(decode_text(bytes), info.source_timestamp.to_ns());
    }
  }

 private:
  static void report(const std::string& text, std::int64_t stamp) {
    const int phase = phase_of(text);
    Event("received")
        .put("size", static_cast<std::int64_t>(text.size()))
        .put_json("phase", phase < 0 ? "null" : std::to_string(phase))
        .put("stamp", stamp);
  }
};

void publish(const Options& options) {
  WriterEvents events;
  Peer peer(options);
  auto& writer =
      peer.writer("rt" + options.get("topic", "/chatter"), "std_msgs::msg::dds_::String_", events);
  std::size_t sent = 0;
  obey_until_the_end([&](const Words& words) {
    const std::chrono::milliseconds period(words.size() > 3 ? std::stol(words[3]) : 0);
    auto due = std::chrono::steady_clock::now();
    for (auto left = std::stoul(words.at(1)); left > 0; --left) {
      Bytes bytes = encode_text(pattern(sent % 26, std::stoul(words.at(2))));
      const auto before = wall_ns();
      if (!writer.write(&bytes)) throw std::runtime_error("Fast DDS does not write");
      const auto n = static_cast<std::int64_t>(sent++);
      Event("sent").put("n", n).put("before", before).put("after", wall_ns());
      std::this_thread::sleep_until(due += period);
    }
    Event("published").put("total", static_cast<std::int64_t>(sent));
  });
}

void subscribe(const Options& options) {
  ReaderEvents events;
  Peer peer(options);
  peer.reader("rt" + options.get("topic", "/chatter"), "std_msgs::msg::dds_::String_", events);
  obey_until_the_end([](const Words&) {});
}

const Modes kModes{{"pub", publish}, {"sub", subscribe}, {"serve", serve}, {"call", call}};
}  // namespace
}  // namespace interop

int main(int argc, char** argv) {
  return interop::run_mode(argc, argv, "fast peer", interop::kModes);
}
